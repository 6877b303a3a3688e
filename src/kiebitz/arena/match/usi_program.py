"""A program that speaks USI, as a process: lines to it, lines from it, each answer awaited for a while.

Two threads read what it writes, so that it never waits for us and its last words are known. Lines are cut at
``MAX_LINE_BYTES``: a program whose line doesn't end is ended before it fills the memory.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import IO

from kiebitz.processes.worker_pool import deaf_to_interrupts
from kiebitz.programs.bounds import LAST_WORDS, LAST_WORDS_LENGTH, LINES_KEPT, MAX_ANSWER_BYTES, MAX_LINE_BYTES
from kiebitz.programs.process_group import end_group

CHUNK_BYTES = 1 << 16
LAST_WORDS_S = 0.5
"""So long it may take to end, once it has no more to say."""


class ProgramEndedError(Exception):
    """The program has ended, and with it what it could say."""


class UsiProgram:
    """A running program. Any thread may kill it; everything else is for one."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start it. Raises OSError."""
        with deaf_to_interrupts():  # Half begun, nobody could end it.
            self._begin(command)

    def _begin(self, command: tuple[str, ...]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # Of lines that it has written since it was told something, by the thread that reads them.
        self._unanswered_bytes = 0
        self._words: deque[str] = deque(maxlen=LAST_WORDS)
        assert self._process.stdout
        assert self._process.stderr
        self._readers = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def is_running(self) -> bool:
        """True if it has not ended."""
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Send it a line. Raises ProgramEndedError."""
        assert self._process.stdin
        self._unanswered_bytes = 0
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except OSError as error:
            raise ProgramEndedError from error

    def hear(self, timeout_s: float) -> str:
        """Its next line. Raises TimeoutError and ProgramEndedError."""
        try:
            line = self._lines.get(timeout=max(timeout_s, 0))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)  # whoever asks again hears the same
            raise ProgramEndedError
        return line

    def hear_until(self, word: str, timeout_s: float) -> list[str]:
        """Its last lines up to one that begins with a word, that one included. Raises as ``hear``."""
        deadline = time.monotonic() + timeout_s
        lines: deque[str] = deque(maxlen=LINES_KEPT)
        while (left_s := deadline - time.monotonic()) > 0:
            line = self.hear(left_s)
            lines.append(line)
            if line.split()[:1] == [word]:
                return list(lines)
        raise TimeoutError

    def last_words(self) -> str:
        """Its last words on standard error, which may explain its end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_WORDS_S)  # who has closed its output may still be on its way out
        if not self.is_running:
            for reader in self._readers:
                reader.join(1)
        return " | ".join(self._words)

    def quit(self, timeout_s: float) -> None:
        """Ask it to end, and end it if it doesn't."""
        with contextlib.suppress(ProgramEndedError):
            self.say("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            # A child of its own may hold the other end; the readers leave with ours.
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()

    def kill(self) -> None:
        """End it at once; from whatever thread."""
        if self.is_running:
            end_group(self._process.pid)
            self._process.wait()

    def _read(self, pipe: IO[bytes]) -> None:
        """Take its lines; the life of a thread."""
        for line in self._lines_of(pipe):
            self._unanswered_bytes += len(line)
            if self._unanswered_bytes > MAX_ANSWER_BYTES:
                self._words.append(f"(more than {MAX_ANSWER_BYTES:,} bytes without an answer)")
                self.kill()
                break
            self._lines.put(line)
        self._lines.put(None)

    def _listen(self, pipe: IO[bytes]) -> None:
        """Keep its last words; the life of a thread."""
        for line in self._lines_of(pipe):
            if line.strip():
                self._words.append(line.strip()[:LAST_WORDS_LENGTH])

    def _lines_of(self, pipe: IO[bytes]) -> Iterator[str]:
        """The lines written to a pipe, one by one, until it is closed."""
        rest = bytearray()
        while chunk := _chunk(pipe):
            rest += chunk
            *lines, rest = rest.split(b"\n")
            for line in lines:
                yield line.decode("utf-8", "replace").strip("\r")
            if len(rest) > MAX_LINE_BYTES:
                self._words.append(f"(a line of more than {MAX_LINE_BYTES:,} bytes)")
                self.kill()
                return
        if rest:
            yield rest.decode("utf-8", "replace")


def _chunk(pipe: IO[bytes]) -> bytes:
    """Read the bytes that are there; none once the pipe is closed, by whichever end."""
    try:
        return pipe.read(CHUNK_BYTES)
    except (OSError, ValueError):
        return b""
