import chess

from kiebitz import Info, Line, Score


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
    assert line().pv == [chess.Move.from_uci(move) for move in ("e2e4", "e7e5", "g1f3")]


def test_an_outcome_speaks_of_its_best_line():
    info = Info((line(), line(score=Score(centipawns=-5), moves=("a2a3",), depth=2, rank=2)), 9000, 40)
    assert (info.best_move, info.ponder_move, info.score, info.depth) == ("e2e4", "e7e5", Score(centipawns=30), 3)
    assert Info((line(moves=("e2e4",)),), 1, 1).ponder_move is None
    over = Info((), 0, 0)
    assert (over.best_move, over.ponder_move, over.score, over.depth) == (None, None, None, 0)
