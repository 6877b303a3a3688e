from kiebitz.core.chess.bitboard cimport Square
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cdef enum:
    # The longest is Qa1xb2=Q#, which nothing needs: a bound that is easily seen.
    SAN_BYTES = 16

cdef int write_san(Position position, Move move, char* text) noexcept nogil

cdef int write_square(Square square, char* text) noexcept nogil
cdef int write_origin(Position position, Move move, char* text) noexcept nogil
