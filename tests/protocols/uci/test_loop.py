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

from engine_process import EngineProcess
from injected_faults import limits_memory, little_memory, raise_in, thread_named
from kiebitz.engine import Engine
from kiebitz.protocols.uci import job
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.latency import MOST_MS
from kiebitz.protocols.uci.loop import Session
from kiebitz.protocols.uci.protocol import best_move_line
from uci_talk import best_move, infos, talk

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


def test_uci_needs_no_heavy_module():
    code = (
        "import io, sys; from kiebitz.protocols.uci.channel import LineWriter;"
        "from kiebitz.protocols.uci.loop import Session;"
        "target = io.BytesIO(); Session(LineWriter(target)).handle('uci'); assert b'uciok' in target.getvalue();"
        "print([name for name in ('chess', 'numpy', 'rich', 'typer', 'kiebitz.core') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


# ---------------------------------------------------------------------------------------------- compliance


def assert_valid_search(answers):
    """What the match runner fastchess asks of a search."""
    assert best_move(answers) != "0000"
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


@pytest.mark.parametrize(
    "go",
    [
        "go nodes 1000",
        "go nodes 1",
        "go depth 6",
        "go depth 1",
        "go movetime 100",
        "go movetime 1",
        "go wtime 800 btime 800 winc 50 binc 50",
        "go wtime 100 btime 100 winc 0 binc 0 movestogo 5",
        "go wtime 1 btime 1",
        "go wtime -100 btime 100",
        "go btime 100",
        "go nodes 20000 searchmoves e2e4 d2d4",
        "go mate 1 depth 3",
        "go mate 1073741825 nodes 3000",
        "go mate 2",
        "go mate 60 movetime 100",
        f"go depth 3 nodes {10**40} movetime {10**40}",
        f"go movetime 50 depth {10**40}",
        f"go wtime 100 btime 100 winc {10**40} movetime 50",
    ],
)
def test_searches_end_by_themselves(engine, go):
    engine.send("position startpos")
    answers = engine.ask(go)
    assert chess.Move.from_uci(best_move(answers)) in chess.Board().legal_moves
    if "searchmoves" in go:
        assert best_move(answers) in ("e2e4", "d2d4")


def test_every_depth_is_reported(engine):
    engine.send("position startpos")
    answers = engine.ask("go depth 7")
    assert sorted({fields["depth"] for fields in infos(answers)}) == list(range(1, 8))
    for fields in infos(answers):
        assert set(fields) == {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"}
        board = chess.Board()
        for move in fields["pv"]:
            board.push_uci(move)


@pytest.mark.parametrize(
    ("fen", "go", "score", "pv"),
    [
        (MATE_IN_1_EN_PASSANT, "go depth 8", "mate 1", ["d5e6"]),
        (MATED_IN_1, "go depth 8", "mate -1", None),
        (f"{MATE_IN_2} moves c6d7 f2f1q", "go depth 8", "mate 1", ["f7f5"]),
        (f"{MATE_IN_2} moves c6d7", "go depth 8 searchmoves e3e2", "mate -1", None),
        (MATE_IN_2, "go depth 10 searchmoves c6d7", "mate 2", None),
        (MATE_IN_2, "go mate 2 searchmoves c6d7", "mate 2", None),
    ],
)
def test_mates(engine, fen, go, score, pv):
    head, _, moves = fen.partition(" moves ")
    engine.send(f"position fen {head}" + (f" moves {moves}" if moves else ""))
    answers = engine.ask(go)
    last = infos(answers)[-1]
    assert last["score"] == score
    assert last["pv"][0] == best_move(answers)
    if pv:
        assert last["pv"] == pv
    if score == "mate 2":
        assert last["pv"][0] == "c6d7"
        assert last["pv"][2] == "f7f5"


def test_bare_go_searches_until_stop(engine):
    engine.send("position fen r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18", "go")
    engine.until(lambda line: "score mate 1 " in line)
    engine.send("stop")
    assert best_move(engine.until("bestmove")) == "f1f8"


def test_repetition_through_an_en_passant_root(engine):
    engine.send(
        "position fen q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1 moves d7c8 f8f7 c8d7 f7f8 d7d8 f8f7",
    )
    assert best_move(engine.ask("go nodes 10000")) == "d8d7"


@pytest.mark.parametrize(
    ("fen", "kept"),
    [
        ("rnbqkbnr/ppp1p1pp/5p2/3pP3/8/8/PPPP1PPP/RNBQKBNR w kq d6", True),
        ("k7/8/8/1pP5/2K5/8/8/8 w - b6", True),
        ("k1r5/8/8/1pP5/2K5/8/8/8 w - b6", False),
        ("k1r5/8/8/1pP5/8/2K5/8/8 w - b6", False),
        ("k1r5/8/8/PpP5/8/2K5/8/8 w - b6", True),
        ("k1r5/8/8/PpP5/2K5/8/8/8 w - b6", True),
        ("k7/4b3/8/PpP5/1K6/8/8/8 w - b6", True),
        ("k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6", False),
        ("k7/8/8/r2pPK2/8/8/8/8 w - d6", False),
        ("k7/8/8/r1PpPK2/8/8/8/8 w - d6", True),
        ("kb6/8/8/3pP3/5K2/8/8/8 w - d6", True),
    ],
)
def test_en_passant_is_kept_if_it_can_be_taken(fen, kept):
    answers = talk(f"position fen {fen}", "d")
    shown = next(line for line in answers if line.startswith("Fen: ")).split()[4]
    assert shown == (fen.split()[3] if kept else "-")


def test_a_search_that_cannot_start_still_has_a_legal_move():
    """A GUI takes 'bestmove 0000' for a lost game."""

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


@pytest.mark.parametrize("kind", [ZeroDivisionError, MemoryError, SystemExit])
@pytest.mark.parametrize("name", ["kiebitz-job", "kiebitz-search"])
@pytest.mark.parametrize("go", ["go depth 100", "go infinite", "go mate 60"])
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
    assert best[0] == "bestmove 0000"
    assert best[1] != "bestmove 0000"
    told = answers[answers.index(best[0]) - 1]
    assert told.startswith("info string internal error in searching: ")
    assert kind.__name__ in told
    assert kind.__name__ in capfd.readouterr().err


def test_a_search_that_gets_no_thread_to_tell_of_it_is_answered(monkeypatch, capfd):
    target = io.BytesIO()
    session = Session(LineWriter(target))
    session.handle("position startpos moves e2e4")

    def refused(*_work, **_settings):
        raise RuntimeError("can't start new thread: no memory")

    with monkeypatch.context() as patched:
        patched.setattr(job, "begin_work", refused)
        session.handle("go nodes 100")
    session.answer("go nodes 100")
    assert session.close()
    first, told, *_, second = target.getvalue().decode().splitlines()
    board = chess.Board()
    board.push_uci("e2e4")
    for answer in (first, second):
        word, move, *_ = answer.split()
        assert word == "bestmove"
        assert chess.Move.from_uci(move) in board.legal_moves
    assert "can't start new thread" in told
    assert "RuntimeError" in capfd.readouterr().err


@limits_memory
@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("kilobytes", [0, 2_000, 16_300, 20_600, 25_000, 33_000, 41_000, 60_000])
def test_a_search_is_answered_however_little_memory_there_is(kilobytes, threads):
    engine = EngineProcess([sys.executable, "-m", "kiebitz.protocols.uci.loop"])
    try:
        engine.send(f"setoption name Threads value {threads}", "position startpos moves e2e4")
        engine.ask("go nodes 100")
        with little_memory(engine.process.pid, kilobytes):
            *_, last = engine.ask("go nodes 100")
        *_, best = engine.ask("go nodes 100")
        board = chess.Board()
        board.push_uci("e2e4")
        assert chess.Move.from_uci(best.split()[1]) in board.legal_moves
        assert last == "bestmove 0000" or chess.Move.from_uci(last.split()[1]) in board.legal_moves
        assert engine.sync() == []
    finally:
        engine.process.kill()
        engine.process.wait()


# ---------------------------------------------------------------------------------------------- the protocol's states


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
def test_no_move_to_make(engine, fen, score):
    engine.send(f"position fen {fen}")
    for go in ("go depth 5", "go wtime 100 btime 100", "go nodes 1", "go searchmoves e2e4 depth 2"):
        answers = engine.ask(go)
        assert [line for line in answers if not line.startswith("info string")] == [
            f"info depth 0 score {score}",
            "bestmove 0000",
        ]
    for go in ("go infinite", "go", "go ponder wtime 100 btime 100"):
        engine.send(go)
        assert engine.is_silent(0.2), go
        engine.send("stop")
        assert best_move(engine.until("bestmove")) == "0000"


@pytest.mark.parametrize(
    "go", ["go infinite", "go infinite depth 3", "go ponder depth 3", "go ponder movetime 50", "go"]
)
def test_infinite_and_ponder_wait_for_stop(engine, go):
    engine.send(f"position fen {MATE_IN_1_EN_PASSANT}", go)
    assert engine.is_silent(0.4)
    assert engine.sync() is not None
    engine.send("stop")
    assert best_move(engine.until("bestmove")) == "d5e6"


def test_ponderhit_starts_the_clock(engine):
    engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300")
    assert engine.is_silent(0.6)
    engine.send("ponderhit", "ponderhit")
    assert best_move(engine.until("bestmove")) != "0000"


def test_ponderhit_at_once(engine):
    for _ in range(20):
        engine.send("position startpos", "go ponder wtime 30 btime 30", "ponderhit")
        engine.until("bestmove")


def test_ponderhit_does_not_end_infinite(engine):
    engine.send("position startpos", "go infinite depth 2", "ponderhit")
    assert engine.is_silent(0.3)
    assert best_move(engine.ask("stop")) != "0000"
    engine.send("go ponder infinite depth 2", "ponderhit")
    assert engine.is_silent(0.3)
    assert best_move(engine.ask("stop")) != "0000"


def test_stop_at_once_still_has_a_move(engine):
    board = chess.Board()
    for _ in range(30):
        engine.send("position startpos", "go infinite", "stop")
        assert chess.Move.from_uci(best_move(engine.until("bestmove"))) in board.legal_moves
    assert engine.sync() == []


def test_what_is_not_supposed_to_come_is_ignored(engine):
    engine.send("stop", "ponderhit", "stop", "register later", "debug off")
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


@pytest.mark.parametrize("count", [4, 218])
def test_multipv(engine, count):
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


def test_searchmoves_that_are_not_legal(engine):
    engine.send("position startpos")
    answers = engine.ask("go depth 3 searchmoves e2e5 h2h3 0000 nonsense h2h3")
    assert best_move(answers) == "h2h3"
    assert any("searchmoves 'e2e5 0000 nonsense' left out" in line for line in answers)
    answers = engine.ask("go depth 3 searchmoves e2e5")
    assert any("none of the searchmoves is legal; all moves are searched" in line for line in answers)
    assert chess.Move.from_uci(best_move(answers)) in chess.Board().legal_moves


def test_debug_says_what_is_received():
    answers = talk("debug on", "ucinewgame", "debug off", "isready")
    assert answers == ["info string received 'ucinewgame'", "info string received 'debug off'", "readyok"]


def test_registration_is_open():
    assert talk("register name Stefan MK code 4359874324") == ["registration checking", "registration ok"]


def test_eval_and_flip():
    answers = talk("position startpos moves e2e4", "eval", "flip", "d")
    assert any(line.startswith("Evaluation: ") for line in answers)
    assert "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in answers


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["bench", "2"], r"\d+ nodes \d+ nps"),
        (["go", "nodes", "10"], "bestmove [a-h1-8]+"),
        (["bench", "x"], "info string 'bench' needs a depth.*"),
        (["eval"], "Evaluation: .*"),
    ],
)
def test_words_on_the_command_line_are_the_one_line_of_the_dialogue(words, answer):
    """What it begins is waited for; standard input is not read."""
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz.protocols.uci.loop", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert any(re.fullmatch(answer, line) for line in done.stdout.splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "<&- >&-"])
def test_who_finds_nobody_to_talk_to_goes_in_peace(redirection):
    command = f"echo uci | exec {sys.executable} -m kiebitz uci {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# ---------------------------------------------------------------------------------------------- how it ends


def test_quit_while_searching(engine):
    engine.send("position startpos", "go infinite", "quit")
    assert engine.end()[-1].startswith("bestmove ")


def test_the_end_of_input_is_quit(engine):
    engine.send("position startpos", "go infinite")
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
    assert engine.process.wait(20) == 0
    engine.readers[1].join(20)
    assert not engine.errors


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_control_c_ends_it(engine):
    engine.send("position startpos", "go infinite")
    engine.sync()
    engine.process.send_signal(signal.SIGINT)
    assert engine.rest()[-1].startswith("bestmove ")
    assert engine.process.wait(20) == 0


def test_a_game_driven_by_python_chess():
    with chess.engine.SimpleEngine.popen_uci(
        [sys.executable, "-m", "kiebitz.protocols.uci.loop"], timeout=60
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


def test_what_a_move_costs_beside_its_search_is_kept_back(monkeypatch):
    """The second move on a clock is given less time, for the answer to the first was long in coming."""
    target = io.BytesIO()
    session = Session(LineWriter(target))
    overheads = []

    def slow(line, *rest):
        time.sleep(0.03)
        return best_move_line(line, *rest)

    monkeypatch.setattr("kiebitz.protocols.uci.narration.best_move_line", slow)
    for _ in range(2):
        session.handle("go wtime 1000 btime 1000")
        overheads.append(session._engine.move_overhead_ms)
        session._job.wait()
    assert overheads[0] == 10
    assert 39 <= overheads[1] <= 10 + MOST_MS
    assert session.close()


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
    assert best_move(engine.ask("stop")) != "0000"


def test_zugzwang_at_the_root_is_told_once(engine):
    engine.send("setoption name Null Move Policy value donninger", "position fen 1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - -")
    assert engine.ask("go depth 8").count("info string zugzwang") == 1
    engine.send("ucinewgame", "setoption name Null Move Policy value era")
    assert "info string zugzwang" not in engine.ask("go depth 8")
