"""An evaluation that is a function of Python's, in searches and without one."""

import chess
import pytest

from kiebitz import Engine, Evaluator, Limit, OptionError, ShogiEngine, evaluate_batch, search_batch

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}
WINS_A_QUEEN = "k7/p7/2q5/8/8/8/P1R5/K7 w - - 0 1"
CASTLES_IN_960 = "8/7k/8/8/8/8/8/1RK3R1 w BG - 0 1"


def worth(board):
    count = sum(
        value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind, value in WORTH.items()
    )
    return count if board.turn else -count


def test_a_search_goes_by_it():
    with Engine(evaluation=worth, hash_mb=1) as engine:
        info = engine.analyse(WINS_A_QUEEN, Limit(depth=4))
        assert info.best_move == "c2c6"
        assert info.score.centipawns == 500
        assert engine.evaluate(WINS_A_QUEEN).total == -400
        assert engine.network is None


def test_the_search_is_the_same_whoever_adds_up():
    """A function that says what the built-in evaluation says is searched alike."""
    position = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 0 12"
    own = Evaluator(evaluation="tartan")
    with Engine(evaluation=own.value, hash_mb=1) as asked, Engine(evaluation="tartan", hash_mb=1) as built_in:
        nodes = [engine.analyse(position, Limit(depth=6)).nodes for engine in (asked, built_in)]
    assert nodes[0] == nodes[1]


def test_it_sees_chess960():
    seen = []

    def look(board):
        seen.append((board.chess960, board.castling_rights))
        return 0

    assert Evaluator(evaluation=look).value(CASTLES_IN_960) == 0
    assert seen == [(True, chess.BB_B1 | chess.BB_G1)]


@pytest.mark.parametrize(("said", "counted"), [(10**9, 19_999), (-(10**9), -19_999), (12.6, 13)])
def test_values_are_whole_and_clipped(said, counted):
    assert Evaluator(evaluation=lambda board: said).value(WINS_A_QUEEN) == counted


@pytest.mark.parametrize("threads", [1, 2])
def test_its_error_ends_the_search_and_comes_out(threads):
    class LostError(Exception):
        pass

    def fail(board):
        raise LostError(board.fen())

    with Engine(evaluation=fail, hash_mb=1, threads=threads) as engine:
        with pytest.raises(LostError):
            engine.analyse(WINS_A_QUEEN, Limit(nodes=10**9))
        with pytest.raises(LostError, match=WINS_A_QUEEN):
            engine.evaluate(WINS_A_QUEEN)
        with pytest.raises(TypeError):
            Evaluator(evaluation=lambda board: None).values([WINS_A_QUEEN])
        engine.configure(evaluation=worth)
        assert engine.analyse(WINS_A_QUEEN, Limit(depth=2)).best_move == "c2c6"


def test_another_function_is_another_judge():
    """What the table holds was judged by the last one."""
    with Engine(evaluation=worth, hash_mb=1) as engine:
        engine.analyse(WINS_A_QUEEN, Limit(depth=6))
        before = engine.identity
        engine.configure(evaluation=lambda board: 7)
        assert engine.identity != before
        assert engine.analyse("8/pp3k2/8/8/8/8/PP3K2/8 w - - 0 1", Limit(depth=1)).score.centipawns in (7, -7)
        engine.configure(evaluation="network")
        assert engine.network is not None
        assert engine.evaluate(WINS_A_QUEEN).network is not None


def test_what_it_cannot_go_with_is_refused():
    with Engine(hash_mb=1) as engine:
        with pytest.raises(OptionError, match="needs a function of Python"):
            engine.configure(evaluation="function")
        with pytest.raises(OptionError, match="leave network out"):
            engine.configure(evaluation=worth, network="other.network")
    with pytest.raises(OptionError, match="evaluation"):
        ShogiEngine(evaluation=worth)


def test_columns_take_it():
    assert evaluate_batch([WINS_A_QUEEN], evaluation=worth, jobs=1)["centipawns"].tolist() == [-400]


@pytest.mark.parametrize("value", [None, "good", float("nan")])
def test_a_value_that_is_no_number_is_told(value):
    def wrong(board):
        return value

    told = pytest.raises(TypeError, match=r"the evaluation .*wrong gave .*; it must give centipawns")
    with Engine(evaluation=wrong, hash_mb=1) as engine, told:
        engine.analyse("startpos", Limit(depth=2))


def test_batches_ask_it():
    (row,) = search_batch([WINS_A_QUEEN], Limit(depth=4), evaluation=worth)
    assert (row["move"], row["centipawns"]) == ("c2c6", 500)


def test_full_strength_asks_it_again():
    with Engine(evaluation=worth, hash_mb=1) as engine:
        before = engine.evaluate(WINS_A_QUEEN).total
        engine.configure(elo=1400)
        engine.configure(elo=1600)
        engine.configure(elo=None)
        assert engine.evaluate(WINS_A_QUEEN).total == before
