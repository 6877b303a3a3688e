"""Move ordering: the best guess first, by stages, and every legal move once."""

import chess
import pytest

from kiebitz.core.search import subtree
from kiebitz.engine import position_from
from kiebitz.engine.bench import POSITIONS
from traced_node import ALONE, HIGH, TABLE, TracedNode, move_code

# White to move after Black's king: his queen can win a rook, his pawn a knight.
FEN, PATH = "4k3/2p5/3p4/1n5r/P5Q1/8/6PP/6K1 b - - 0 1", ("e8f8",)


def order(fen=FEN, path=PATH, known=None, prepare=None, **values):
    """The moves as the picker hands them out, as UCI text."""
    node = TracedNode(fen, path, known=known, **(ALONE | values))
    if prepare is not None:
        prepare(node)
    children = node.expand(5, -HIGH, HIGH)[5]
    return [subtree.path_text(node.root, (*node.path, move))[-1] for move, _ in children]


@pytest.mark.parametrize("fen", POSITIONS[:33:8])
@pytest.mark.parametrize("capture_ordering", [0, 1])
def test_every_legal_move_is_handed_out_once(fen, capture_ordering):
    options = {"killers": 1, "history": 1, "counter_moves": 1, "continuation_history": 1, "capture_history": 1} | TABLE
    board = chess.Board(fen)
    first = next(move for move in board.legal_moves if not move.promotion and not board.is_castling(move)).uci()
    board.push_uci(first)

    def search(node):
        node.search(4, -60, 60)

    moves = order(fen, (first,), prepare=search, capture_ordering=capture_ordering, **options)
    assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)


def test_captures_come_by_victim_then_attacker_and_losing_ones_last():
    assert order(capture_ordering=1)[:2] == ["g4h5", "a4b5"]
    fen, path = "4k3/2p5/3p4/8/5Q2/8/6PP/6K1 b - - 0 1", ("e8d8",)
    assert order(fen, path, capture_ordering=1)[-1] == "f4d6"
    assert order(fen, path)[0] == "f4d6", "as generated: not judged"


def test_the_least_attacker_takes_first():
    moves = order("4k3/8/8/3r4/2P5/2N5/8/3QK3 b - - 0 1", PATH, capture_ordering=1)
    assert moves[:3] == ["c4d5", "c3d5", "d1d5"]


def test_a_queen_is_the_first_piece_to_promote_to():
    moves = order("8/k3P3/8/8/8/8/8/4K3 b - - 0 1", ("a7a6",), capture_ordering=1)
    assert moves[0] == "e7e8q"


def test_the_table_move_comes_first_and_a_wrong_one_is_no_move():
    known = {(): {"value": 0, "depth": 0, "bound": 2, "move": move_code("g1f1")}}
    assert order(known=known, capture_ordering=1, **TABLE)[:2] == ["g1f1", "g4h5"]
    assert order(known=known, capture_ordering=1, **(TABLE | {"hash_move": 0}))[0] == "g4h5"
    # What another position with the same part of the key left there.
    wrong = {(): {"value": 0, "depth": 0, "bound": 2, "move": move_code("a1a8")}}
    assert order(known=wrong, capture_ordering=1, **TABLE) == order(capture_ordering=1)


def test_safe_checks_come_first_of_the_quiet_moves():
    fen = "4k3/8/8/8/8/8/R7/4K3 b - - 0 1"
    assert set(order(fen, PATH, check_bonus=16384)[:2]) == {"a2a8", "a2f2"}
    assert set(order(fen, PATH, check_bonus=0)[:2]) != {"a2a8", "a2f2"}
    guarded = "1b2k3/8/8/8/8/8/R7/4K3 b - - 0 1"
    moves = order(guarded, PATH, check_bonus=16384)
    assert moves[0] == "a2f2"
    assert moves[1] != "a2a8", "a check that loses the rook is like any quiet move"


def test_evasions_are_weighed_together_captures_first():
    fen = "4k3/8/8/8/4r3/3P4/8/R3K2R w - - 0 1"
    moves = order(fen, (), capture_ordering=1)
    assert moves[0] == "d3e4"
    assert sorted(moves) == sorted(move.uci() for move in chess.Board(fen).legal_moves)


def refutation(node):
    """The move that refutes if Black must show his best: not the first that comes along."""
    value = node.search(3, -HIGH, HIGH).value
    assert node.search(3, value - 1, value).reason == "beta cut"
    return int(node.row["best_move"])


def firsts_at(path, fen, node=None):
    """The first moves at the end of a path, for the worker of a node or for one that knows nothing."""
    worker = (node or TracedNode(fen, **ALONE)).worker
    codes = tuple(move_code(move) for move in path)
    children = subtree.expand(worker, position_from(fen), codes, 5, -HIGH, HIGH, 9, False)[5]
    return [move for move, _ in children[:2]]


def test_killers_come_before_other_quiet_moves():
    """What refuted at this ply, in another branch."""
    fen = "4k3/pp3p2/8/8/8/2B5/PP4P1/4K3 b - - 0 1"
    node = TracedNode(fen, ("a7a6",), **(ALONE | {"killers": 1}))
    killer = refutation(node)
    assert firsts_at(("b7b6",), fen, node)[0] == killer
    assert killer not in firsts_at(("b7b6",), fen)


def test_the_counter_move_follows_the_move_it_refuted():
    """Whatever came before: here Black's rook has gone another way round."""
    fen = "r3k3/8/8/8/8/2B5/PP4P1/4K3 b - - 0 1"
    node = TracedNode(fen, ("a8b8",), **(ALONE | {"counter_moves": 1}))
    counter = refutation(node)
    longer = ("a8a7", "e1e2", "a7b7", "e2e1", "b7b8")
    assert firsts_at(longer, fen, node)[0] == counter
    assert counter not in firsts_at(longer, fen)
