from libc.stdint cimport uint64_t

from kiebitz.core.chess.perft cimport Halt
from kiebitz.core.shogi.position cimport ShogiPosition

cdef uint64_t leaves(ShogiPosition position, int depth, Halt halt) noexcept nogil
