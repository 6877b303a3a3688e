"""Perft of shogi: known node counts, and cshogi's for positions of every kind."""

import threading

import pytest

from kiebitz.core.chess.perft import Halt
from kiebitz.core.shogi.perft import perft
from kiebitz.core.shogi.position import ShogiPosition
from sources import DATA

QUICK_LEAVES = 25_000_000


def known() -> list[tuple[str, dict[int, int]]]:
    """SFEN and node counts by depth, from lines such as ``SFEN ;D1 30 ;D2 900``."""
    positions = []
    for line in (DATA / "perft" / "shogi.sfen").read_text().splitlines():
        if line and not line.startswith("#"):
            sfen, *counts = line.split(";")
            positions.append((sfen.strip(), {int(depth[1:]): int(nodes) for depth, nodes in map(str.split, counts)}))
    return positions


def count(sfen, counts, most):
    position = ShogiPosition(sfen)
    before = position.sfen(), position.hash_key
    for depth, nodes in counts.items():
        if nodes <= most:
            assert perft(position, depth) == nodes, f"perft {depth} of {sfen}"
    assert (position.sfen(), position.hash_key) == before
    position.check_invariants()


@pytest.mark.parametrize(("sfen", "counts"), known())
def test_node_counts(sfen, counts):
    count(sfen, counts, QUICK_LEAVES)


@pytest.mark.full
@pytest.mark.timeout(86_400)
@pytest.mark.parametrize(("sfen", "counts"), known())
def test_node_counts_at_every_depth(sfen, counts):
    count(sfen, counts, float("inf"))


def test_a_count_is_ended_from_outside():
    halt = Halt()
    position = ShogiPosition()
    threading.Thread(target=halt.set).start()
    assert perft(position, 12, halt) < 10**12
    position.check_invariants()
    assert position.sfen() == ShogiPosition().sfen()


def test_depths_beyond_the_stack_of_states_are_refused():
    assert perft(ShogiPosition(), 0) == 1
    for depth in (-1, 129):
        with pytest.raises(ValueError, match=f"depth {depth}"):
            perft(ShogiPosition(), depth)
