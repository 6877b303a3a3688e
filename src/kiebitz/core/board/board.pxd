cimport cython

from kiebitz.core.board.move cimport Move
from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.fen_text cimport WrittenPosition
from kiebitz.core.chess.move cimport Move as Code
from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.letters cimport Text

cdef enum:
    FIVE_TIMES = 5
    THREE_TIMES = 3
    SEVENTY_FIVE_MOVES = 150
    # Plies for which a board has room above its game, whatever is asked of it.
    SPARE_PLIES = 2
    FIRST_PLIES = 8

cdef class RulesBoard:
    cdef Position position            # the game since the last edit; None before there is one
    cdef Square first_en_passant      # as it was set up where that begins, or NO_SQUARE
    cdef Bitboard first_rights        # castling rights there, with those that have no rook or king
    cdef Bitboard first_promoted      # promoted men there
    cdef list earlier                 # (position, first_en_passant, first_rights, first_promoted) before each edit
    cdef list played                  # move_stack, once asked for, or None
    cdef bint is_edited               # the sketch began with an edit, not with a move
    cdef public object _sketch        # python-chess's board while no game of chess can reach what stands here, or None
    cdef public bint _touched         # the sketch was edited: it may be a position by now

    cdef bint settled(self) except -1
    cdef int read(self, str fen, chess960) except -1
    cdef int start_over(self) except -1
    cdef void become(self, Position position, Square en_passant, Bitboard rights, Bitboard promoted)
    cdef RulesBoard blank(self)
    cdef int wait(self) except -1
    cdef int resume(self) except -1
    cdef list stretches(self)
    cdef list clocks(self)
    cdef bint has_moves(self) except -1
    cdef void written_as(self, WrittenPosition* written) noexcept
    cdef bint write_down(self, tuple fields, WrittenPosition* written) except -1
    cdef bint set_up(
        self, WrittenPosition* written, Bitboard rights, Square en_passant, Bitboard promoted, bint chess960
    ) except -1
    cdef bint rearrange(
        self, WrittenPosition* written, Bitboard rights, Square en_passant, bint chess960
    ) except -1
    cdef bint is_back(self) except -1
    cdef tuple stretch(self)
    cdef Square passed_square(self) noexcept
    cdef bint is_double_step(self, Square square) noexcept
    cdef Bitboard rights_mask(self) noexcept
    cdef Bitboard mask_of_rights(self, int castling) noexcept
    cdef Bitboard raw_rights(self) noexcept
    cdef Bitboard promoted_mask(self) noexcept
    cdef int rook_for(self, int origin, int target) noexcept
    cdef int two_steps_for(self, int origin, int target) noexcept
    cdef int written_target(self, int origin, int target, bint chess960) noexcept
    cdef unsigned long long order_of(self, Code code) noexcept
    cdef Code code_between(self, int origin, int target, int piece, bint two_steps) noexcept
    cdef Code legal_code(self, move, bint two_steps) except? 1
    cdef Move object_of(self, Code code)
    cdef list moves_between(self, Bitboard origins, Bitboard targets)
    cdef list moves_of(self, Position position)
    cdef int times(self) noexcept
    cdef bint can_mate(self, int side) noexcept

@cython.final
cdef class LegalMoves:
    cdef readonly RulesBoard board

cdef Position copied(Position position)
cdef int square_in(square) except -1
cdef void homes_of(WrittenPosition* written, Bitboard rights, bint chess960) noexcept
cdef bint has_passed(WrittenPosition* written, Square square) noexcept
cdef bint could_capture(WrittenPosition* written, Square square) noexcept
cdef bint is_strict(Text letters, Py_ssize_t length) noexcept
cdef Bitboard flipped(Bitboard mask) noexcept
cdef Bitboard mask_of(value) except? 1
cdef Bitboard squares_in(squares) except? 1
