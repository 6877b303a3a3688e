cimport cython
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t

from kiebitz.core.game cimport AnyPosition, Move, Position, ShogiPosition

cdef enum:
    # A game that lasts longer is a draw.
    MAX_GAME_PLIES = 400
    # Moves before the first value.
    MAX_OPENING_PLIES = 16
    # Text of a start; a FEN is shorter.
    MAX_START_BYTES = 100
    # The half points of the side that moves first: White, in shogi Black.
    FIRST_WINS = 2
    NOBODY_WINS = 1
    SECOND_WINS = 0
    # The most bytes that a game and its labels take: a move, its value and a label of a ply are 5 and 9 bytes at most.
    MAX_GAME_BYTES = 8 + MAX_START_BYTES + 2 * MAX_OPENING_PLIES + 5 * MAX_GAME_PLIES
    MAX_LABEL_BYTES = 8 + 9 * MAX_GAME_PLIES
    DAMAGED = -1

# What a judge said of one position of a game.
cdef struct Label:
    int ply                             # counted from the first ply with a value, from 0
    int value                           # centipawns, the view of the side that moves first
    Move best

# A game as it was played. Moves of the opening come first; each later one has the value of the search that chose it.
cdef struct PlayedGame:
    int opening
    int plies
    int result                          # half points of the side that moves first
    int labelled
    Move[MAX_OPENING_PLIES + MAX_GAME_PLIES] moves
    int16_t[MAX_GAME_PLIES] values      # centipawns, the same view
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
    cdef bint is_shogi
    cdef object initial

    cdef object next_game(self, PlayedGame* game)
    cdef finish(self)

cdef int rank_among_legal(AnyPosition position, Move move) noexcept nogil
cdef Move move_of_rank(AnyPosition position, int rank) noexcept nogil
cdef uint8_t* put_rank(AnyPosition position, uint8_t* at, int rank) noexcept nogil
cdef int take_rank(AnyPosition position, Reader* reader) noexcept nogil
cdef uint8_t* put_number(uint8_t* at, int number) noexcept nogil
cdef int take_byte(Reader* reader) noexcept nogil
cdef int take_number(Reader* reader) noexcept nogil
cdef uint8_t* put_game(AnyPosition position, PlayedGame* game, uint8_t* at) noexcept nogil
cdef uint8_t* put_labels(AnyPosition position, PlayedGame* game, uint8_t* at) noexcept nogil
cdef bint take_game(AnyPosition position, PlayedGame* game, Reader* reader) noexcept nogil
cdef bint take_labels(AnyPosition position, PlayedGame* game, Reader* reader) noexcept nogil
cdef bint take_whole(AnyPosition position, PlayedGame* game, Reader* reader, Reader* labels) noexcept nogil
cdef void replay(AnyPosition position, PlayedGame* game, int plies) noexcept nogil
cdef void rewind(AnyPosition position, PlayedGame* game, int plies) noexcept nogil
cdef bint is_quiet(AnyPosition position, Move best) noexcept nogil
cdef int64_t keep_positions(
    AnyPosition position, PlayedGame* game, bint by_labels, uint32_t number, uint8_t* packed
) noexcept nogil
cdef tuple written_line(AnyPosition position, PlayedGame* game)
cdef int take_judged(AnyPosition position, PlayedGame* game, list judged) except -1
cdef str text_of_start(AnyPosition position)
cdef str text_of_move(AnyPosition position, Move move)
cdef int read_move(AnyPosition position, str text) except -1
