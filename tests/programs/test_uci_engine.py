import gc
import json
import os
import shutil
import signal
import sys
import textwrap
import threading
from pathlib import Path

import chess
import pytest

import kiebitz
from kiebitz import Engine, Limit, ProgramError, ProgramFailure, Score, UciEngine
from kiebitz.programs import bounded_protocol, uci_engine
from kiebitz.programs.bounds import SILENCE_S
from processes import wait_until

pytestmark = pytest.mark.check

OURSELVES = f"{sys.executable} -m kiebitz uci;Hash=1;Threads=1"
"""The program that is always there."""
FORK = "r3k3/5ppp/8/3N4/8/8/5PPP/4K3 w - - 0 1"


@pytest.fixture(scope="module")
def engine():
    with UciEngine(OURSELVES) as made:
        yield made


@pytest.fixture
def program(tmp_path):
    """Write a program that speaks UCI after a fashion; ``answers`` is what it does when it is told to search."""

    def write(answers, options=""):
        path = tmp_path / "program.py"
        path.write_text(
            textwrap.dedent(
                f"""\
                import sys, time
                def say(*lines):
                    print(*lines, sep="\\n", flush=True)
                for line in sys.stdin:
                    words = line.split()
                    if words[:1] == ["uci"]:
                        say("id name Odd 1", {options!r}, "uciok")
                    elif words[:1] == ["isready"]:
                        say("readyok")
                    elif words[:1] == ["position"]:
                        position = line.strip()
                    elif words[:1] == ["quit"]:
                        break
                    elif words[:1] == ["go"]:
                """
            )
            + textwrap.indent(textwrap.dedent(answers), " " * 8)
        )
        return f"{sys.executable} {path}"

    return write


def test_it_finds_what_an_engine_finds(engine):
    with Engine(hash_mb=1) as own:
        expected = own.analyse(FORK, Limit(nodes=5000), multipv=3)
    engine.new_game()
    found = engine.analyse(FORK, Limit(nodes=5000), multipv=3)
    assert [(line.moves[0], line.score, line.rank) for line in found.lines] == [
        (line.moves[0], line.score, line.rank) for line in expected.lines
    ]
    assert found.fen == FORK
    assert found.nodes > 1000


def test_it_is_told_the_moves_before(engine):
    board = chess.Board()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]:
        board.push_san(move)
    engine.new_game()
    # Ng8 comes to the first position for the third time.
    assert engine.analyse(board, Limit(nodes=3000), searchmoves=["f6g8"]).score == Score(0)


def test_of_what_was_before_a_null_move_nothing_is_told(engine):
    board = chess.Board()
    board.push_san("e4")
    board.push(chess.Move.null())
    board.push_san("d4")
    engine.new_game()
    found = engine.analyse(board, Limit(nodes=2000))
    assert found.fen == board.fen()
    assert found.move in board.legal_moves


def test_chess960(engine):
    board = chess.Board("1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1", chess960=True)
    engine.new_game()
    found = engine.analyse(board, Limit(nodes=2000), searchmoves=[board.parse_san("O-O")])
    assert found.best_move == "g1h1"


def test_a_move_that_the_program_has_no_line_for_is_searched_after_it(program):
    """It knows neither MultiPV nor searchmoves, and thinks that every position is worth 40 to the side to move."""
    answers = """\
        move = "e7e5" if "moves" in position else "e2e4"
        say(f"info depth 5 score cp 40 nodes 100 pv {move}", f"bestmove {move}")
        """
    with UciEngine(program(answers)) as odd:
        found = odd.analyse(chess.Board(), Limit(nodes=100), multipv=2, searchmoves=["e2e4", "a2a3"])
    assert [(line.moves, line.score, line.depth) for line in found.lines] == [
        (("e2e4",), Score(40), 5),
        (("a2a3", "e7e5"), Score(-40), 6),
    ]
    assert found.nodes == 200


def test_a_mate_that_it_has_no_line_for(program):
    board = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"
    with UciEngine(program("say('info depth 1 score cp 900 nodes 9 pv g6f7', 'bestmove g6f7')")) as odd:
        found = odd.analyse(board, Limit(nodes=100), multipv=2, searchmoves=["g6f7", "b1b8"])
    assert [(line.moves, line.score) for line in found.lines] == [(("b1b8",), Score(mate=1)), (("g6f7",), Score(900))]


def test_bounds_are_no_values(program):
    answers = """\
        say("info depth 5 score cp 40 nodes 100 pv e2e4", "info depth 6 score cp -300 upperbound nodes 200 pv e2e4")
        say("bestmove e2e4")
        """
    with UciEngine(program(answers)) as odd:
        assert odd.analyse(chess.Board(), Limit(nodes=100)).score == Score(40)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("sys.stderr.write('out of luck\\n'); sys.exit(3)", r"Odd 1 crashes .*out of luck"),
        ("say('bestmove a1a8')", "Odd 1 breaks the protocol: it plays a1a8, an illegal move"),
        ("say('bestmove e2e4')", "tells no line"),
        ("say('x' * (2 << 20))", "Odd 1 crashes .*a line of more than"),
        ("while True: say(*['flood'] * 10_000)", "Odd 1 crashes .*more than 300,000 bytes without an answer"),
        ("while True: say(*[f'info depth 1 score cp 1 nodes 1 pv e2e4'] * 1000)", "more than 300,000 bytes"),
        ("while True: sys.stdout.write('x'), time.sleep(.01)", "Odd 1 comes no further for 0 s; ended"),
        ("while True: say('info depth 1 score cp 1 nodes 7 pv e2e4'), time.sleep(.05)", "Odd 1 comes no further"),
    ],
)
def test_a_program_that_fails_is_started_again_for_the_next_game(program, answers, said, monkeypatch):
    if "sleep" in answers:
        monkeypatch.setattr(uci_engine, "SILENCE_S", 0.5)
    elif "while" in answers:
        monkeypatch.setattr(bounded_protocol, "MAX_ANSWER_BYTES", 300_000)
    with UciEngine(program(answers)) as odd:
        for _ in range(2):
            with pytest.raises(ProgramFailure, match=said):
                odd.analyse(chess.Board(), Limit(nodes=100))
            with pytest.raises(ProgramFailure, match="is not running"):
                odd.analyse(chess.Board(), Limit(nodes=100))
            odd.new_game()


def test_who_comes_on_is_waited_for_and_no_other():
    now = 0.0
    patience = uci_engine._Patience(lambda: now, Limit(movetime_ms=10_000))
    for step in range(1, 4):  # deeper, then more positions, then neither
        now += SILENCE_S * 0.3
        patience.hear({"depth": min(step, 2), "nodes": 100 * step})
        assert not patience.is_over
    now = SILENCE_S + 9
    assert not patience.is_over
    now += 2  # whatever it says: its time is long over
    patience.hear({"depth": 50, "nodes": 10**9})
    assert patience.is_over
    now, patience = 0.0, uci_engine._Patience(lambda: now, Limit(nodes=10**9))
    for _ in range(4):
        now += SILENCE_S * 0.4
        patience.hear({"depth": 1, "nodes": 1})
    assert patience.is_over


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_what_a_program_has_started_ends_with_it(program, tmp_path):
    answers = f"""\
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
        say("bestmove a1a8")
        """
    with UciEngine(program(answers)) as odd, pytest.raises(ProgramFailure):
        odd.analyse(chess.Board(), Limit(nodes=100))
    child = int((tmp_path / "child").read_text())
    wait_until(lambda: not is_alive(child))


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("when", ["before", "after"])
def test_ctrl_c_while_a_program_begins_leaves_neither_program_nor_thread(when, program, monkeypatch):
    begun = []
    popen = uci_engine._Asked.popen

    async def interrupted(*arguments, **options):
        if when == "before":
            os.kill(os.getpid(), signal.SIGINT)
        begun.append(await popen(*arguments, **options))
        if when == "after":
            os.kill(os.getpid(), signal.SIGINT)
        return begun[0]

    monkeypatch.setattr(uci_engine._Asked, "popen", interrupted)
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        UciEngine(program("pass"))
    ((transport, _),) = begun
    wait_until(lambda: not is_alive(transport.get_pid()) and threading.active_count() == threads)


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("is_closed", [False, True])
def test_ctrl_c_before_the_first_step_is_silent(is_closed, program, recwarn):
    gc.collect()
    recwarn.clear()  # of tests before, whose programs are collected now
    held, threads = threading.Event(), threading.active_count()

    def begin_and_interrupt():
        threading.Timer(0.1, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        engine.new_game()

    with UciEngine(program("pass")) as engine:
        assert engine._loop
        engine._loop.call_soon_threadsafe(held.wait)
        with pytest.raises(KeyboardInterrupt):
            begin_and_interrupt()
        threading.Timer(0.5, held.set).start()  # once it is closed, if it is
        if not is_closed:
            engine.new_game()
    wait_until(lambda: threading.active_count() == threads)
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []


def is_alive(pid):
    """Whether a process runs; one that nobody has buried yet doesn't."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_a_program_in_this_folder_is_found(monkeypatch, tmp_path):
    path = tmp_path / "program"
    path.write_text(f"#!/bin/sh\nexec {OURSELVES.partition(';')[0]}\n")
    path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with UciEngine("./program") as here:
        assert here.analyse(chess.Board(), Limit(nodes=20)).lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no-such-program", "no program no-such-program"),
        ("", "names no program"),
        (f"{sys.executable};Threads", "'Threads' is no option"),
        (f"{sys.executable} -c 'exit(7)'", r"doesn't start: .*exit code: 7"),
        (f"{OURSELVES};Nonsense=1", "doesn't start: .*Nonsense"),
        (f"{OURSELVES};MultiPV=3", "MultiPV follows from what"),
    ],
)
def test_a_program_that_can_not_be_asked(text, said):
    with pytest.raises(ProgramError, match=said):
        UciEngine(text)


def test_limits_that_it_has_no_clock_for(engine):
    with pytest.raises(ValueError, match="no limit for another program"):
        engine.analyse(chess.Board(), Limit(white_clock_ms=1000, black_clock_ms=1000))
    with pytest.raises(ValueError, match="at least one line"):
        engine.analyse(chess.Board(), Limit(nodes=1), multipv=0)


@pytest.mark.parametrize("limit", [Limit(), Limit(byoyomi_ms=100), Limit(moves_to_go=3)])
def test_limits_that_never_end_a_search(engine, limit):
    with pytest.raises(ValueError, match="no limit for another program"):
        engine.analyse("startpos", limit)


def test_a_board_edited_after_its_moves_is_searched_as_it_stands(engine):
    board = chess.Board()
    board.push_san("e4")
    board.turn = chess.WHITE
    assert engine.analyse(board, Limit(nodes=50)).lines[0].pv[0] in board.legal_moves


def test_mates_are_proven_and_positions_evaluated_by_ourselves(program):
    with UciEngine(program("sys.exit()")) as odd:
        assert odd.analyse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limit(mate=1)).score == Score(mate=1)
        assert odd.evaluate(FORK).total


def test_it_says_who_it_is(engine):
    assert engine.title == f"Kiebitz {kiebitz.__version__}"
    assert json.loads(engine.identity)[3] == [["Hash", "1"], ["Threads", "1"]]
    with UciEngine(f"{OURSELVES};name=Other") as other:
        assert other.title == "Other"
        assert other.identity != engine.identity


IGNORES_NODES = """
    depth = int(words[words.index("depth") + 1]) if "depth" in words else 1
    say(f"info depth {depth} score cp 32 nodes {3 * depth} pv f2f3", "bestmove f2f3")
"""


def test_a_program_that_knows_no_limit_of_nodes_is_no_judge_by_nodes(program):
    """As Ethereal 12: it plays what its first ply finds."""
    with UciEngine(program(IGNORES_NODES)) as engine:
        with pytest.raises(ProgramFailure, match="knew no limit of nodes; give it depth or time"):
            engine.analyse(FORK, Limit(nodes=50_000))
        engine.new_game()
        assert engine.analyse(FORK, Limit(depth=5)).lines[0].depth == 5
        assert engine.analyse(FORK, Limit(nodes=100)).lines[0].nodes == 3  # so few that it may be so


@pytest.mark.skipif(shutil.which("stockfish") is None, reason="needs Debian's package stockfish")
def test_stockfish_judges_and_reasons_are_ours():
    with UciEngine("stockfish;Threads=1;Hash=16") as stockfish:
        found = kiebitz.explain(FORK, "Kf1", Limit(nodes=20_000), engine=stockfish)
    assert found.best == "d5c7"
    assert "Better: 1.Nc7+ forks the king on e8 and the rook on a8." in found.sentences()
