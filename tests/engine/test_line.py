import chess
import pytest

from kiebitz import Engine, Info, Limit, Line, Score


def line(**changes):
    facts = {"score": Score(centipawns=30), "moves": ("e2e4", "e7e5", "g1f3"), "depth": 3, "selective_depth": 5}
    counts = {"nodes": 5000, "time_ms": 20, "hashfull": 7, "turn": chess.WHITE}
    return Line(**facts | counts | changes)


def test_white_sees_the_score_from_its_own_side():
    assert line().white_score == Score(centipawns=30)
    assert line(turn=chess.BLACK).white_score == Score(centipawns=-30)


def test_speed_also_before_the_first_millisecond():
    assert line().nodes_per_second == 250_000
    assert line(time_ms=0).nodes_per_second == 5_000_000


def test_the_variation_as_moves():
    info = Info((line(), line(moves=("a2a3",), rank=2)), 9000, 40)
    assert info.pv == line().pv == [chess.Move.from_uci(move) for move in ("e2e4", "e7e5", "g1f3")]
    assert info.move == line().move == line().pv[0]
    assert not info.is_checkmate
    assert not info.is_stalemate


def test_an_outcome_speaks_of_its_best_line():
    info = Info((line(), line(score=Score(centipawns=-5), moves=("a2a3",), depth=2, rank=2)), 9000, 40)
    assert (info.best_move, info.ponder_move, info.score, info.depth) == ("e2e4", "e7e5", Score(centipawns=30), 3)
    assert Info((line(moves=("e2e4",)),), 1, 1).ponder_move is None
    over = Info((), 0, 0)
    assert (over.best_move, over.ponder_move, over.score, over.depth) == (None, None, None, 0)
    assert over.pv == []
    assert over.move is None


@pytest.mark.parametrize(
    ("fen", "is_mate"), [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", True), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False)]
)
def test_mate_and_stalemate_are_told_apart(fen, is_mate):
    info = Engine(hash_mb=1).analyse(fen, Limit(depth=1))
    assert (info.lines, info.is_checkmate, info.is_stalemate) == ((), is_mate, not is_mate)
