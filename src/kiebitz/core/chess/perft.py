"""Perft: the number of move sequences of a given length, the classic proof of a move generator.

The last ply is counted in bulk: the generator says how many moves there are and none is made.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.chess.movegen import count_moves, legal_moves
from cython.cimports.kiebitz.core.chess.position import MAX_PLY, Position

from kiebitz.core.chess.notation import move_text


def leaves(position, depth):
    """Leaves of the tree of ``depth`` >= 1 plies below the position."""
    moves: Move[MAX_MOVES]
    if depth == 1:
        return count_moves(position)
    total: cython.ulonglong = 0
    count = legal_moves(position, moves)
    for index in range(count):
        position.make(moves[index])
        total += leaves(position, depth - 1)
        position.unmake()
    return total


def perft(position: Position, depth: cython.int) -> int:
    """Count the leaves, without the GIL; the position is as before afterwards.

    Raises ValueError for a depth outside 0..MAX_PLY.
    """
    if not 0 <= depth <= MAX_PLY:
        raise ValueError(f"perft depth {depth} is not in 0..{MAX_PLY}")
    if depth == 0:
        return 1
    position.reserve(0)
    with cython.nogil:
        total = leaves(position, depth)
    return total


def divide(position: Position, depth: cython.int) -> dict[str, int]:
    """The leaves below each move, by the move's UCI text. Raises ValueError for a depth outside 1..MAX_PLY."""
    moves: Move[MAX_MOVES]
    if not 1 <= depth <= MAX_PLY:
        raise ValueError(f"divide depth {depth} is not in 1..{MAX_PLY}")
    position.reserve(0)
    parts = {}
    for index in range(legal_moves(position, moves)):
        text = move_text(position, moves[index])
        position.make(moves[index])
        parts[text] = perft(position, depth - 1)
        position.unmake()
    return parts
