from libc.stdint cimport uint8_t

from kiebitz.core.records.any_entries cimport Told
from kiebitz.core.shogi.bitboard cimport NO_SQUARE
from kiebitz.core.shogi.hand cimport Hand
from kiebitz.core.shogi.move cimport Move
from kiebitz.core.shogi.position cimport ShogiPosition

cdef enum:
    USI_LETTERS = 5
    NO_KIND = -1
    MOST_DIGITS = 2

# A position of shogi as training data has it, and what is told of it; nothing is known to be legal.
cdef struct ShogiEntry:
    Told told
    unsigned char[82] men         # by square (shogi.bitboard)
    unsigned char side
    Hand[2] hands

# Men that a game has, by kind from pawn to gold.
cdef int[7] SET
cdef unsigned char[8] LETTERS
cdef int[7] ORDER              # of the kinds of a hand, as SFENs have it

cdef void clear_board(ShogiEntry* entry) noexcept nogil
cdef bint has_a_set(ShogiEntry* entry, int* left) noexcept nogil
cdef int kind_of_letter(unsigned char letter) noexcept nogil
cdef bint read_board(const uint8_t* text, Py_ssize_t length, ShogiEntry* entry) noexcept nogil
cdef bint read_hands(const uint8_t* text, Py_ssize_t length, ShogiEntry* entry) noexcept nogil
cdef bint read_sfen(const uint8_t* text, Py_ssize_t length, ShogiEntry* entry) noexcept nogil
cdef int write_man(int man, char* text) noexcept nogil
cdef int write_sfen_of(ShogiEntry* entry, char* text) noexcept nogil
cdef Move move_of_usi(ShogiEntry* entry, const uint8_t* text, Py_ssize_t length) noexcept nogil
cdef int write_square(int square, char* text) noexcept nogil
cdef int write_usi(Move move, char* text) noexcept nogil
cdef void show_on(ShogiEntry* entry, ShogiPosition position) noexcept nogil
