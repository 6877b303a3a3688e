"""Searches of many FENs, one after the other, without Python in the loop: each as if it were the first.

Before each the table is emptied and the histories forgotten, as far as they were filled; so a small search costs what
it visits. Reports are left out, which nobody would read.

Thread safety: one thread searches; ``halt`` from any other.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.game import Position, is_in_check
from cython.cimports.kiebitz.core.machine import load_relaxed, store_relaxed
from cython.cimports.kiebitz.core.pgn.position_columns import write_uci
from cython.cimports.kiebitz.core.pgn.text_list import TextList
from cython.cimports.kiebitz.core.search.any_worker import Outcome
from cython.cimports.kiebitz.core.search.iterative_deepening import deepen
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.search.zugzwang import begin_again
from cython.cimports.kiebitz.core.table.table_entry import EXACT
from cython.cimports.libc.stdlib import free, realloc

from kiebitz.core.search.limits import SearchLimits

FOUND = [(name, "i4") for name in ("state", "value", "exact", "depth", "move_end", "end")] + [("nodes", "i8")]
"""The fields found of a position, as NumPy lays them out."""


class FenSearches:
    """A worker that searches FENs, alone on its table."""

    def __cinit__(self, *args):
        self.letters = cython.NULL
        self.room = 0

    def __init__(self, worker: Worker, limits: SearchLimits) -> None:
        """Search with a worker that nobody else asks. Raises OverflowError for a limit that is too large."""
        self.worker = worker
        self.halted = 0
        worker.take_limits(limits)
        worker.silent = True
        worker.position.ply = 0
        worker.position.reserve(0)

    def __dealloc__(self):
        free(self.letters)

    def halt(self) -> None:
        """End the search under way, and begin no other."""
        store_relaxed(cython.address(self.halted), 1)
        self.worker.shared.stop()

    def search(self, fens: list) -> tuple[bytes, bytes]:
        """Search FENs: what was found of each (``FOUND``), and the letters of their best lines, UCI text.

        What is no plain FEN is ODD: whoever asks looks at it by itself.
        Raises MemoryError.
        """
        texts: TextList = TextList(fens)
        content = PyBytes_FromStringAndSize(cython.NULL, texts.count * cython.sizeof(Found))
        found = cython.cast(cython.pointer(Found), PyBytes_AsString(content))
        self.used = 0
        with cython.nogil:
            for index in range(texts.count):
                found[index].state = ODD
                found[index].move_end = found[index].end = self.used
                if texts.set_up(index, self.worker.position):
                    self.search_read(self.worker, found + index)
        return content, PyBytes_FromStringAndSize(self.letters, self.used)

    def search_position(self, position: Position) -> tuple[bytes, bytes]:
        """Search a position, with the moves before it; as ``search`` tells of one FEN."""
        content = PyBytes_FromStringAndSize(cython.NULL, cython.sizeof(Found))
        found = cython.cast(cython.pointer(Found), PyBytes_AsString(content))
        self.worker.position.copy_from(position)
        self.worker.position.reserve(0)
        self.used = 0
        with cython.nogil:
            self.search_read(self.worker, found)
        return content, PyBytes_FromStringAndSize(self.letters, self.used)

    def search_read(self, worker, found):
        """Search the worker's position, nothing remembered of those before."""
        outcome: Outcome
        found.state = UNREACHED
        found.value = found.exact = found.depth = 0
        found.nodes = 0
        found.move_end = found.end = self.used
        if load_relaxed(cython.address(self.halted)):
            return
        self.forget()
        worker.begin_at_root()
        deepen(worker)
        if load_relaxed(cython.address(worker.zugzwang)):
            self.empty_table()
            begin_again(worker)
            deepen(worker)
        if load_relaxed(cython.address(self.halted)):
            return
        if worker.root_count == 0:
            found.state = MATED if is_in_check(worker.position) else STALEMATED
            return
        root_move = cython.address(worker.root_moves[0])
        worker.settle(root_move, cython.address(outcome))
        if not self.make_room(outcome.length * MOVE_BYTES):
            return
        found.state = SEARCHED
        found.value = outcome.value
        found.exact = outcome.bound == EXACT
        found.depth = max(worker.completed, 1)
        found.nodes = worker.shared.total_nodes()
        for index in range(outcome.length):
            if index:
                self.letters[self.used] = b" "
                self.used += 1
            self.used += write_uci(root_move.pv[index], worker.position.chess960, self.letters + self.used)
            if index == 0:
                found.move_end = self.used
        found.end = self.used

    def forget(self):
        """Forget the searches before."""
        self.worker.forget_learned()
        self.empty_table()

    def empty_table(self):
        """Empty the table; the laboratory's designs know of no cheap way."""
        if self.worker.table.special:
            with cython.gil:
                self.worker.table.clear()
        else:
            self.worker.table.empty()

    def make_room(self, letters):
        """Have room for so many letters more; False if there is no memory."""
        if self.used + letters > self.room:
            room = 2 * (self.used + letters)
            more = cython.cast(cython.p_char, realloc(self.letters, room))
            if more == cython.NULL:
                return False
            self.letters = more
            self.room = room
        return True
