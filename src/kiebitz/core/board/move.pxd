cimport cython

cdef enum:
    # A move without promotion, or one to a piece of python-chess's numbers: pawn 1 to king 6.
    NO_PIECE = 0
    PIECES = 7
    SQUARES = 64
    MOVES = 64 * 64 * 7

@cython.final
cdef class Move:
    cdef readonly int from_square
    cdef readonly int to_square
    cdef int piece                # that a pawn becomes, NO_PIECE for none

cdef list KNOWN                   # by origin, target and promotion: the one object of each move that is generated
cdef Move known_move(int origin, int target, int piece)
cdef int square_named(str text, int at) except -1
