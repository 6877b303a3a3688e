"""python-chess's engines played by Kiebitz: its own examples, and Stockfish beside it."""

import asyncio
import gc
import threading
from pathlib import Path

import chess
import chess.engine
import chess.variant
import pytest
from chess.engine import Limit, Mate, PovScore

import kiebitz
from processes import wait_until

pytestmark = pytest.mark.check

STOCKFISH = Path("/usr/games/stockfish")
MATE_IN_1 = "r1bqkbnr/p1pp1ppp/1pn5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 4"
NEAR_THE_END = "8/8/8/8/8/4k3/4p3/4K3 w - - 4 1"

ENGINES = [
    "kiebitz",
    pytest.param(
        "stockfish", marks=pytest.mark.skipif(not STOCKFISH.exists(), reason="Stockfish is not installed beside us")
    ),
]


def kiebitz_threads():
    """Threads of engines. Those of a server that other tests started in this process live as long as it does."""
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith("kiebitz") and not name.startswith("kiebitz-web")]


@pytest.fixture(params=ENGINES)
def engine(request):
    """The same class of python-chess, played by one program or the other."""
    if request.param == "kiebitz":
        with kiebitz.SimpleEngine() as engine:
            yield engine
        assert kiebitz_threads() == []
    else:
        with chess.engine.SimpleEngine.popen_uci(str(STOCKFISH)) as engine:
            yield engine


@pytest.fixture
def own():
    with kiebitz.SimpleEngine() as engine:
        yield engine
    assert kiebitz_threads() == []


def opened(name):
    """The coroutine that opens an engine for asyncio, as python-chess does."""
    return kiebitz.popen_uci() if name == "kiebitz" else chess.engine.popen_uci(str(STOCKFISH))


# ---------------------------------------------------------------------------------------------- the documented examples


def test_playing_against_itself(engine):
    board = chess.Board(NEAR_THE_END)
    while not board.is_game_over():
        result = engine.play(board, Limit(time=0.01))
        assert isinstance(result, chess.engine.PlayResult)
        assert (result.draw_offered, result.resigned, result.info) == (False, False, {})
        board.push(result.move)
    assert board.result() == "1/2-1/2"


def test_analysing_and_evaluating(engine):
    info = engine.analyse(chess.Board(), Limit(time=0.05))
    assert isinstance(info["score"], PovScore)
    assert abs(info["score"].white().score()) < 100
    info = engine.analyse(chess.Board(MATE_IN_1), Limit(depth=10))
    assert info["score"] == PovScore(Mate(+1), chess.WHITE)
    assert info["pv"] == [chess.Move.from_uci("f3f7")]


def test_indefinite_analysis(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("seldepth", 0) > 8:
                break
    best = analysis.wait()
    assert best.move in chess.Board().legal_moves
    assert analysis.info["depth"] > 1
    assert all(isinstance(info, dict) for info in analysis)
    assert (analysis.next(), analysis.empty(), analysis.would_block()) == (None, True, False)


def test_options(engine):
    option = engine.options["Hash"]
    assert (option.name, option.type, option.default, option.min, option.var) == ("Hash", "spin", 16, 1, [])
    engine.configure({"Hash": 32})
    engine.ping()
    with pytest.raises(chess.engine.EngineError, match="at least 1"):
        engine.configure({"Hash": 0})
    with pytest.raises(chess.engine.EngineError, match="does not support option Colour"):
        engine.configure({"Colour": "green"})
    with pytest.raises(chess.engine.EngineError, match="automatically managed"):
        engine.configure({"MultiPV": 3})


@pytest.mark.parametrize("name", ENGINES)
def test_the_examples_for_asyncio(name):
    async def ask():
        transport, engine = await opened(name)
        board = chess.Board(NEAR_THE_END)
        while not board.is_game_over():
            board.push((await engine.play(board, Limit(time=0.01))).move)
        info = await engine.analyse(chess.Board(MATE_IN_1), Limit(depth=10))
        assert info["score"] == PovScore(Mate(+1), chess.WHITE)
        with await engine.analysis(chess.Board()) as analysis:
            async for info in analysis:
                if info.get("seldepth", 0) > 8:
                    break
        assert engine.options["Hash"].default == 16
        await engine.configure({"Hash": 32})
        await engine.ping()
        await engine.quit()
        assert engine.returncode.result() == transport.get_returncode() == 0
        with pytest.raises(chess.engine.EngineTerminatedError):
            await engine.ping()

    asyncio.run(ask(), debug=True)
    assert kiebitz_threads() == []


# ---------------------------------------------------------------------------------------------- the same shapes


def test_several_lines_come_as_a_list(engine):
    infos = engine.analyse(chess.Board(), Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert [info["score"].relative for info in infos] == sorted((i["score"].relative for i in infos), reverse=True)
    wanted = {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"}
    assert all(wanted <= set(info) for info in infos)
    # More lines than there are moves.
    assert len(engine.analyse(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"), Limit(depth=4), multipv=9)) == 3


def test_root_moves_and_games(engine):
    wanted = [chess.Move.from_uci(move) for move in ("a2a3", "h2h3")]
    for game in (None, object(), object()):
        assert engine.play(chess.Board(), Limit(depth=3), game=game, root_moves=wanted).move in wanted
    infos = engine.analyse(chess.Board(), Limit(depth=3), multipv=5, root_moves=wanted)
    assert {info["pv"][0] for info in infos} == set(wanted)


def test_pondering_and_its_end(engine):
    board, game = chess.Board(), object()
    for _ in range(3):
        limit = Limit(white_clock=2.0, black_clock=2.0, white_inc=0.01, black_inc=0.01)
        result = engine.play(board, limit, game=game, ponder=True)
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
    assert engine.play(board, Limit(depth=2), game=game).move in board.legal_moves


def test_a_game_that_is_over(engine):
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(mated, Limit(depth=3)).move is None
    assert engine.analyse(mated, Limit(depth=3))["score"] == PovScore(Mate(-0), chess.BLACK)
    stalemate = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(stalemate, Limit(depth=3)).move is None


def test_chess960_and_variants(engine):
    board = chess.Board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True)
    assert engine.play(board, Limit(depth=3)).move in board.legal_moves
    with pytest.raises(chess.engine.EngineError, match="UCI_Variant"):
        engine.play(chess.variant.AtomicBoard(), Limit(depth=2))


def test_a_new_command_cancels_the_one_before(engine):
    analysis = engine.analysis(chess.Board())
    assert analysis.get()
    assert engine.play(chess.Board(), Limit(depth=2)).move
    assert analysis.wait().move in chess.Board().legal_moves


def test_time_that_runs_out(engine):
    engine.timeout = -0.2  # beyond the limit's time: seconds before it is over
    with pytest.raises(asyncio.TimeoutError):
        engine.play(chess.Board(), Limit(time=0.3))
    engine.timeout = None
    assert engine.play(chess.Board(), Limit(depth=2)).move


# ---------------------------------------------------------------------------------------------- in this process


def test_what_names_a_process_is_accepted_and_what_is_not_uci_refused():
    with kiebitz.SimpleEngine.popen_uci("/usr/bin/stockfish", timeout=20, setpgrp=True) as engine:
        assert engine.timeout == 20
        assert engine.play(chess.Board(), Limit(depth=1)).move
    with pytest.raises(chess.engine.EngineError, match="open it by popen_uci"):
        kiebitz.SimpleEngine.popen_xboard("/usr/games/gnuchess")


def test_closing_ends_a_search_and_every_thread():
    engine = kiebitz.SimpleEngine()
    analysis = engine.analysis(chess.Board())
    analysis.get()
    engine.close()
    assert kiebitz_threads() == []
    assert engine.returncode.result() == 0
    with pytest.raises(chess.engine.EngineTerminatedError):
        engine.ping()
    engine.close()


def test_the_end_of_a_loop_ends_what_was_left_open():
    async def leave():
        transport, engine = await kiebitz.popen_uci()
        await engine.analysis(chess.Board())
        transport.kill()

    asyncio.run(leave(), debug=True)
    # A thread that has done its work may live on to wait for another, by another name.
    wait_until(lambda: not kiebitz_threads())


def test_forgotten_engines_leave_no_threads():
    engines = [kiebitz.SimpleEngine.popen_uci() for _ in range(10)]
    assert all(engine.play(chess.Board(), Limit(depth=1)).move for engine in engines)
    analysis = engines[0].analysis(chess.Board())
    assert analysis.next()
    assert len(kiebitz_threads()) >= 20
    del engines
    gc.collect()
    wait_until(lambda: len([name for name in kiebitz_threads() if name == "kiebitz-simple"]) == 1)
    assert analysis.next()  # who holds an analysis holds its engine
    del analysis
    gc.collect()
    wait_until(lambda: not kiebitz_threads())


def test_it_may_stand_in_the_place_of_python_chess_s(monkeypatch):
    monkeypatch.setattr(chess.engine, "SimpleEngine", kiebitz.SimpleEngine)
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        assert engine.play(chess.Board(), chess.engine.Limit(nodes=10)).move in chess.Board().legal_moves
