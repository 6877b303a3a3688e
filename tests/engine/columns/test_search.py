"""Many searches in one call: in order, whoever searches; Ctrl-C keeps what is done."""

import signal
import subprocess
import sys
import textwrap
import threading

import chess
import chess.engine
import pytest

from kiebitz import Engine, Limit, OptionError, search_batch
from kiebitz.engine.bench import POSITIONS
from kiebitz.engine.columns import search
from kiebitz.engine.columns.batch import NOT_REACHED

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
PATIENCE_S = 60


def test_rows_are_the_engines_in_order_whoever_searches():
    fens = list(POSITIONS[:8])
    batch = search_batch(fens, Limit(nodes=500), jobs=3, null_move=False)
    assert batch == search_batch(fens, Limit(nodes=500), jobs=1, null_move=False)
    for row, fen in zip(batch, fens, strict=True):
        with Engine(hash_mb=1, null_move=False) as engine:
            info = engine.analyse(fen, Limit(nodes=500))
        assert (row["fen"], row["move"], row["nodes"], row["depth"]) == (fen, info.best_move, info.nodes, info.depth)
        assert row["pv"].split() == list(info.lines[0].moves)
        assert (row["centipawns"], row["mate"]) == (info.score.centipawns, info.score.mate)


def test_mates_games_that_are_over_and_faults_are_rows():
    batch = search_batch([MATE, MATED, STALEMATE, "nonsense", chess.Board()], chess.engine.Limit(depth=4))
    assert batch["mate"].tolist() == [1, 0, None, None, None]
    assert batch["centipawns"][:4].tolist() == [None, None, 0, None]
    assert [move is None for move in batch["move"]] == [False, True, True, True, False]
    assert [error is None for error in batch["error"]] == [True, True, True, False, True]
    assert batch["fen"][-1] == chess.STARTING_FEN


def test_progress_ends_with_all():
    told = []
    search_batch([MATE] * 50, Limit(depth=2), jobs=2, on_position=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (50, 50)
    assert len(search_batch([], Limit(depth=1))) == 0


@pytest.mark.parametrize(
    ("limit", "options", "error"),
    [
        *[(limit, {}, ValueError) for limit in (Limit(), Limit(infinite=True), Limit(white_clock_ms=1000))],
        (Limit(ponder=True, depth=3), {}, ValueError),
        (Limit(depth=1), {"jobs": 0}, ValueError),
        (Limit(depth=1), {"nul_move": False}, OptionError),
    ],
)
def test_a_limit_that_ends_no_search_and_impossible_options_are_refused(limit, options, error):
    with pytest.raises(error):
        search_batch([MATE], limit, **options)


def test_what_goes_wrong_comes_out_and_no_thread_stays(monkeypatch):
    def fail(searcher, start, boards):
        raise MemoryError("as if")

    monkeypatch.setattr(search._ByWorker, "search", fail)
    with pytest.raises(MemoryError, match="as if"):
        search_batch([MATE] * 4, Limit(depth=1), jobs=2)
    monkeypatch.undo()

    def complain(done, of):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        search_batch(["nonsense", *[MATE] * 3], Limit(nodes=10**12), jobs=2, on_position=complain)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kiebitz-batch")]


@pytest.mark.check
def test_ctrl_c_keeps_what_is_done():
    code = """
        import chess, kiebitz
        fens = ["nonsense", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", *[chess.STARTING_FEN] * 3]
        def tell(done, of):
            if done == 2:
                print("searching", flush=True)
        batch = kiebitz.search_batch(fens, kiebitz.Limit(nodes=10**12), jobs=1, on_position=tell)
        print(batch.is_whole, batch["mate"].tolist(), batch["error"][2:])
    """
    with subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "searching\n"
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=PATIENCE_S)
    assert said == f"False [None, 0, None, None, None] {[NOT_REACHED] * 3}\n"
    assert (process.returncode, errors) == (0, "")


def test_positions_of_chess960_are_told_with_their_rooks():
    board = chess.Board("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", chess960=True)
    (row,) = search_batch([board], Limit(nodes=50))
    assert row["fen"] == board.shredder_fen()
