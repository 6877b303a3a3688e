# Inlined whole: sight.py is no module of its own.

# Written by tools/write_inlines.py from sight.py; change it there.

cimport kiebitz.core.evaluation.network.features as chess
cimport kiebitz.core.evaluation.network.shogi_features as shogi
from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.network.changes cimport Changes
from kiebitz.core.game cimport AnyPosition
from kiebitz.core.shogi.position cimport ShogiPosition
from libc.stdint cimport uint64_t

cdef enum:
    # Room for the rows of a position of any game.
    MOST_ROWS = 40

cdef inline int turn_at(AnyPosition position, int side) noexcept nogil:
    if AnyPosition is Position:
        return chess.turn_at(position, side)
    else:
        return shogi.turn_at(position, side)

cdef inline int bucket_at(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return chess.bucket_at(position)
    else:
        return shogi.bucket_at(position)

cdef inline uint64_t key_at(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return position.key
    else:
        return position.key()

cdef inline uint64_t key_before(AnyPosition position, int known) noexcept nogil:
    if AnyPosition is Position:
        return position.states[known].key
    else:
        return position.states[known].board_key ^ position.states[known].hands_key

cdef inline int list_rows(AnyPosition position, int side, int turn, int* rows) noexcept nogil:
    if AnyPosition is Position:
        return chess.list_rows(position, side, turn, rows)
    else:
        return shogi.list_rows(position, side, turn, rows)

cdef inline void list_changes(AnyPosition position, int known, int side, int turn, Changes* changes) noexcept nogil:
    if AnyPosition is Position:
        chess.list_changes(&position.states[known], side, turn, changes)
    else:
        shogi.list_changes(&position.states[known], side, turn, changes)

cdef inline bint turns_view(AnyPosition position, int known, int side) noexcept nogil:
    if AnyPosition is Position:
        return chess.turns_view(&position.states[known], side)
    else:
        return shogi.turns_view(&position.states[known], side)
