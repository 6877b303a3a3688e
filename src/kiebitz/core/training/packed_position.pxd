from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from kiebitz.core.chess.position cimport Position

cpdef enum:
    # The result of a position of which nothing is known but its value.
    UNKNOWN_RESULT = 3

cdef enum:
    PACKED_BYTES = 32
    LARGEST_SCORE = 32000

cdef struct PackedPosition:
    uint64_t occupied
    uint8_t[16] men            # man on each occupied square, from a1 on, four bits each, the lower half first
    int16_t score              # centipawns, White's view
    uint8_t result             # of the game, White's half points: 0, 1 or 2; or UNKNOWN_RESULT
    uint8_t side               # to move: 0 White, 1 Black
    uint32_t game              # number within its file

cdef void pack(Position position, PackedPosition* packed) noexcept nogil
cdef void unpack(const PackedPosition* packed, Position position) noexcept nogil
