from libc.stdint cimport uint64_t

from kiebitz.core.chess.position cimport Position

cdef uint64_t leaves(Position position, int depth) noexcept nogil
