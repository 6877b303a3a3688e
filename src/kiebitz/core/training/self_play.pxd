cimport cython
from libc.stdint cimport uint8_t, uint64_t

from kiebitz.core.game cimport AnyPosition, Position, ShogiPosition
from kiebitz.core.search.any_worker cimport AnyWorker
from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.training.game_record cimport PlayedGame

cdef enum:
    # Random plies from the initial position, at least and at most; and from a position of a book.
    FEWEST_RANDOM_PLIES = 8
    MOST_RANDOM_PLIES = 12
    FEWEST_BOOK_PLIES = 1
    MOST_BOOK_PLIES = 4
    # A game doesn't begin where one side is ahead by more, in centipawns.
    MAX_OPENING_VALUE = 400
    # Won for whoever is ahead by so much for so many plies. In shogi a lead melts faster.
    WON_VALUE = 1000
    SHOGI_WON_VALUE = 2500
    WON_PLIES = 5
    # Drawn where nobody is ahead by more for so many plies, from a ply on. Not in shogi, where hardly a game is.
    DRAWN_VALUE = 8
    DRAWN_PLIES = 10
    MIN_DRAWN_PLY = 60
    # Beside the half points of the side that moves first: the game goes on, or is none.
    UNDECIDED = -1
    SPOILT = -2

@cython.final
cdef class SelfPlay:
    cdef readonly AnyWorker worker
    cdef readonly AnyWorker judge       # None where nothing is labelled
    cdef bint is_shogi
    cdef object limits
    cdef object label_limits
    cdef tuple starts
    cdef int label_every
    cdef uint64_t chance
    cdef PlayedGame game

    cdef AnyWorker worker_with(self, int table_mb, dict parameters, object network)
    cdef play_one(self)
    cdef judge_game(self, object start, PlayedGame* game)
    cdef tuple recorded(self, object start, PlayedGame* game, uint8_t* space)

cdef bint open_game(AnyPosition position, uint64_t* chance, int fewest, int most, PlayedGame* game) noexcept nogil
cdef int value_found(Searcher worker) noexcept nogil
cdef int winner_by_rule(AnyPosition position) noexcept nogil
cdef int winner_without_move(AnyPosition position) noexcept nogil
cdef bint play_game(Searcher worker, uint64_t* chance, PlayedGame* game) noexcept nogil
cdef void choose_labelled(AnyPosition position, uint64_t* chance, int every, PlayedGame* game) noexcept nogil
cdef void judge_labelled(Searcher judge, PlayedGame* game) noexcept nogil
cdef bint play_from(
    Searcher worker, object start, object limits, uint64_t* chance, int fewest, int most, PlayedGame* game
) except -1
cdef choose_from(AnyPosition start, uint64_t* chance, int every, PlayedGame* game)
cdef judge_from(Searcher judge, object start, object limits, PlayedGame* game)
cdef tuple record_of(AnyPosition start, PlayedGame* game, uint8_t* space)
cdef bytes labels_of(AnyPosition start, PlayedGame* game, uint8_t* space)
