"""The rule of YA3: a twentieth more nodes at most, and neighbours slower than clusters, by crossing lines."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.ya3_three_neighbours import (
    DESIGNS,
    FOUR_NEIGHBOURS,
    LINES,
    NEIGHBOURS,
    WIDE,
    WRITTEN,
    judge,
    nodes_to_depth,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def nodes(ratio, scatter=1.005):
    """Of twenty positions: nodes with neighbours and with clusters."""
    return [(round(100_000 * ratio * scatter ** (number % 5 - 2)), 100_000) for number in range(20)]


def times(neighbours, written, four, line, scatter=1):
    """Of twelve rounds: nanoseconds in a table of 1024 MB; in one of 1 MB all take 100."""
    large = {NEIGHBOURS: neighbours, WRITTEN: written, WIDE: 190, FOUR_NEIGHBOURS: four, LINES: line}
    return {
        (size, name): [100.0 if size == 1 else large[name] + scatter * (number % 3 - 1) * (1 + ("neigh" in name))
                       for number in range(12)]
        for size in (1024, 1)
        for name in DESIGNS
    }  # fmt: skip


@pytest.mark.parametrize(
    ("searched", "probed", "verdicts"),
    [
        (nodes(1.0), times(200, 180, 220, 210), [HOLDS, HOLDS, HOLDS]),
        (nodes(1.2), times(170, 180, 200, 210), [FAILS, FAILS, FAILS]),
        (nodes(1.05, 1.05), times(200, 200, 210, 210, scatter=20), [UNDECIDED, UNDECIDED, UNDECIDED]),
        (nodes(1.0), times(200, 180, 200, 210), [HOLDS, HOLDS, FAILS]),
    ],
)
def test_nodes_and_times_in_a_large_table(searched, probed, verdicts):
    judgement = judge(searched, probed)
    assert [part.verdict for part in judgement.parts] == verdicts
    assert "in the cache, where no line is waited for, 0.0 ns" in judgement.remark


def test_nodes_repeat_exactly():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    first = nodes_to_depth(fen, 5)
    assert first == nodes_to_depth(fen, 5)
    assert min(first) > 100
