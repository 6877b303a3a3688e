"""Real engine processes to talk to, in UCI or USI."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

PATIENCE_S = 60.0


class EngineProcess:
    """An engine in a process of its own, line by line."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.errors: list[bytes] = []
        self.readers = [
            threading.Thread(target=self.read_answers, daemon=True),
            threading.Thread(target=self.read_errors, daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def read_answers(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # A test closes it.
            for line in self.process.stdout:
                self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def read_errors(self) -> None:
        self.errors += list(self.process.stderr)

    def send(self, *commands: str | bytes) -> None:
        for command in commands:
            self.process.stdin.write((command.encode() if isinstance(command, str) else command) + b"\n")

    def until(self, wanted: str | Callable[[str], bool], patience_s: float = PATIENCE_S) -> list[str]:
        """The answers up to the one that starts as wanted (or satisfies a condition), it included."""
        answers: list[str] = []
        deadline = time.monotonic() + patience_s
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                pytest.fail(f"no '{wanted}' within {patience_s} s; heard {answers[-20:]}")
            if line is None:
                pytest.fail(f"the engine ended before '{wanted}'; heard {answers[-20:]}, errors {self.errors}")
            answers.append(line)
            if wanted(line) if callable(wanted) else line.startswith(wanted):
                return answers

    def ask(self, *commands: str | bytes, wanted: str = "bestmove") -> list[str]:
        """Send commands and return the answers up to the wanted one."""
        self.send(*commands)
        return self.until(wanted)

    def sync(self) -> list[str]:
        """What was said before the answer to ``isready``."""
        return self.ask("isready", wanted="readyok")[:-1]

    def is_silent(self, seconds: float) -> bool:
        """Whether no ``bestmove`` comes for a while."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                return True
            if line is None or line.startswith("bestmove"):
                return False
        return True

    def rest(self) -> list[str]:
        """The answers up to the end of the process."""
        answers = []
        while (line := self.lines.get(timeout=PATIENCE_S)) is not None:
            answers.append(line)
        return answers

    def end(self) -> list[str]:
        """Close the input; the last answers. The process must end by itself, without a fault."""
        self.process.stdin.close()
        answers = self.rest()
        assert self.process.wait(PATIENCE_S) == 0
        self.readers[1].join(PATIENCE_S)
        assert not self.errors, b"".join(self.errors).decode(errors="replace")
        return answers


@contextlib.contextmanager
def clean_engine(module: str) -> Iterator[EngineProcess]:
    """A module of ours as an engine process, which must end cleanly."""
    process = EngineProcess([sys.executable, "-m", module])
    try:
        yield process
        if process.process.poll() is None and not process.process.stdin.closed:
            process.send("quit")
            process.end()
    finally:
        process.process.kill()
        process.process.wait()
