cimport cython
from libc.stdint cimport int32_t, uint64_t

from kiebitz.core.chess.fen_text cimport WrittenRank
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.letters cimport Text

# Which columns are wanted, a bit each.
cpdef enum:
    WANTS_FEN = 1
    WANTS_BOARD = 2
    WANTS_KEY = 4
    WANTS_MOVE = 8
    WANTS_SAN = 16
    WANTS_STRUCTURE = 32

cdef enum:
    BITBOARDS = 12
    STRUCTURE_WORDS = 3
    COUNT_BITS = 4
    MOST_COUNTED = 15
    UCI_BYTES = 5
    FIRST_ROOM = 1 << 16
    GROWTH = 2
    MOST_LETTERS = (1 << 31) - 1
    # Eight of these no rank has.
    UNWRITTEN = 255

# What came of adding a game.
cdef enum:
    ADDED
    NO_GAME
    NO_ROOM

# A column of texts, one after the other; ``ends`` has a zero before the first.
cdef struct TextColumn:
    char* letters
    Py_ssize_t used
    Py_ssize_t room
    int32_t* ends

# Where a game begins (NULL: where games do), its moves, and the ply from which on it has rows.
cdef struct Game:
    Text fen
    Py_ssize_t fen_bytes
    int chess960
    Move* moves
    Py_ssize_t plies
    Py_ssize_t first

@cython.final
cdef class PositionColumns:
    cdef readonly int wanted
    cdef readonly Py_ssize_t rows
    cdef Py_ssize_t row_room
    cdef TextColumn fens
    cdef WrittenRank[8] ranks         # of the last FEN
    cdef TextColumn moves
    cdef TextColumn sans
    cdef uint64_t* boards
    cdef uint64_t* structures
    cdef uint64_t* keys
    cdef int32_t* plies
    cdef int32_t* games
    cdef Position position

    cdef bint make_room(self, Py_ssize_t rows) noexcept nogil
    cdef int add(self, Game* game, int32_t number) noexcept nogil
    cdef void add_fen(self) noexcept nogil
    cdef bint add_row(self, int32_t number, int ply, Move move) noexcept nogil

cdef void write_structure(Position position, uint64_t* words) noexcept nogil
cdef bint has_ends(TextColumn* column, Py_ssize_t rows) noexcept nogil
cdef bint has_letters(TextColumn* column, Py_ssize_t letters) noexcept nogil
cdef int write_uci(Move move, bint chess960, char* text) noexcept nogil
cdef object texts_of(TextColumn* column, Py_ssize_t rows)
