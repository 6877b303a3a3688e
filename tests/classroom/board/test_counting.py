"""Perft on Tartan's board: the same suites as for the compiled core, to smaller depths, and the core itself."""

import chess
import pytest
from hypothesis import given, settings

from kiebitz.classroom.board.counting import perft
from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.core.chess.perft import perft as core_perft
from kiebitz.core.chess.position import Position
from random_games import scattered
from sources import DATA

SUITES = DATA / "perft"
# The most leaves that a position may cost.
QUICK_LEAVES, ALL_LEAVES = 3_000, 1_200_000


def read(suite):
    for line in (SUITES / f"{suite}.epd").read_text().splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(";")
            yield fen.strip(), {int(depth[1:]): int(nodes) for depth, nodes in map(str.split, counts)}


def count(suite, most):
    counted = 0
    for fen, counts in read(suite):
        board = Mailbox(fen)
        before = board.fen(), list(board.places), list(board.squares)
        for depth, nodes in counts.items():
            if nodes <= most:
                assert perft(board, depth) == nodes, f"perft {depth} of {fen}"
                counted += 1
        assert (board.fen(), board.places, board.squares) == before
    return counted


def test_node_counts():
    assert count("standard", QUICK_LEAVES) > 200


@pytest.mark.check
def test_traps_against_the_core():
    """The suite of traps gives only deep counts; to smaller depths the compiled core is the oracle."""
    for fen, _ in read("tricky"):
        for depth in (1, 2, 3):
            assert perft(Mailbox(fen), depth) == core_perft(Position(fen), depth), fen


@pytest.mark.full
@pytest.mark.timeout(86_400)
@pytest.mark.parametrize("suite", ["standard", "tricky"])
def test_node_counts_to_greater_depths(suite):
    assert count(suite, ALL_LEAVES)


@settings(max_examples=40)
@given(scattered())
def test_men_scattered_over_the_board(position):
    board, core = position
    assert perft(Mailbox(board.fen()), 2) == core_perft(core, 2)


def test_known_counts():
    assert [perft(Mailbox(), depth) for depth in range(4)] == [1, 20, 400, 8902]
    assert perft(Mailbox(chess.STARTING_FEN), 0) == 1
