"""``kiebitz play`` as users run it: by script and on a terminal."""

import io
import os
import select
import signal
import subprocess

import chess.pgn
import pytest

import kiebitz
from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_apart, run_here
from processes import is_asleep, processor_s, wait_until


def play(typed, *arguments):
    return run_here("play", *arguments, stdin=typed if isinstance(typed, bytes) else typed.encode())


def test_a_scripted_game(tmp_path):
    path = tmp_path / "game.pgn"
    done = play(f"e4\nresign\nsave {path}\nquit\n", "--nodes", "500")
    assert done.status == 0, done.err
    said = done.out
    assert "♜" in said
    assert "\x1b" not in said
    assert "1. e4" in said
    assert "0-1, White resigns." in said
    game = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert game.headers["White"] == "Player"
    assert game.headers["Black"] == f"Kiebitz {kiebitz.__version__}"
    assert game.headers["Result"] == "0-1"


@pytest.mark.check
def test_the_game_is_analysed(tmp_path):
    done = run_apart("play", "--nodes", "100", stdin=b"e4\nresign\nsave -game.pgn\nanalyse\nquit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"Annotated PGN: -game.analysed.pgn" in done.stdout
    assert (tmp_path / "-game.analysed.pgn").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ascii"], " 8  r  n  b  q  k  b  n  r "),
        (["--chess960", "0", "--ascii"], " 8  b  b  q  n  n  r  k  r "),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w K -", "--ascii"], " 1  .  .  .  .  K  .  .  R "),
        (["--colour", "black", "--depth", "2"], "You have Black"),
        (["--level", "800", "--colour", "random"], f"against Kiebitz {kiebitz.__version__} at 800."),
        (["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - -"], "1/2-1/2, draw: stalemate."),
    ],
)
def test_beginnings_and_the_end_of_input(arguments, said):
    done = play("", *arguments)
    assert done.status == 0, done.err
    assert said in done.out
    assert done.err == ""


def test_strange_bytes_are_no_move():
    done = play(b"\xff\xfe\x00\x1b[2J\n" + b"x" * 100_000 + b"\nquit\n", "--nodes", "100")
    assert done.status == 0, done.err
    assert done.out.count("is no move") == 2
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--level", "9000"], "outside 600 to 2400"),
        (["--level", "1000", "--nodes", "5"], "leave --movetime, --nodes and --depth out"),
        (["--fen", "nonsense"], "--fen is not a position"),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w K -", "--chess960", "5"], "give one of them"),
        (["--chess960", "960"], "--chess960"),
        (["--colour", "green"], "--colour"),
    ],
)
def test_mistakes_are_said_in_one_line(arguments, said):
    assert said in refused("play", *arguments)


class Terminal:
    """The command on a pseudo-terminal."""

    def __init__(self, cwd, *arguments):
        import pty

        self.master, slave = pty.openpty()
        environment = {name: value for name, value in ENVIRONMENT.items() if name not in ("NO_COLOR", "CI")}
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment | {"PYTHONUTF8": "1", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"},
            cwd=cwd,
            start_new_session=True,
        )
        os.close(slave)
        self.heard = ""

    def until(self, text):
        """Wait for a text that comes after what was waited for before."""
        while text not in self.heard:
            assert select.select([self.master], [], [], PATIENCE_S)[0], self.heard
            self.heard += os.read(self.master, 65536).decode(errors="replace")
        before, _, self.heard = self.heard.partition(text)
        return before

    def type(self, text):
        os.write(self.master, text.encode())

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_S)
        os.close(self.master)


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of Unix")
def test_on_a_terminal(tmp_path):
    terminal = Terminal(tmp_path, "--nodes", "500")
    try:
        board = terminal.until("Your move: ")
        assert "\x1b[" in board  # Coloured squares.
        assert "♜" in board
        terminal.type("e4\r")
        terminal.until("1... ")
        terminal.until("Your move: ")
        terminal.type("quit\r")
        assert terminal.process.wait(PATIENCE_S) == 0
    finally:
        terminal.close()


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of Unix")
@pytest.mark.parametrize("is_thinking", [False, True])
def test_ctrl_c_ends_it_cleanly_and_keeps_the_game(is_thinking, tmp_path):
    terminal = Terminal(tmp_path, "--movetime", "500000")
    try:
        terminal.until("Your move: ")
        if is_thinking:
            terminal.type("e4\r")
            terminal.until("thinking…")
        if is_thinking:
            begun_s = processor_s(terminal.process.pid)
            wait_until(lambda: processor_s(terminal.process.pid) > begun_s + 0.1)
        else:
            wait_until(lambda: is_asleep(terminal.process.pid))  # Readline waits.
        os.kill(terminal.process.pid, signal.SIGINT)
        if is_thinking:
            terminal.until("Saved: kiebitz-")
        terminal.until("kiebitz: interrupted")
        assert terminal.process.wait(PATIENCE_S) == 130
        assert "Traceback" not in terminal.heard
        assert ["1. e4" in path.read_text() for path in tmp_path.iterdir()] == [True] * is_thinking
    finally:
        terminal.close()
