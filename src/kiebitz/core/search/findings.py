"""A search's results, kept to be told to searches with tables of their own (the cluster).

``Findings`` keeps what a subtree search writes into its table; ``row_of`` writes down what came out for a node that is
searched in pieces; ``learn`` stores either in a table. All are rows of 16 bytes, in the order in which they were found:
numbers of this machine's byte order, meant for processes of the same build.

Thread safety: none; ``take`` while the search that keeps is at rest.
"""

import cython
from cython.cimports.kiebitz.core.table.memory import Memory
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.table.table_entry import (
    BOUND_BITS,
    EXACT,
    LOWER,
    NO_BOUND,
    PV_BIT,
    UPPER,
    value_to_table,
)
from cython.cimports.kiebitz.core.value import INFINITE, NO_VALUE
from cython.cimports.libc.string import memcpy


class Findings:
    """An empty collection."""

    def __cinit__(self):
        self.memory = Memory(FINDINGS_ROOM * FINDING_BYTES)
        self.rows = cython.cast(cython.pointer(Finding), self.memory.start)
        self.count = 0

    def keep(self, key, ply, move, value, evaluation, depth, bound, pv):
        """Note what is stored at a ply, if there is room."""
        if self.count == FINDINGS_ROOM:
            return
        row = self.rows + self.count
        row.key = key
        row.value = value_to_table(value, ply)
        row.evaluation = evaluation
        row.move = move
        row.depth = min(depth, 0xFF)
        row.mark = bound | (PV_BIT if pv else 0)
        self.count += 1

    def take(self) -> bytes:
        """All rows since the last call."""
        content = cython.cast(cython.pointer(cython.char), self.rows)[: self.count * FINDING_BYTES]
        self.count = 0
        return content


def row_of(key: int, ply: cython.int, depth: cython.int, lower: cython.int, upper: cython.int, move: int) -> bytes:
    """One row: the value of the node at a ply lies within bounds, both included; infinite ones say nothing.

    ``move`` is the best or refuting one, 0 for none. Empty if nothing is known.
    """
    finding: Finding
    value: cython.int = lower
    bound: cython.int = LOWER
    if lower == upper:
        bound = EXACT
    elif lower <= -INFINITE:
        if upper >= INFINITE:
            return b""
        value = upper
        bound = UPPER
    finding.key = key
    finding.value = value_to_table(value, ply)
    finding.evaluation = NO_VALUE
    finding.move = move
    finding.depth = max(0, min(depth, 0xFF))
    finding.mark = bound | (PV_BIT if bound == EXACT else 0)
    return cython.cast(cython.pointer(cython.char), cython.address(finding))[:FINDING_BYTES]


def learn(table: Table, content: bytes) -> int:
    """Store what another search found; returns how many rows it was.

    Raises ValueError if ``content`` is no whole number of rows, or the table asks for more than keys.
    """
    finding: Finding
    size: cython.Py_ssize_t = len(content)
    if size % FINDING_BYTES:
        raise ValueError(f"{size} bytes are no rows of {FINDING_BYTES}")
    if table.special:
        raise ValueError("only a table of the default design learns from others")
    rows: cython.p_char = content
    count: cython.Py_ssize_t = size // FINDING_BYTES
    with cython.nogil:
        for index in range(count):
            memcpy(cython.address(finding), rows + index * FINDING_BYTES, FINDING_BYTES)
            if finding.mark & BOUND_BITS != NO_BOUND:
                table.store_key(
                    finding.key,
                    0,
                    finding.move,
                    finding.value,
                    finding.evaluation,
                    finding.depth,
                    finding.mark & BOUND_BITS,
                    finding.mark & PV_BIT != 0,
                )
    return count
