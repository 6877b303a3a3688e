from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.fen_text cimport WrittenPosition
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.records.any_entries cimport Told

cdef enum:
    UCI_LETTERS = 5
    MOST_MEN_READ = 32
    # What Stockfish's tools write where a record has a byte to spare.
    PADDING = 255

# A position as training data has it, and what is told of it; nothing is known to be legal.
cdef struct Entry:
    Told told
    WrittenPosition written       # fault, letters and drops unused

cdef void clear(Entry* entry) noexcept nogil
cdef bint has_kings(Entry* entry) noexcept nogil
cdef int rights_of_homes(const unsigned char* homes) noexcept nogil
cdef Move move_of_uci(Entry* entry, const unsigned char* text, Py_ssize_t length) noexcept nogil
cdef bint stand_up(Entry* entry, Position position) noexcept nogil
cdef Bitboard key_of(Entry* entry) noexcept nogil
