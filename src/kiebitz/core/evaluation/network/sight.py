"""The interface between a network's sums and a game's rules, by name.

Which game is meant is decided when it is compiled, by the type of the position, as in ``core.game``. What is answered
stands in ``features`` (chess) and ``shogi_features``. A *turn* says how a view turns the squares; the move ``known``
is the one that was made at that ply of the position's game.
"""

import cython

# By their full names: two files of one name, imported from their folders, would be one to Cython 3.3.
import cython.cimports.kiebitz.core.evaluation.network.features as chess
import cython.cimports.kiebitz.core.evaluation.network.shogi_features as shogi
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import Changes
from cython.cimports.kiebitz.core.game import AnyPosition
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.libc.stdint import uint64_t

# Room for the rows of a position of any game.
MOST_ROWS = 40


@cython.inline
def turn_at(position: AnyPosition, side: cython.int, rooms: cython.int) -> cython.int:
    """How the view of ``side`` turns the squares of a position, and the room of its king, of so many."""
    if AnyPosition is Position:
        return chess.turn_at(position, side, rooms)
    else:
        return shogi.turn_at(position, side)


@cython.inline
def bucket_at(position: AnyPosition) -> cython.int:
    """The set of output weights for a position."""
    if AnyPosition is Position:
        return chess.bucket_at(position)
    else:
        return shogi.bucket_at(position)


@cython.inline
def key_at(position: AnyPosition) -> uint64_t:
    """The key of a position."""
    if AnyPosition is Position:
        return position.key
    else:
        return position.key()


@cython.inline
def key_before(position: AnyPosition, known: cython.int) -> uint64_t:
    """The key of the position before a move."""
    if AnyPosition is Position:
        return position.states[known].key
    else:
        return position.states[known].board_key ^ position.states[known].hands_key


@cython.inline
def list_rows(
    position: AnyPosition, side: cython.int, turn: cython.int, rows: cython.pointer(cython.int)
) -> cython.int:
    """Write the rows of a position in the view of ``side``; returns how many there are."""
    if AnyPosition is Position:
        return chess.list_rows(position, side, turn, rows)
    else:
        return shogi.list_rows(position, side, turn, rows)


@cython.inline
def list_changes(
    position: AnyPosition, known: cython.int, side: cython.int, turn: cython.int, changes: cython.pointer(Changes)
) -> None:
    """Write which rows a move took from a view with that turn, and which it brought."""
    if AnyPosition is Position:
        chess.list_changes(cython.address(position.states[known]), side, turn, changes)
    else:
        shogi.list_changes(cython.address(position.states[known]), side, turn, changes)


@cython.inline
def turns_view(position: AnyPosition, known: cython.int, side: cython.int, rooms: cython.int) -> cython.bint:
    """True if a move changes the turn of a side's view."""
    if AnyPosition is Position:
        return chess.turns_view(cython.address(position.states[known]), side, rooms)
    else:
        return shogi.turns_view(cython.address(position.states[known]), side)
