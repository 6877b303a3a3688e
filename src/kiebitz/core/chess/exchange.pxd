from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

# What a man is worth in an exchange, in centipawns, by kind; the king can't be taken.
cdef int[7] EXCHANGE_VALUES

cdef bint exchange_at_least(Position position, Move move, int threshold) noexcept nogil
cdef fill_values()
