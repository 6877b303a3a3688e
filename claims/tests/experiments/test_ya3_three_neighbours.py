"""The rule of YA3: a tenth more nodes at most, and neighbours slower than clusters in most rounds."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ya3_three_neighbours import (
    DESIGNS,
    NEIGHBOURS,
    WIDE,
    WRITTEN,
    judge,
    nodes_to_depth,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def nodes(ratio, scatter=1.005):
    """Of twenty positions: game, nodes with neighbours and with clusters."""
    return [(str(number), round(100_000 * ratio * scatter ** (number % 5 - 2)), 100_000) for number in range(20)]


def times(neighbours, written, scatter=1):
    """Of twelve rounds, one of them disturbed: nanoseconds in a table of 1024 MB; in one of 1 MB all take 100."""
    large = {NEIGHBOURS: neighbours, WRITTEN: written, WIDE: 190}
    return {
        (size, name): [
            100.0 if size == 1 else large[name] + (scatter * (number % 3 - 1) + 900 * (number == 5)) * (name == WRITTEN)
            for number in range(12)
        ]
        for size in (1024, 1)
        for name in DESIGNS
    }


@pytest.mark.parametrize(
    ("searched", "probed", "verdicts"),
    [
        (nodes(1.0), times(200, 180), [HOLDS, HOLDS]),
        (nodes(1.2), times(170, 180), [FAILS, FAILS]),
        (nodes(1.1, 1.05), times(200, 200, scatter=20), [UNDECIDED, UNDECIDED]),
        (nodes(1.08), times(170, 180), [HOLDS, FAILS]),
    ],
)
def test_nodes_and_times_in_a_large_table(searched, probed, verdicts):
    assert [part.verdict for part in judge(searched, probed).parts] == verdicts


def test_what_is_slower_in_the_cache_too_is_code():
    found = times(200, 180)
    cached = {(1, NEIGHBOURS): [115.0] * 12}
    slower = judge(nodes(1.0), found | cached).parts[1]
    assert (slower.verdict, "15.0 of 20.0 ns" in slower.note) == (UNDECIDED, True)


def test_positions_of_one_game_are_one():
    judgement = judge([("0", 110_000 + number, 100_000) for number in range(20)], times(200, 180))
    assert judgement.parts[0].verdict is UNDECIDED


def test_nodes_repeat_exactly():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    first = nodes_to_depth(fen, 5)
    assert first == nodes_to_depth(fen, 5)
    assert min(first) > 100
