"""The rule of M4: less than one false hit a million with an index of other bits, which protects."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m4_collisions_by_key_width import expected_rate, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
PROBES = 10_000_000


def row(index, width, false_hits):
    """A row of the table."""
    return (index, width, PROBES, PROBES, false_hits, false_hits / PROBES * 1_000_000, 0.0)


@pytest.mark.parametrize(
    ("own", "same", "verdicts"),
    [
        ({32: 0, 64: 0, 20: 0}, {32: 31, 64: 0, 20: 900}, [HOLDS, HOLDS, HOLDS]),
        # Ten are one for each million.
        ({32: 3, 64: 3, 20: 80}, {32: 31, 64: 0, 20: 900}, [HOLDS, HOLDS, HOLDS]),
        ({32: 9, 64: 10, 20: 900}, {32: 9, 64: 0, 20: 900}, [UNDECIDED, UNDECIDED, UNDECIDED]),
        ({32: 30, 64: 40, 20: 1_800}, {32: 0, 64: 0, 20: 900}, [FAILS, FAILS, FAILS]),
        ({64: 0, 20: 3}, {20: 0}, [UNDECIDED, HOLDS, UNDECIDED]),
    ],
)
def test_false_hits_by_width_and_index(own, same, verdicts):
    rows = [row("the other half", width, false_hits) for width, false_hits in own.items()]
    rows += [row("the same bits", width, false_hits) for width, false_hits in same.items()]
    assert [part.verdict for part in judge(rows).parts] == verdicts


@pytest.mark.parametrize(
    ("width", "independent", "bits"),
    [
        (8, True, 8),
        (32, True, 32),
        (40, True, 32),
        (48, True, 32),
        (64, True, 48),
        (8, False, 0),
        (16, False, 0),
        (20, False, 4),
        (32, False, 16),
        (64, False, 48),
    ],
)
def test_what_index_and_key_share_tells_nothing_apart(width, independent, bits):
    """There is one key of 64 bits: beyond 32 kept ones its other half is a part of them."""
    assert expected_rate(width, independent) == 1_000_000 / 2**bits
