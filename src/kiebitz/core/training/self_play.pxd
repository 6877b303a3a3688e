cimport cython
from libc.stdint cimport uint8_t, uint64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.search.worker cimport Worker
from kiebitz.core.training.game_record cimport PlayedGame

cdef enum:
    # Random plies from the initial position, at least and at most; and from a position of a book.
    FEWEST_RANDOM_PLIES = 8
    MOST_RANDOM_PLIES = 12
    FEWEST_BOOK_PLIES = 1
    MOST_BOOK_PLIES = 4
    # A game doesn't begin where one side is ahead by more, in centipawns.
    MAX_OPENING_VALUE = 400
    # Won for whoever is ahead by so much for so many plies.
    WON_VALUE = 1000
    WON_PLIES = 5
    # Drawn where nobody is ahead by more for so many plies, from a ply on.
    DRAWN_VALUE = 8
    DRAWN_PLIES = 10
    MIN_DRAWN_PLY = 60

@cython.final
cdef class SelfPlay:
    cdef readonly Worker worker
    cdef readonly Worker judge          # None where nothing is labelled
    cdef object limits
    cdef object label_limits
    cdef tuple starts
    cdef int label_every
    cdef uint64_t chance
    cdef PlayedGame game

    cdef play_one(self)
    cdef judge_game(self, Position start, PlayedGame* game)

cdef bint open_game(Position position, uint64_t* chance, int fewest, int most, PlayedGame* game) noexcept nogil
cdef int value_found(Worker worker, Position position) noexcept nogil
cdef bint play_game(Worker worker, Position position, uint64_t* chance, PlayedGame* game) noexcept nogil
cdef void choose_labelled(Position position, uint64_t* chance, int every, PlayedGame* game) noexcept nogil
cdef void judge_labelled(Worker judge, Position position, PlayedGame* game) noexcept nogil
