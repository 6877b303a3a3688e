"""The whole tree of a position: as many leaves as perft counts, judged as the evaluation and the rules say."""

import pytest

from kiebitz.classroom.theory.node import leaves, true_values
from kiebitz.core.chess.notation import push
from kiebitz.core.chess.perft import perft
from kiebitz.core.chess.position import START_FEN, Position
from kiebitz.core.value import MATE
from kiebitz.engine import Engine
from kiebitz.engine.eras import ERAS
from kiebitz_claims.measuring.chess_tree import chess_tree

TARTAN = ERAS["tartan"].options


@pytest.mark.parametrize(
    ("fen", "depth"),
    [(START_FEN, 2), ("r3k2r/8/8/3Pp3/8/8/8/R3K2R b KQkq - 0 1", 2), ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 1)],
)
def test_every_legal_move(fen, depth):
    assert sum(1 for _ in leaves(chess_tree(fen, depth, TARTAN))) == max(perft(Position(fen), depth), 1)


def test_leaves_are_judged_in_the_view_of_who_moves_at_the_root():
    fen = "6k1/5ppp/8/3r4/8/2N5/5PPP/6K1 b - - 0 1"
    tree = chess_tree(fen, 1, TARTAN)
    assert tree.is_max
    with Engine(era="tartan") as engine:
        for leaf in tree.children:
            board = Position(fen)
            push(board, leaf.move)
            assert leaf.value == -engine.evaluate(board.fen()).total


def test_mate_and_stalemate_are_leaves():
    mate = chess_tree("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 3, TARTAN)
    assert true_values(mate)[mate.number] == MATE - 1
    stalemate = chess_tree("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 3, TARTAN)
    assert (stalemate.is_leaf, stalemate.value) == (True, 0)
