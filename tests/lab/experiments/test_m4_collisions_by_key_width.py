"""The rule of M4: less than one false hit a million, and the independent index nowhere worse."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m4_collisions_by_key_width import expected_rate, judge

PROBES = 10_000_000


def row(index, width, false_hits):
    """A row of the table."""
    return (index, width, PROBES, PROBES, false_hits, false_hits / PROBES * 1_000_000, 0.0)


@pytest.mark.parametrize(
    ("own", "same", "verdict"),
    [
        ({32: 0, 64: 0}, {32: 0, 64: 0}, Verdict.HOLDS),
        ({32: 9, 64: 9}, {32: 9, 64: 9}, Verdict.HOLDS),
        ({32: 9, 64: 0}, {32: 10, 64: 0}, Verdict.CONDITIONALLY),
        ({32: 10, 64: 0}, {32: 80, 64: 0}, Verdict.FAILS),
        ({32: 0, 64: 10}, {32: 0, 64: 80}, Verdict.FAILS),
        ({32: 1, 64: 0}, {32: 0, 64: 0}, Verdict.FAILS),
        ({8: 900, 64: 0}, {8: 9_000, 64: 0}, Verdict.HOLDS),
        ({8: 900, 64: 0}, {8: 899, 64: 0}, Verdict.FAILS),
    ],
)
def test_false_hits_by_index_and_width(own, same, verdict):
    rows = [row("the other half", width, false_hits) for width, false_hits in own.items()]
    rows += [row("the same bits", width, false_hits) for width, false_hits in same.items()]
    assert judge(rows)[0] is verdict


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
