"""Perft of shogi: as ``chess.perft``, the last ply counted in bulk, ended by the same ``Halt``.

Thread safety: each count needs a position of its own.
"""

import cython
from cython.cimports.kiebitz.core.chess.perft import HALTING_DEPTH, Halt
from cython.cimports.kiebitz.core.machine import load_relaxed
from cython.cimports.kiebitz.core.shogi.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.shogi.movegen import count_moves, legal_moves
from cython.cimports.kiebitz.core.shogi.position import MAX_PLY, ShogiPosition


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


def perft(position: ShogiPosition, depth: cython.int, halt: Halt | None = None) -> int:
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
