from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.fen_text cimport WrittenPosition
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cdef enum:
    UCI_LETTERS = 5
    MOST_MEN_READ = 32

# A position as training data has it, and what is told of it; nothing is known to be legal.
cdef struct Entry:
    WrittenPosition written       # fault, letters and drops unused
    Move move                     # what was played or found there, or NO_MOVE
    short score                   # the side to move's view
    unsigned short ply            # played before it
    signed char result            # of the game, the side to move's view: 1, 0, -1

cdef void clear(Entry* entry) noexcept nogil
cdef bint has_kings(Entry* entry) noexcept nogil
cdef int rights_of_homes(const unsigned char* homes) noexcept nogil
cdef Move move_of_uci(Entry* entry, const unsigned char* text, Py_ssize_t length) noexcept nogil
cdef bint stand_up(Entry* entry, Position position) noexcept nogil
cdef Bitboard key_of(Entry* entry) noexcept nogil
