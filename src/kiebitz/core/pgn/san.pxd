from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.letters cimport Text

cdef enum:
    # The longest move is Ng1xf3=Q: what is longer without its ornaments is none.
    WORD_BYTES = 16
    NO_KIND = 6
    # Of the six figures of a colour in Unicode, king first.
    PAWN_FIGURE = 5

# Why a word is no move that can be made.
cpdef enum:
    ILLEGAL = -1
    AMBIGUOUS = -2
    UNREADABLE = -3

cdef unsigned char[6] FIGURES

cdef int read_san(Position position, Text word, Py_ssize_t length) noexcept nogil

cdef int bare(Text word, Py_ssize_t length, unsigned char* letters) noexcept nogil
cdef bint is_null(Text letters, int count) noexcept nogil
cdef bint stands_for_man(Text letters) noexcept nogil
cdef int castling_of(Text letters, int count) noexcept nogil
cdef int castled(Position position, int wing) noexcept nogil
cdef int fully_specified(Position position, Square origin, Square target, int promotion) noexcept nogil
cdef int only_legal(Position position, Bitboard origins, Square target, int promotion) noexcept nogil
cdef Move move_between(Position position, Square origin, Square target, int promotion) noexcept nogil
cdef Bitboard origins_of(Position position, int kind, Square target) noexcept nogil
cdef int kind_of(unsigned char letter) noexcept nogil
