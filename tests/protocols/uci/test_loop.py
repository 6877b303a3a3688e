"""The engine process: compliance, robustness, and a whole game driven by python-chess."""

import io
import re
import signal
import subprocess
import sys
import time

import chess
import chess.engine
import pytest

from engine_process import PATIENCE_S, EngineProcess
from injected_faults import limits_memory, little_memory, raise_in, thread_named
from kiebitz.engine import Engine
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.loop import Session
from uci_talk import best_move, infos

pytestmark = pytest.mark.check

MATE_IN_1_EN_PASSANT = "5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6"
MATED_IN_1 = "2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - -"
MATE_IN_2 = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


# ---------------------------------------------------------------------------------------------- handshake


def test_handshake(engine):
    answers = engine.ask("uci", wanted="uciok")
    assert re.fullmatch(r"id name Kiebitz \d+\.\d+\.\d+\S*", answers[0])
    assert answers[1] == "id author the Kiebitz developers"
    assert all(line.startswith("option name ") for line in answers[2:-1])
    assert engine.sync() == []


# ---------------------------------------------------------------------------------------------- compliance


def assert_valid_search(answers):
    """What the match runner fastchess asks of a search."""
    assert best_move(answers) != "(none)"
    reports = [line for line in answers if line.startswith("info") and not line.startswith("info string")]
    assert reports
    last = reports[-1].split()
    assert "score" in last
    for name in ("time", "nps", "score"):
        if name in last:
            assert "." not in last[last.index(name) + 1]


def test_compliance_as_fastchess_checks_it(engine):
    engine.sync()
    answers = engine.ask("uci", wanted="uciok")
    assert any(line.startswith("id name ") for line in answers)
    assert any(line.startswith("id author ") for line in answers)
    engine.send("ucinewgame", "position startpos")
    assert engine.sync() == []
    engine.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27")
    assert engine.sync() == []
    assert_valid_search(engine.ask("go wtime 100"))
    engine.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert_valid_search(engine.ask("go btime 100"))
    assert_valid_search(engine.ask("go wtime 100 winc 100 btime 100 binc 100"))
    assert_valid_search(engine.ask("go btime 100 binc 100 wtime 100 winc 100"))
    engine.send("ucinewgame", "position startpos")
    assert_valid_search(engine.ask("go wtime 100 btime 100"))
    engine.send("position startpos moves e2e4 e7e5")
    assert_valid_search(engine.ask("go wtime 100 btime 100"))


GOES = (
    "go nodes 1000",
    "go nodes 1",
    "go depth 6",
    "go movetime 100",
    "go movetime 1",
    "go wtime 800 btime 800 winc 50 binc 50",
    "go wtime 100 btime 100 winc 0 binc 0 movestogo 5",
    "go wtime -100 btime 100",
    "go btime 100",
    "go nodes 20000 searchmoves e2e4 d2d4",
    "go mate 1 depth 3",
    "go mate 1073741825 nodes 3000",
    "go mate 60 movetime 100",
    f"go depth 3 nodes {10**40} movetime {10**40}",
    f"go wtime 100 btime 100 winc {10**40} movetime 50",
)


def test_searches_end_by_themselves(engine):
    for go in GOES:
        engine.send("position startpos")
        answers = engine.ask(go)
        assert chess.Move.from_uci(best_move(answers)) in chess.Board().legal_moves, go
        if "searchmoves" in go:
            assert best_move(answers) in ("e2e4", "d2d4")


MATES = (
    (MATE_IN_1_EN_PASSANT, "go depth 8", "mate 1", "d5e6"),
    (MATED_IN_1, "go depth 8", "mate -1", ""),
    (f"{MATE_IN_2} moves c6d7 f2f1q", "go depth 8", "mate 1", "f7f5"),
    (f"{MATE_IN_2} moves c6d7", "go depth 8 searchmoves e3e2", "mate -1", ""),
    (MATE_IN_2, "go depth 10 searchmoves c6d7", "mate 2", "c6d7"),
    (MATE_IN_2, "go mate 2 searchmoves c6d7", "mate 2", "c6d7"),
)


def test_mates(engine):
    for fen, go, score, first in MATES:
        engine.send(f"position fen {fen}")
        answers = engine.ask(go)
        last = infos(answers)[-1]
        assert last["score"] == score, (fen, go)
        assert last["pv"][0] == best_move(answers)
        assert best_move(answers) == first or not first


def test_repetition_through_an_en_passant_root(engine):
    engine.send(
        "position fen q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1 moves d7c8 f8f7 c8d7 f7f8 d7d8 f8f7",
    )
    assert best_move(engine.ask("go nodes 10000")) == "d8d7"


def test_a_search_that_cannot_start_still_has_a_legal_move():
    """A GUI takes 'bestmove (none)' for a lost game."""

    class Refused(Engine):
        def stream(self, *arguments, **options):
            raise RuntimeError("the system refuses a thread")

    target = io.BytesIO()
    session = Session(LineWriter(target), Refused)
    session.handle("position startpos moves e2e4")
    session.handle("go depth 3")
    *_, refusal, best = sorted(target.getvalue().decode().splitlines(), key=lambda line: line.startswith("bestmove"))
    assert "refuses a thread" in refusal
    assert (
        chess.Move.from_uci(best.split()[1])
        in chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").legal_moves
    )


@pytest.mark.parametrize("kind", [MemoryError, SystemExit])
@pytest.mark.parametrize("name", ["kiebitz-job", "kiebitz-search"])
@pytest.mark.parametrize("go", ["go infinite", "go mate 60"])
def test_a_search_whose_thread_dies_is_answered(capfd, go, name, kind):
    """Who asked would wait for ever; the next search is none the worse for it."""
    target = io.BytesIO()
    session = Session(LineWriter(target))
    session.handle("setoption name Threads value 2")
    session.handle("position startpos moves f2f3 e7e5")
    session.handle(go)
    raise_in(thread_named(name), kind)
    session.handle("stop")
    session.handle("go depth 2")
    session.handle("stop")
    assert session.close()
    answers = target.getvalue().decode().splitlines()
    best = [line for line in answers if line.startswith("bestmove")]
    assert len(best) == 2, answers
    assert best[0] == "bestmove (none)"
    assert best[1] != "bestmove (none)"
    told = answers[answers.index(best[0]) - 1]
    assert told.startswith("info string internal error in searching: ")
    assert kind.__name__ in told
    assert kind.__name__ in capfd.readouterr().err


@limits_memory
@pytest.mark.parametrize("kilobytes", [0, 16_300, 33_000, 60_000])
def test_a_search_is_answered_however_little_memory_there_is(kilobytes):
    engine = EngineProcess([sys.executable, "-m", "kiebitz.protocols.uci.loop"])
    try:
        engine.send("setoption name Threads value 4", "position startpos moves e2e4")
        engine.ask("go nodes 100")
        with little_memory(engine.process.pid, kilobytes):
            *_, last = engine.ask("go nodes 100")
        *_, best = engine.ask("go nodes 100")
        board = chess.Board()
        board.push_uci("e2e4")
        assert chess.Move.from_uci(best.split()[1]) in board.legal_moves
        assert last == "bestmove (none)" or chess.Move.from_uci(last.split()[1]) in board.legal_moves
        assert engine.sync() == []
    finally:
        engine.process.kill()
        engine.process.wait()


# ---------------------------------------------------------------------------------------------- the protocol's states


def test_no_move_to_make(engine):
    for fen, score in ((MATED, "mate 0"), (STALEMATE, "cp 0")):
        engine.send(f"position fen {fen}")
        for go in ("go depth 5", "go wtime 100 btime 100", "go nodes 1", "go searchmoves e2e4 depth 2"):
            answers = [line for line in engine.ask(go) if not line.startswith("info string")]
            assert answers == [f"info depth 0 score {score}", "bestmove (none)"]
        for go in ("go infinite", "go", "go ponder wtime 100 btime 100"):
            engine.send(go)
            assert not any("bestmove" in line for line in engine.sync()), go
            assert best_move(engine.ask("stop")) == "(none)"


def test_infinite_and_ponder_wait_for_stop(engine):
    for go in ("go infinite", "go infinite depth 3", "go ponder depth 3", "go ponder movetime 50", "go"):
        engine.send(f"position fen {MATE_IN_1_EN_PASSANT}", go)
        assert engine.is_silent(0.3), go
        assert engine.sync() is not None
        assert best_move(engine.ask("stop")) == "d5e6", go


def test_ponderhit_starts_the_clock(engine):
    engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300")
    assert engine.is_silent(0.6)
    engine.send("ponderhit", "ponderhit")
    assert best_move(engine.until("bestmove")) != "(none)"


def test_ponderhit_at_once(engine):
    for _ in range(20):
        engine.send("position startpos", "go ponder wtime 30 btime 30", "ponderhit")
        engine.until("bestmove")


def test_stop_at_once_still_has_a_move(engine):
    board = chess.Board()
    for _ in range(30):
        engine.send("position startpos", "go infinite", "stop")
        assert chess.Move.from_uci(best_move(engine.until("bestmove"))) in board.legal_moves
    assert engine.sync() == []


def test_isready_is_answered_while_searching(engine):
    engine.send("position startpos", "go infinite")
    for _ in range(5):
        assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.ask("stop")


def test_go_during_a_search_ends_it_first(engine):
    engine.send("position startpos", "go infinite", "position startpos moves e2e4", "go depth 2")
    board = chess.Board()
    assert chess.Move.from_uci(best_move(engine.until("bestmove"))) in board.legal_moves
    board.push_uci("e2e4")
    assert chess.Move.from_uci(best_move(engine.until("bestmove"))) in board.legal_moves
    assert engine.is_silent(0.2)


def test_position_during_a_search_is_for_the_next(engine):
    engine.send("position startpos", "go infinite", f"position fen {MATE_IN_1_EN_PASSANT}")
    assert chess.Move.from_uci(best_move(engine.ask("stop"))) in chess.Board().legal_moves
    assert best_move(engine.ask("go depth 4")) == "d5e6"


def test_options_during_a_search_take_effect_after_it(engine):
    engine.send("position startpos", "go infinite", "setoption name MultiPV value 3", "setoption name Hash value 2")
    engine.send("setoption name Clear Hash", "ucinewgame", "setoption name Hash value 0")
    answers = engine.sync()
    assert sum("takes effect when the search has ended" in line for line in answers) == 4
    assert any("option unchanged: Hash" in line for line in answers)
    assert not any(line.startswith("bestmove") for line in answers)
    engine.ask("stop")
    assert {fields["multipv"] for fields in infos(engine.ask("go depth 3"))} == {1, 2, 3}


def test_multipv(engine):
    count = 218
    engine.send(f"setoption name multipv value {count}", "position startpos")
    answers = engine.ask("go depth 4")
    last = [fields for fields in infos(answers) if fields["depth"] == 4][-min(count, 20) :]
    assert [fields["multipv"] for fields in last] == list(range(1, min(count, 20) + 1))
    assert len({fields["pv"][0] for fields in last}) == min(count, 20)
    assert best_move(answers) == last[0]["pv"][0]


def test_chess960_castling_is_written_as_the_option_says(engine):
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    engine.send(f"position fen {fen}")
    assert best_move(engine.ask("go depth 2 searchmoves e1g1")) == "e1g1"
    assert best_move(engine.ask("go depth 2 searchmoves e1h1")) == "e1g1"
    engine.send("setoption name UCI_Chess960 value true")
    assert best_move(engine.ask("go depth 2 searchmoves e1h1")) == "e1h1"
    engine.send("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g1f1")
    assert any("no position" in line for line in engine.sync())
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1 e8e7")
    assert chess.Move.from_uci(best_move(engine.ask("go depth 2"))).from_square in (chess.F1, chess.G1)


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "<&- >&-"])
def test_exits_cleanly_without_stdin_and_stdout(redirection):
    command = f"echo uci | exec {sys.executable} -m kiebitz uci {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# ---------------------------------------------------------------------------------------------- how it ends


@pytest.mark.parametrize("last", [["quit"], []])
def test_quit_and_the_end_of_input_end_a_search(engine, last):
    engine.send("position startpos", "go infinite", *last)
    assert engine.end()[-1].startswith("bestmove ")


def test_a_last_line_without_its_end(engine):
    engine.process.stdin.write(b"isready")
    assert engine.end() == ["readyok"]


def test_a_gui_that_vanishes(engine):
    engine.send("position startpos", "go infinite")
    engine.until("info depth 3")
    engine.process.stdout.close()
    engine.send("isready")
    engine.process.stdin.close()
    assert engine.process.wait(PATIENCE_S) == 0
    engine.readers[1].join(PATIENCE_S)
    assert not engine.errors


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_control_c_ends_it(engine):
    engine.send("position startpos", "go infinite")
    engine.sync()
    engine.process.send_signal(signal.SIGINT)
    assert engine.rest()[-1].startswith("bestmove ")
    assert engine.process.wait(PATIENCE_S) == 0


def test_a_game_driven_by_python_chess():
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, "-m", "kiebitz.protocols.uci.loop"], timeout=PATIENCE_S
    ) as engine:
        assert engine.id["name"].startswith("Kiebitz ")
        engine.configure({"Hash": 4, "Move Overhead": 5})
        board = chess.Board()
        for _ in range(30):
            board.push(engine.play(board, chess.engine.Limit(nodes=2000), ponder=True).move)
        assert engine.play(board, chess.engine.Limit(white_clock=0.2, black_clock=0.2)).move in board.legal_moves
        lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
        # Pondering ends when it ends, so the game differs from time to time and may lead into check.
        assert len(lines) == min(3, board.legal_moves.count())
        assert all(line["score"] is not None and line["pv"][0] in board.legal_moves for line in lines)
        other = chess.Board.from_chess960_pos(13)
        for _ in range(20):
            other.push(engine.play(other, chess.engine.Limit(nodes=1000)).move)
        engine.ping()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be made to stand still here")
def test_a_process_that_stood_still_loses_that_time(engine):
    """On a machine that has no processor for the engine its clock runs on."""
    engine.ask("setoption name Threads value 2", "isready", wanted="readyok")
    engine.send("go movetime 1000")
    engine.until("info depth")
    engine.process.send_signal(signal.SIGSTOP)
    time.sleep(1)
    engine.process.send_signal(signal.SIGCONT)
    final = [line for line in engine.until("bestmove") if " time " in line][-1]
    assert int(re.search(r" time (\d+)", final)[1]) >= 1000


def test_a_mate_is_told_to_its_end_and_stop_ends_the_proof(engine):
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    answers = engine.ask("go mate 3")
    assert infos(answers)[-1]["score"] == "mate 1"
    assert infos(answers)[-1]["pv"] == ["a1a8"]
    for limit in ("movetime 60000", "nodes 1000"):
        assert best_move(engine.ask(f"go mate 3 {limit}")) == "a1a8"
    engine.send("position startpos", "go mate 60")
    assert " hashfull " in engine.until("info string proof number ")[-2]
    assert best_move(engine.ask("stop")) != "(none)"
