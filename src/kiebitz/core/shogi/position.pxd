cimport cython
from libc.stdint cimport uint64_t

from kiebitz.core.shogi.bitboard cimport Bitboard, Square, both, either
from kiebitz.core.shogi.hand cimport Hand
from kiebitz.core.shogi.move cimport Move

cpdef enum:
    # Plies that perft may go below the position it starts from.
    MAX_PLY = 128

cdef enum:
    # States kept free above the game's last one.
    STATE_RESERVE = MAX_PLY + 8
    # A position that stands on the board this often ends the game.
    SENNICHITE = 4
    # A search looks so many plies back for repetitions; they nearly always come sooner.
    PLIES_BACK = 64

# What it means for the side to move that its position stood here before.
cdef enum Recurrence:
    NEW                  # it didn't
    DRAWN
    WON                  # the opponent has given check by every move since
    LOST                 # the side to move has

# What a move destroys and unmake can't recompute.
cdef struct State:
    uint64_t board_key
    uint64_t hands_key
    Bitboard checkers
    Hand[2] hands
    int[2] checks
    int since_null
    Move move
    unsigned char moved               # the man as it set out
    unsigned char captured

@cython.final
cdef class ShogiPosition:
    cdef Bitboard[2] colours          # men of each colour
    cdef Bitboard[14] kinds           # men of each kind, both colours
    cdef Bitboard golds               # all that move like gold: gold, and what promotes to it
    cdef unsigned char[96] board      # the mailbox: man on each square, or EMPTY; beyond it the man that a hand drops
    cdef Hand[2] hands
    cdef Square[2] king               # or NO_SQUARE
    cdef int side                     # to move
    cdef int[2] checks                # by side: how many of its last moves in a row gave check
    cdef uint64_t board_key           # of the men on the board and the side to move
    cdef uint64_t hands_key
    cdef Bitboard checkers            # men that give check to the side to move
    cdef readonly int first_number    # the number of the move that the game starts with
    cdef readonly bint as_written     # whether its start may be one that no search takes

    cdef State* states                # one for each ply since the game's start
    cdef int ply                      # plies since the game's start
    cdef int capacity                 # states allocated
    cdef int root                     # ply at which the search started
    cdef int since_null               # plies since a null move; a search looks no further back for repetitions

    cdef State* remember(self, Move move) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef uint64_t likely_key(self, Move move) noexcept nogil
    cdef void put(self, int man, Square square) noexcept nogil
    cdef void remove(self, Square square) noexcept nogil
    cdef void hold(self, int side, int kind, int change) noexcept nogil
    cdef Bitboard attackers(self, Square square, Bitboard occupied, int by) noexcept nogil
    cdef bint is_attacked(self, Square square, int by, Bitboard occupied) noexcept nogil
    cdef Recurrence recurrence(self, int times) noexcept nogil
    cdef Recurrence recurrence_in_search(self) noexcept nogil
    cdef Recurrence meaning_of(self, int back) noexcept nogil
    cdef void copy_from(self, ShogiPosition other) except *
    cdef void reserve(self, int plies) except *
    cdef uint64_t computed_board_key(self) noexcept nogil
    cdef uint64_t computed_hands_key(self) noexcept nogil
