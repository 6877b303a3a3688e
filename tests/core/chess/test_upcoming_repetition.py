"""An upcoming repetition is seen exactly where a move repeats, and ends the nodes that a draw is enough for."""

import random

import chess
import pytest

from kiebitz.core.chess.upcoming_repetition import repeats
from kiebitz.engine import position_from
from traced_node import ALONE, TracedNode

STARTS = (
    chess.STARTING_FEN,
    "4k3/8/8/3q4/8/8/8/4K2R w K - 0 1",
    "8/5k2/8/2B1n3/8/8/5K2/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
)
PLIES = 30
GAMES = 5
# White goes to and fro with the king, Black with the knight.
TO_AND_FRO = ("e1d1", "c6b4", "d1e1", "b4c6")
KNIGHT_OR_PAWNS = "4k3/8/2n5/8/8/8/PP6/4K3 w - - 0 1"


def a_move_repeats(board, seen):
    """Whether a legal move leads to one of the positions seen, by trial."""
    for move in board.legal_moves:
        board.push(move)
        repeated = board.epd() in seen
        board.pop()
        if repeated:
            return True
    return False


def wandering_move(rng, board):
    """A move by lot; one in two of a man but a pawn, so that positions come again."""
    moves = list(board.legal_moves)
    pieces = [move for move in moves if board.piece_type_at(move.from_square) != chess.PAWN]
    return rng.choice(pieces if pieces and rng.random() < 0.9 else moves)


@pytest.mark.parametrize("start", STARTS)
def test_it_is_seen_where_a_move_repeats_and_nowhere_else(start):
    rng = random.Random(f"repeat {start}")
    counts = {True: 0, False: 0}
    for _ in range(GAMES):
        board = chess.Board(start)
        # Not the first position: to come back to the root of a search says nothing.
        passed = set()
        for _ in range(PLIES):
            if not any(board.legal_moves):
                break
            board.push(wandering_move(rng, board))
            passed.add(board.epd())
            expected = a_move_repeats(board, passed)
            moves = [move.uci() for move in board.move_stack]
            assert repeats(position_from(start, moves)) == expected, (start, moves)
            counts[expected] += 1
    assert min(counts.values()) > 0, counts


def test_a_pass_in_between_is_no_way_back():
    assert repeats(position_from(KNIGHT_OR_PAWNS, TO_AND_FRO))
    passed = position_from(KNIGHT_OR_PAWNS, (*TO_AND_FRO[:2], "0000", *TO_AND_FRO[3:]))
    assert not repeats(passed)


def node(**values):
    """White, two pawns for a knight; Kd1 would repeat the position after the first move."""
    return TracedNode(KNIGHT_OR_PAWNS, TO_AND_FRO, **(ALONE | values))


def test_who_can_repeat_need_not_search_for_a_draw():
    assert node(upcoming_repetition=1).search(3, -1, 0).reason == "upcoming repetition"
    assert node(upcoming_repetition=1).search(3, -1, 0).value == 0
    assert node(upcoming_repetition=1).search(0, -1, 0).reason == "upcoming repetition", "in quiescence, too"
    assert node(upcoming_repetition=1).search(3, 0, 1).reason != "upcoming repetition", "more than a draw is asked for"
    assert node(upcoming_repetition=0).search(3, -1, 0).reason != "upcoming repetition"
