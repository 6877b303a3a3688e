"""The rule of YA3: a twentieth more nodes at most, and memory makes neighbours slower than clusters."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.ya3_three_neighbours import DESIGNS, NEIGHBOURS, WIDE, WRITTEN, judge, nodes_to_depth

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict


def nodes(ratio, scatter=1.005):
    """Of twenty positions: nodes with neighbours and with clusters."""
    return [(round(100_000 * ratio * scatter ** (number % 5 - 2)), 100_000) for number in range(20)]


def times(neighbours, written, wide, scatter=1):
    """Of twelve rounds: nanoseconds in a table of 1024 MB; in one of 1 MB all take 100."""
    large = {NEIGHBOURS: neighbours, WRITTEN: written, WIDE: wide}
    return {
        (size, name): [100.0 if size == 1 else large[name] + scatter * (number % 3 - 1) * (1 + (name == NEIGHBOURS))
                       for number in range(12)]
        for size in (1024, 1)
        for name in DESIGNS
    }  # fmt: skip


@pytest.mark.parametrize(
    ("searched", "probed", "verdicts"),
    [
        (nodes(1.0), times(200, 180, 190), [HOLDS, HOLDS]),
        (nodes(1.2), times(170, 180, 190), [FAILS, FAILS]),
        (nodes(1.05, 1.05), times(200, 200, 200, scatter=20), [UNDECIDED, UNDECIDED]),
        (nodes(1.0), times(200, 180, 200), [HOLDS, CONDITIONALLY]),
    ],
)
def test_nodes_and_what_memory_adds(searched, probed, verdicts):
    assert [part.verdict for part in judge(searched, probed).parts] == verdicts


def test_nodes_repeat_exactly():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    first = nodes_to_depth(fen, 5)
    assert first == nodes_to_depth(fen, 5)
    assert min(first) > 100
