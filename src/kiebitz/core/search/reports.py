"""Reports: the lines that a search finds, handed to Python while it goes on.

Layout: a ring of lines, which the search writes and Python takes, each side moving only its own counter (one producer,
one consumer). When the ring is full a line is dropped; the final lines are read from the root moves, so no result
depends on it.

Thread safety: one thread may search and one other take.
"""

import cython
from cython.cimports.kiebitz.core.machine import load_acquire, load_relaxed, store_relaxed, store_release
from cython.cimports.kiebitz.core.table.table_entry import EXACT, LOWER, UPPER
from cython.cimports.libc.stdlib import calloc, free

from dataclasses import dataclass

BOUND_NAMES = {EXACT: "exact", LOWER: "lower", UPPER: "upper"}


@dataclass(frozen=True, slots=True)
class Report:
    """A line that a search found, in the core's terms."""

    rank: int
    """1 for the best line, 2 for the second best, …"""
    depth: int
    """Plies of the iteration that found it."""
    selective_depth: int
    """The deepest ply visited."""
    value: int
    """For the side to move at the root, on the scale of ``core.value``."""
    bound: str
    """``exact``, or which bound the value is: ``lower`` or ``upper``."""
    nodes: int
    """Positions visited so far, by all workers as far as published."""
    time_us: int
    """Microseconds since the search began."""
    hashfull: int
    """Use of the transposition table in permille."""
    moves: tuple[str, ...]
    """The variation as UCI text."""


class Reports:
    """An empty ring. Raises MemoryError."""

    def __cinit__(self):
        self.lines = cython.cast(cython.pointer(Line), calloc(RING_LINES, cython.sizeof(Line)))
        if self.lines == cython.NULL:
            raise MemoryError("no memory for the reports of a search")

    def __dealloc__(self):
        free(self.lines)

    def clear(self):
        """Forget all lines; between searches only."""
        store_relaxed(cython.address(self.taken), 0)
        store_relaxed(cython.address(self.written), 0)

    def next_line(self):
        """Room for the next line, to be filled and published; NULL while Python has not taken the last thousand."""
        written = self.written
        if written - load_acquire(cython.address(self.taken)) >= RING_LINES:
            return cython.NULL
        return self.lines + written % RING_LINES

    def publish(self):
        """Let Python see the line last filled."""
        store_release(cython.address(self.written), self.written + 1)

    def oldest(self):
        """The oldest line that was not taken yet, or NULL."""
        taken = load_relaxed(cython.address(self.taken))
        if taken == load_acquire(cython.address(self.written)):
            return cython.NULL
        return self.lines + taken % RING_LINES

    def take(self):
        """Give the room of the oldest line back."""
        store_release(cython.address(self.taken), load_relaxed(cython.address(self.taken)) + 1)
