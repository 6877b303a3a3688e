from libc.stdint cimport uint8_t, uint64_t

from kiebitz.core.records.shogi_entry cimport ShogiEntry, square_of_place
from kiebitz.core.shogi.move cimport Move, new_move, new_promotion

cdef enum:
    PACKED_BYTES = 32
    PACKED_BITS = 256
    # Of a copy: whoever looks at 64 bits of it sees no others.
    PADDED_BYTES = 48
    SQUARE_BITS = 7
    BOARD_PLACES = 81
    PSV_BYTES = 40
    HCPE_BYTES = 38
    # Of a move: what both have, and where a record of PSV says that it is a drop or promotes.
    PLACE_BITS = 127
    PSV_DROP = 1 << 14
    PSV_PROMOTION = 1 << 15
    HCPE_PROMOTION = 1 << 14
    # By longest code: bits that tell all codes apart.
    BOARD_WINDOW = 8
    HAND_WINDOW = 7
    # What a hand's code may mean: a place of a hand (7 * side + kind), or a kind beside the board, from here on.
    BESIDE = 14
    HAND_CODES = 21

cdef struct Code:
    unsigned char bits            # the first one lowest
    unsigned char length          # 0: there is none

# How a format writes men, and what a window of bits means in it.
cdef struct Codes:
    Code[29] men                  # by man, EMPTY too
    Code[21] hand                 # by what a hand's code may mean
    int[7] order                  # of the kinds of a hand
    unsigned char[256] man_of
    unsigned char[128] held_of

cdef Codes PSV_CODES
cdef Codes HCPE_CODES

# Where a position is read or written.
cdef struct Cursor:
    uint8_t* bytes
    int at                        # in bits
    uint64_t word                 # what was written last, up to 32 bits and a code

cdef uint64_t window(Cursor* cursor) noexcept nogil
cdef void put(Cursor* cursor, Code* code) noexcept nogil
cdef bint read_men(Codes* codes, Cursor* cursor, int place, int end, ShogiEntry* entry, int* left) noexcept nogil
cdef bint read_packed(Codes* codes, const uint8_t* record, ShogiEntry* entry) noexcept nogil
cdef void write_packed(Codes* codes, ShogiEntry* entry, uint8_t* record) noexcept nogil
cdef bint read_psv(const uint8_t* record, ShogiEntry* entry) noexcept nogil
cdef void write_psv(ShogiEntry* entry, uint8_t* record) noexcept nogil
cdef bint read_hcpe(const uint8_t* record, ShogiEntry* entry) noexcept nogil
cdef void write_hcpe(ShogiEntry* entry, uint8_t* record) noexcept nogil

cdef has_code(Code* code, str text)
cdef fill(Codes* codes, tuple men, tuple hands, tuple beside, tuple order, bint is_promotion_first)
