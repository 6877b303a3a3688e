cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.pawn_structure cimport PawnEntry
from kiebitz.core.evaluation.pair cimport Pair

cdef enum:
    # Pawn structures remembered, a power of two: 320 KiB.
    PAWN_ENTRIES = 4096

# The modules with a value, in the order in which they are reported.
cdef enum:
    SPECIAL_CASES
    PIECE_VALUES
    FIRST_ORDER_VALUES
    PAWN_STRUCTURE
    KING_COVER
    DYNAMIC
    TEMPO
    MODULES

cdef enum:
    # The set of all modules: bit ``1 << module`` for each.
    ALL_MODULES = (1 << MODULES) - 1

# One evaluation taken apart. ``parts`` hold each side's own view; the entries of PIECE_VALUES and FIRST_ORDER_VALUES
# lack what is already summed up in ``Position.placement``.
cdef struct Tally:
    Pair[MODULES][2] parts
    int phase

@cython.final
cdef class Classical:
    cdef PawnEntry* entries
    cdef int modules            # the set of those that count
    cdef bint wired             # whether DYNAMIC has the form that the coprocessor's wires allow

    cdef int evaluate(self, Position position) noexcept nogil
    cdef int sum_up(self, Position position) noexcept nogil
    cdef int sum_afresh(self, Position position) noexcept nogil

cdef int weigh(Position position, PawnEntry* entry, int modules, bint wired, Tally* tally) noexcept nogil
cdef Pair placement_of(Position position, int side) noexcept nogil
cdef tuple as_tuple(Pair value)
