"""Perft: node counts known for decades prove the generator, move making and taking back together.

``make test`` counts to depths that take seconds in all; ``make test-full`` counts every depth of every file.
"""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from kiebitz.core.chess.perft import Halt, perft
from kiebitz.core.chess.position import Position
from sources import DATA

SUITES = DATA / "perft"
# The most leaves that a position may cost in ``make test``.
QUICK_LEAVES = {"standard": 500_000, "tricky": 1_000_000, "chess960": 300_000}


def read(suite: str) -> list[tuple[str, dict[int, int]]]:
    """FEN and node counts by depth, from lines such as ``FEN ;D1 20 ;D2 400``."""
    positions = []
    for line in (SUITES / f"{suite}.epd").read_text().splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(";")
            positions.append((fen.strip(), {int(depth[1:]): int(nodes) for depth, nodes in map(str.split, counts)}))
    return positions


def count(fen: str, counts: dict[int, int], suite: str, most: float) -> None:
    """Assert the node counts of one position up to ``most`` leaves, and that counting leaves no trace."""
    position = Position(fen, suite == "chess960")
    before = position.fen(), position.hash_key
    for depth, nodes in counts.items():
        if nodes <= most:
            assert perft(position, depth) == nodes, f"perft {depth} of {fen}"
    assert (position.fen(), position.hash_key) == before
    position.check_invariants()


@pytest.mark.parametrize(("suite", "size"), [("standard", 128), ("tricky", 32), ("chess960", 960)])
def test_node_counts(suite, size):
    positions = read(suite)
    assert len(positions) == size
    for fen, counts in positions:
        count(fen, counts, suite, QUICK_LEAVES[suite])


@pytest.mark.full
@pytest.mark.timeout(86_400)
@pytest.mark.parametrize("suite", ["standard", "tricky", "chess960"])
def test_node_counts_at_every_depth(suite):
    """Some 530 billion leaves, on all cores: perft gives up the GIL."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counting = [pool.submit(count, fen, counts, suite, float("inf")) for fen, counts in read(suite)]
        for counted in counting:
            counted.result()


def test_a_count_is_ended_from_outside():
    """Twelve plies from the start are 6 × 10¹⁶ leaves: nobody lives to see them."""
    halt = Halt()
    position = Position()
    threading.Thread(target=halt.set).start()
    assert perft(position, 12, halt) < 10**12
    position.check_invariants()
    assert position.fen() == Position().fen()
    assert perft(position, 4, halt) < 197281
    assert perft(position, 4, Halt()) == 197281


def test_the_first_depths_and_a_game_that_is_over():
    assert [perft(Position(), depth) for depth in range(4)] == [1, 20, 400, 8902]
    mated = Position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
    assert [perft(mated, depth) for depth in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 129])
def test_depths_beyond_the_stack_of_states_are_refused(depth):
    with pytest.raises(ValueError, match=f"depth {depth}"):
        perft(Position(), depth)


def test_the_greatest_depth_uses_every_state():
    """Both kings can only go to and fro, so that the tree is one line as deep as the stack."""
    position = Position("k2b4/p1pPp3/P1P1P3/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1")
    assert perft(position, 128) == 1
    position.check_invariants()
