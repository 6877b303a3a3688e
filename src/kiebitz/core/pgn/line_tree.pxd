cimport cython
from libc.stdint cimport int32_t

from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cpdef enum:
    MOST_DEPTH = 5000             # so deep variations may stand in one another

cdef enum:
    FIRST_LINES = 64

# A line: the main one, or a variation. All are counted in the order in which they begin.
cdef struct PlayedLine:
    int32_t parent                 # the line that it branches from
    int32_t ply                    # moves of the game before its first
    int32_t plies                  # its own moves; of the main line those made so far
    Move replaced                  # the parent's move in place of which it is played
    Move last                      # its last move so far

# A move of a variation.
cdef struct LineMove:
    int32_t line
    Move move

@cython.final
cdef class LineTree:
    cdef PlayedLine* lines
    cdef Py_ssize_t line_room
    cdef readonly int32_t count    # of lines, the main one too
    cdef LineMove* moves
    cdef Py_ssize_t move_room
    cdef Py_ssize_t move_count
    cdef int32_t line              # the line under way, 0 for the main one
    cdef int depth                 # of variations under way
    cdef bint is_cut               # what follows of the line under way is passed over
    cdef bint is_short_of_memory

    cdef void forget(self) noexcept nogil
    cdef bint begin(self, int32_t parent, int32_t ply, Move replaced) noexcept nogil
    cdef void add(self, Move move) noexcept nogil
    cdef bint open(self, Position position) noexcept nogil
    cdef void close(self, Position position) noexcept nogil
    cdef void play(self, Position position, Move move) noexcept nogil

cdef void make(Position position, Move move) noexcept nogil
cdef void take_back(Position position, int plies) noexcept nogil
