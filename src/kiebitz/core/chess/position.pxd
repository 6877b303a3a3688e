cimport cython

from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.fen_text cimport WrittenPosition
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.move cimport Move

cpdef enum:
    # Plies that a search or perft may go below the position it starts from.
    MAX_PLY = 128
    # Plies without capture or pawn move after which the game is drawn.
    FIFTY_MOVES = 100

cdef enum:
    # States kept free above the game's last one: every ply of a search, and a null move or two.
    STATE_RESERVE = MAX_PLY + 8

# What a move destroys and unmake can't recompute; and which man moved, for those who follow the moves.
cdef struct State:
    Bitboard key
    Bitboard pawn_key
    Bitboard checkers
    Pair placement
    Move move
    unsigned char moved           # the man as it set out, the king when castling; EMPTY for a null move
    unsigned char captured
    unsigned char castling
    unsigned char en_passant
    int halfmove
    int since_null

@cython.final
cdef class Position:
    cdef Bitboard[2] colours          # men of each colour
    cdef Bitboard[6] kinds            # men of each kind, both colours
    cdef unsigned char[64] board      # the mailbox: man on each square, or EMPTY
    cdef int side                     # to move
    cdef int castling                 # set of rights (see castling)
    cdef Square en_passant            # where a pawn can be taken en passant, legally, or NO_SQUARE
    cdef int halfmove                 # plies since a capture or a pawn move
    cdef int since_null               # plies since a null move; repetition looks no further back
    cdef Bitboard key
    cdef Bitboard pawn_key            # of the pawns alone
    cdef Bitboard checkers            # men that give check to the side to move
    cdef Pair placement               # piece values and first-order values, White's view

    cdef unsigned char[64] rights_kept    # by square: rights that survive a move from or to it
    cdef unsigned char[4] rook_home       # by right: where its rook stands
    cdef Bitboard[4] castling_free        # by right: squares that must be empty
    cdef Bitboard[4] castling_safe        # by right: squares that the king touches
    cdef readonly bint chess960
    cdef readonly int first_fullmove      # the number of the move that the game starts with
    cdef int first_side

    cdef State* states                # one for each ply since the game's start
    cdef int ply                      # plies since the game's start
    cdef int capacity                 # states allocated; ply + STATE_RESERVE <= capacity whenever a search starts
    cdef int root                     # ply at which the search started

    cdef State* remember(self, Move move) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef void castle(self, Square king, Square rook, bint back) noexcept nogil
    cdef void put(self, int man, Square square) noexcept nogil
    cdef void remove(self, Square square) noexcept nogil
    cdef Bitboard attackers(self, Square square, Bitboard occupied) noexcept nogil
    cdef bint is_attacked(self, Square square, int by, Bitboard occupied) noexcept nogil
    cdef Bitboard attacked_by(self, int by) noexcept nogil
    cdef bint can_take_en_passant(self, Square target, int by) noexcept nogil
    cdef bint is_repetition(self) noexcept nogil
    cdef bint is_material_draw(self) noexcept nogil
    cdef void set_up(self, WrittenPosition* written, int chess960) noexcept nogil
    cdef bint set_castling(self, const unsigned char* homes) noexcept nogil
    cdef int write_into(self, char* letters, bint shredder) noexcept nogil
    cdef void copy_from(self, Position other) except *
    cdef void copy_game(self, Position other) noexcept
    cdef void copy_end(self, Position other, int plies) noexcept
    cdef void make_room(self, int plies) except *
    cdef void reserve(self, int plies) except *
    cdef Bitboard likely_key(self, Move move) noexcept nogil
    cdef Bitboard computed_key(self) noexcept nogil
    cdef Bitboard computed_pawn_key(self) noexcept nogil
    cdef Pair computed_placement(self) noexcept nogil
