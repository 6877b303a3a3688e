"""The rule of M4: less than one false hit a million with an index by codes of its own, which protects."""

import pytest

from kiebitz.core.table.table import Table
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m4_collisions_by_key_width import (
    ENTRIES,
    OTHER_HALF,
    OWN_CODES,
    SAME_BITS,
    design_of,
    expected_rate,
    false_hits,
    is_measured,
    judge,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = 10
PROBES = 1_000_000


def rows(index, width, false, spread=1.0):
    """Ten games with so many false hits together; with a ``spread`` of nought all of them in one."""
    shares = [false // GAMES if spread else 0] * GAMES
    shares[0] += false - sum(shares)
    return [(index, width, f"game {number}", PROBES, PROBES, share) for number, share in enumerate(shares)]


@pytest.mark.parametrize(
    ("own", "same", "verdicts"),
    [
        ({32: 0, 64: 0, 20: 0}, {32: 30, 64: 0, 20: 900}, [HOLDS, HOLDS, HOLDS]),
        # Ten of ten million probes are one for each million.
        ({32: 3, 64: 3, 20: 80}, {32: 30, 64: 0, 20: 900}, [HOLDS, HOLDS, HOLDS]),
        ({32: 10, 64: 10, 20: 900}, {32: 10, 64: 0, 20: 900}, [UNDECIDED, UNDECIDED, UNDECIDED]),
        ({32: 30, 64: 40, 20: 1_800}, {32: 0, 64: 0, 20: 900}, [FAILS, FAILS, FAILS]),
        ({64: 0, 20: 3}, {20: 0}, [UNDECIDED, HOLDS, UNDECIDED]),
    ],
)
def test_false_hits_by_width_and_index(own, same, verdicts):
    found = [row for width, false in own.items() for row in rows(OWN_CODES, width, false)]
    found += [row for width, false in same.items() for row in rows(SAME_BITS, width, false)]
    assert [part.verdict for part in judge(found).parts] == verdicts


def test_what_one_game_brings_alone_is_not_sure():
    together, alone = (false_hits(rows(OWN_CODES, 20, 400, spread), OWN_CODES, 20) for spread in (1.0, 0.0))
    assert together.value == alone.value == 40
    assert alone.high > 80 > 45 > together.high
    assert alone.low == 0


def test_forms_that_share_bits_are_not_called_independent():
    assert [width for width in (8, 32, 33, 64) if is_measured(OTHER_HALF, width)] == [8, 32]
    assert all(is_measured(index, 64) for index in (OWN_CODES, SAME_BITS))


@pytest.mark.parametrize("index", [OWN_CODES, OTHER_HALF, SAME_BITS])
def test_tables_of_one_size(index):
    assert Table(1, design_of(index, 32)).entries == ENTRIES


@pytest.mark.parametrize(
    ("width", "index", "bits"),
    [
        (8, OWN_CODES, 8),
        (64, OWN_CODES, 64),
        (32, OTHER_HALF, 32),
        (8, SAME_BITS, 0),
        (20, SAME_BITS, 4),
        (64, SAME_BITS, 48),
    ],
)
def test_what_index_and_key_share_tells_nothing_apart(width, index, bits):
    assert expected_rate(width, index) == 1_000_000 / 2**bits
