"""python-chess's view of a program, within bounds: its last words on standard error are kept, and no endless lines."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

import chess.engine

from kiebitz.commandline.switches import WORDS
from kiebitz.engine.score import Score
from kiebitz.programs.bounds import LAST_WORDS, LAST_WORDS_LENGTH, MAX_ANSWER_BYTES, MAX_LINE_BYTES
from kiebitz.programs.process_group import end_group

Found = TypeVar("Found")

# What a program does wrong, whoever asked it says; asyncio's remarks on processes that end help nobody.
for _name in ("chess.engine", "asyncio"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)


class Bounded(chess.engine.Protocol):
    """A program's output: its last words on standard error, which may explain its end; no endless line, no flood."""

    words: deque[str]
    unanswered_bytes = 0
    """Bytes it has written since it was told something."""

    def send_line(self, line: str) -> None:
        """Called by python-chess to tell the program something."""
        self.unanswered_bytes = 0
        super().send_line(line)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Called by asyncio. A program whose line or answer doesn't end is ended, before it fills the memory."""
        self.unanswered_bytes += len(data)
        if self.unanswered_bytes > MAX_ANSWER_BYTES:
            self._end(fd, f"(more than {MAX_ANSWER_BYTES:,} bytes without an answer)")
            return
        super().pipe_data_received(fd, data)
        if len(self.buffer[fd]) > MAX_LINE_BYTES:
            self._end(fd, f"(a line of more than {MAX_LINE_BYTES:,} bytes)")

    def _end(self, fd: int, reason: str) -> None:
        """End the program; what it says from now on is not heard."""
        self.buffer[fd].clear()
        if self.transport is not None and reason not in getattr(self, "words", ()):
            self.error_line_received(reason)
            end_group(self.transport.get_pid())

    def error_line_received(self, line: str) -> None:
        """Called by python-chess: keep the last lines of standard error."""
        if not hasattr(self, "words"):
            self.words = deque(maxlen=LAST_WORDS)
        if line.strip():
            self.words.append(line.strip()[:LAST_WORDS_LENGTH])


class Uci(Bounded, chess.engine.UciProtocol):
    """UCI, with the program's last words."""


async def within(seconds: float, work: Callable[[], Awaitable[Found]]) -> Found:
    """Wait so long for what a program does. Raises TimeoutError.

    The work is begun here: a coroutine given to ``asyncio.wait_for`` would be complained of ("was never awaited") where
    an interruption comes before its first step.
    """
    async with asyncio.timeout(seconds):
        return await work()


def last_words(engine: Bounded | None) -> str:
    """The last words of a program, as the end of a sentence that tells of its own; '' if it said none."""
    words = getattr(engine, "words", None)
    return f"; its last words: {' | '.join(words)}" if words else ""


def option_value(engine: chess.engine.Protocol, name: str, text: str) -> str | int | bool:
    """An option's value as the program declared it: python-chess wants switches as booleans."""
    option = engine.options.get(name)
    if option is not None and option.type == "check":
        return WORDS.get(text.lower(), text == "1")
    return text


def score_of(said: chess.engine.PovScore | None) -> Score | None:
    """A score that a program said, its own view."""
    if said is None:
        return None
    mate = said.relative.mate()
    return Score(mate=mate) if mate is not None else Score(said.relative.score())
