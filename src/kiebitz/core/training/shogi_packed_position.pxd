from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from kiebitz.core.shogi.position cimport ShogiPosition

cdef enum:
    PACKED_BYTES = 56

cdef struct ShogiPackedPosition:
    uint64_t low               # occupied squares
    uint32_t high
    uint32_t[2] hands
    uint32_t game              # number within its file
    int16_t score              # centipawns, the view of Black, who moves first
    uint8_t result             # of the game, Black's half points: 0, 1 or 2; or UNKNOWN_RESULT
    uint8_t side               # to move: 0 Black, 1 White
    uint8_t[20] kinds          # of the man on each occupied square, four bits each, the lower half first
    uint8_t[5] colours         # a bit each
    uint8_t[3] spare

cdef void pack(ShogiPosition position, ShogiPackedPosition* packed) noexcept nogil
cdef void unpack(const ShogiPackedPosition* packed, ShogiPosition position) noexcept nogil
cdef void begin_anew(ShogiPosition position) noexcept nogil
cdef void settle(ShogiPosition position, int side) noexcept nogil
