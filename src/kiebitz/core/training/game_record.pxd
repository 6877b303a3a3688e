cimport cython
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t

from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.training.packed_position cimport PackedPosition

cdef enum:
    # A game that lasts longer is a draw.
    MAX_GAME_PLIES = 400
    # Moves before the first value.
    MAX_OPENING_PLIES = 16
    # Text of a start; a FEN is shorter.
    MAX_START_BYTES = 100
    WHITE_WINS = 2
    NOBODY_WINS = 1
    BLACK_WINS = 0
    # The most bytes that a game and its labels take: a move, its value and a label of a ply are 4 and 8 bytes at most.
    MAX_GAME_BYTES = 8 + MAX_START_BYTES + MAX_OPENING_PLIES + 4 * MAX_GAME_PLIES
    MAX_LABEL_BYTES = 8 + 8 * MAX_GAME_PLIES
    DAMAGED = -1

# What a judge said of one position of a game.
cdef struct Label:
    int ply                             # counted from the first ply with a value, from 0
    int value                           # centipawns, White's view
    Move best

# A game as it was played. Moves of the opening come first; each later one has the value of the search that chose it.
cdef struct PlayedGame:
    int opening
    int plies
    int result                          # White's half points
    int labelled
    Move[MAX_OPENING_PLIES + MAX_GAME_PLIES] moves
    int16_t[MAX_GAME_PLIES] values      # centipawns, White's view
    Label[MAX_GAME_PLIES] labels

# Reads bytes one after the other; ``damaged`` once there were too few.
cdef struct Reader:
    const uint8_t* at
    const uint8_t* end
    bint damaged

@cython.final
cdef class RecordReader:
    cdef bytes games                    # kept alive for their readers
    cdef bytes labels                   # None where there are none
    cdef Reader reader
    cdef Reader label_reader
    cdef Position initial

    cdef Position next_game(self, PlayedGame* game)
    cdef finish(self)

cdef int rank_among_legal(Position position, Move move) noexcept nogil
cdef Move move_of_rank(Position position, int rank) noexcept nogil
cdef uint8_t* put_number(uint8_t* at, int number) noexcept nogil
cdef int take_byte(Reader* reader) noexcept nogil
cdef int take_number(Reader* reader) noexcept nogil
cdef uint8_t* put_game(Position position, PlayedGame* game, uint8_t* at) noexcept nogil
cdef uint8_t* put_labels(Position position, PlayedGame* game, uint8_t* at) noexcept nogil
cdef bint take_game(Position position, PlayedGame* game, Reader* reader) noexcept nogil
cdef bint take_labels(Position position, PlayedGame* game, Reader* reader) noexcept nogil
cdef void replay(Position position, PlayedGame* game, int plies) noexcept nogil
cdef void rewind(Position position, PlayedGame* game, int plies) noexcept nogil
cdef bint is_quiet(Position position, Move best) noexcept nogil
cdef int64_t keep_positions(
    Position position, PlayedGame* game, bint by_labels, uint32_t number, PackedPosition* packed
) noexcept nogil
