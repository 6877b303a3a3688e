cimport cython

from kiebitz.core.board.move cimport Move
from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.fen_text cimport WrittenPosition
from kiebitz.core.chess.move cimport Move as Code
from kiebitz.core.chess.position cimport Position

cdef enum:
    FIVE_TIMES = 5
    THREE_TIMES = 3
    SEVENTY_FIVE_MOVES = 150
    # Plies for which a board has room above its game, whatever is asked of it.
    SPARE_PLIES = 2
    FIRST_PLIES = 8

cdef class RulesBoard:
    cdef Position position            # the game since the last edit; None before there is one
    cdef Square first_en_passant      # behind a pawn that moved two squares just before it, or NO_SQUARE
    cdef list earlier                 # (position, first_en_passant) of the same game before each edit
    cdef public object _sketch        # python-chess's board while no game of chess can reach what stands here, or None
    cdef public int _left_out         # of what was set up: 1 castling rights, 2 an en passant square
    cdef public bint _touched         # the sketch was edited: it may be a position by now

    cdef bint settled(self) except -1
    cdef int read(self, str fen, chess960) except -1
    cdef void become(self, Position position, Square en_passant)
    cdef int rearrange(self, WrittenPosition* written) except -1
    cdef void written_as(self, WrittenPosition* written) noexcept
    cdef bint is_back(self) noexcept
    cdef Square passed_square(self) noexcept
    cdef Bitboard rights_mask(self) noexcept
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
