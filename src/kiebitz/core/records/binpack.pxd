cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from kiebitz.core.chess.bitboard cimport Bitboard
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.records.entry cimport Entry

cdef enum:
    STEM_BYTES = 32
    COUNT_BYTES = 2
    HEADER_BYTES = 8
    CHUNK_BYTES = 1 << 20         # of chains, before a block is closed
    MOST_CHUNK_BYTES = 100 << 20  # a block that claims more is damaged
    MOST_PLIES_OF_CHAIN = 65535
    # A move and a score take no more: 4 and 8 bits, and four blocks of 5.
    BYTES_A_PLY = 4
    SCORE_BITS = 4
    # Nibbles of men with something more to say.
    PASSED_PAWN = 12              # an en passant square lies behind it
    WHITE_HOME_ROOK = 13          # it may castle
    BLACK_HOME_ROOK = 14
    BLACK_KING_TO_MOVE = 15

# Bits, the highest of each byte first.
cdef struct HighBits:
    uint8_t* bytes
    Py_ssize_t at
    Py_ssize_t end                # bits that there are

# Where a man's move stands among all that it might make.
cdef struct Choice:
    int number
    int of

cdef int next_bits(HighBits* bits, int count) noexcept nogil
cdef void put_bits(HighBits* bits, int value, int count) noexcept nogil
cdef uint16_t folded(int value) noexcept nogil
cdef int unfolded(uint16_t value) noexcept nogil
cdef int bits_for(int values) noexcept nogil
cdef Bitboard pawn_targets(Position position, int origin) noexcept nogil
cdef Bitboard piece_targets(Position position, int origin) noexcept nogil
cdef bint read_stem(const uint8_t* stem, Entry* entry) noexcept nogil
cdef void write_stem(Entry* entry, uint8_t* stem) noexcept nogil
cdef Move next_move(HighBits* bits, Position position) noexcept nogil
cdef bint put_move(HighBits* bits, Position position, Move move) noexcept nogil
cdef void put_score(HighBits* bits, uint16_t value) noexcept nogil
cdef uint16_t next_score(HighBits* bits) noexcept nogil
cdef void show(Position position, Entry* entry) noexcept nogil
cdef bint shows(Position position, Entry* entry) noexcept nogil

@cython.final
cdef class BinpackWriter:
    cdef Position position        # before the last entry's move
    cdef Entry last
    cdef bint has_last
    cdef bint is_sound            # the last entry's position is one that a game leads to
    cdef uint8_t* chunk           # stems and movetexts, the last chain's count and moves not yet among them
    cdef Py_ssize_t used
    cdef uint8_t* moves           # the last chain's
    cdef HighBits bits
    cdef int plies

    cdef void close_chain(self) noexcept nogil
    cdef bint goes_on(self, Entry* entry) noexcept nogil
    cdef bytes take_block(self)
    cdef bint add(self, Entry* entry) noexcept nogil
