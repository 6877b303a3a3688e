cimport cython
from libc.stdint cimport uint64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.shogi.hand cimport Hand
from kiebitz.core.shogi.position cimport ShogiPosition

# A move of either game in 16 bits; 0 is none.
ctypedef unsigned short Move

cdef enum:
    NO_MOVE = 0
    # Of a position of either game.
    MOST_MOVES = 640

cdef class Game:
    cdef readonly bint has_hands

    cdef uint64_t key(self) noexcept nogil
    cdef Hand hand(self) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int moves(self, Move* moves) noexcept nogil
    cdef int checks(self, Move* moves) noexcept nogil
    cdef int replies(self) noexcept nogil
    cdef bint is_check(self) noexcept nogil
    cdef bint is_material_draw(self) noexcept nogil
    cdef int delaying_square(self, Move move) noexcept nogil
    cdef Hand needed_before(self, Move move, Hand after) noexcept nogil
    cdef Hand needed_for_all(self, Hand most) noexcept nogil
    cdef Hand utmost(self) noexcept nogil
    cdef Hand held_before(self, Move move, Hand after) noexcept nogil

@cython.final
cdef class ChessGame(Game):
    cdef Position position

@cython.final
cdef class ShogiGame(Game):
    cdef ShogiPosition position
    cdef int attacker

cdef Game new_game(position)
