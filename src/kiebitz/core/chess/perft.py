"""Perft: the number of move sequences of a given length, the classic proof of a move generator.

The last ply is counted in bulk: the generator says how many moves there are and none is made.

Thread safety: each count needs a position of its own; ``Halt.set`` may be called from any thread.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.chess.movegen import count_moves, legal_moves
from cython.cimports.kiebitz.core.chess.position import MAX_PLY, Position
from cython.cimports.kiebitz.core.machine import load_relaxed, store_relaxed


class Halt:
    """Ends counts early, within milliseconds: all those that it was given to."""

    def __cinit__(self):
        store_relaxed(cython.address(self.flag), 0)

    def set(self) -> None:
        """Let them end."""
        store_relaxed(cython.address(self.flag), 1)


def leaves(position, depth, halt):
    """Leaves of the tree of ``depth`` >= 1 plies below the position; too few once the halt is set."""
    moves: Move[MAX_MOVES]
    if depth == 1:
        return count_moves(position)
    total: cython.ulonglong = 0
    if depth >= HALTING_DEPTH and load_relaxed(cython.address(halt.flag)):
        return total
    count = legal_moves(position, moves)
    for index in range(count):
        position.make(moves[index])
        total += leaves(position, depth - 1, halt)
        position.unmake()
    return total


def perft(position: Position, depth: cython.int, halt: Halt | None = None) -> int:
    """Count the leaves, without the GIL; the position is as before afterwards. Once the halt is set, too few.

    Raises ValueError for a depth outside 0..MAX_PLY.
    """
    if not 0 <= depth <= MAX_PLY:
        raise ValueError(f"perft depth {depth} is not in 0..{MAX_PLY}")
    if depth == 0:
        return 1
    if halt is None:
        halt = Halt()
    position.reserve(0)
    with cython.nogil:
        total = leaves(position, depth, halt)
    return total
