"""A UCI program as a teacher: its value of each position after a number of nodes, or to a depth.

General, and slow: hundreds of positions a second, where a network that is read (``HalfKA``) has hundreds of thousands.
Each thread that asks has a program of its own.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import numpy as np
from typing_extensions import Buffer

from kiebitz.arena.teacher.stream import Teacher
from kiebitz.arena.train.trained_game import CHESS
from kiebitz.core.evaluation.nnue.file import read_nnue
from kiebitz.core.training.packed_position import unpacked_fen
from kiebitz.engine.limit import Limit
from kiebitz.programs.description import read_program
from kiebitz.programs.uci_engine import UciEngine

PREFIX = "uci:"
"""Before the description of a program that is a teacher."""
WON = 3000
"""Centipawns that a mate is taken for, and no value is farther from 0."""


class ProgramTeacher:
    """A program, as ``COMMAND;OPTION=VALUE``, that is asked with a limit. ``close`` ends all that were started."""

    def __init__(self, description: str, limit: Limit) -> None:
        """Start one. Raises ProgramError or DescriptionError."""
        self._program = read_program(description, PREFIX)
        self._limit = limit
        self._lock = threading.Lock()
        self._all = [UciEngine(self._program)]
        self._idle = list(self._all)
        searched = f"at {limit.nodes} nodes" if limit.depth is None else f"to depth {limit.depth}"
        self.name = f"{self._all[0].title} {searched}"

    def label(self, positions: Buffer) -> None:
        """Write the value of each packed position of a buffer into it: centipawns, White's view, within ±WON.

        Raises ProgramError and ProgramFailure.
        """
        packed = np.frombuffer(memoryview(positions), CHESS.position)
        with self._one() as program:
            program.new_game()
            for index, position in enumerate(packed):
                lines = program.analyse(unpacked_fen(position.tobytes()), self._limit).lines
                packed["score"][index] = lines[0].white_score.clipped(WON) if lines else 0

    def close(self) -> None:
        """End the programs."""
        for program in self._all:
            program.close()

    @contextlib.contextmanager
    def _one(self) -> Iterator[UciEngine]:
        """A program that nobody else asks."""
        with self._lock:
            program = self._idle.pop() if self._idle else None
        if program is None:
            program = UciEngine(self._program)
            with self._lock:
                self._all.append(program)
        try:
            yield program
        finally:
            with self._lock:
                self._idle.append(program)


@contextlib.contextmanager
def teacher_of(text: str, limit: Limit) -> Iterator[Teacher]:
    """The teacher that a user names: ``uci:COMMAND;OPTION=VALUE``, asked with the limit, or a network's file.

    Raises NnueError, ProgramError or DescriptionError.
    """
    if not text.startswith(PREFIX):
        yield read_nnue(text)
        return
    program = ProgramTeacher(text.removeprefix(PREFIX), limit)
    try:
        yield program
    finally:
        program.close()
