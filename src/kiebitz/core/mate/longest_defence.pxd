cimport cython

from kiebitz.core.mate.game cimport Game, Move
from kiebitz.core.mate.search cimport MateSearch

cdef enum:
    # Moves of the attacker in the longest line (MOST_PLIES of ``search``, halved).
    MOST_ATTACKS = 1536

# A reply to the attacker's move.
cdef struct Reply:
    Move move
    short plies          # that the mate takes after it: so many, or so many at most ...
    bint is_measured     # ... and which of the two

# A position of the attacker on the line being measured.
cdef struct Stage:
    Move move            # his move
    int plies            # to mate at most, with that move
    int count            # of the replies
    int tried            # the one that is being followed

@cython.final
cdef class LongestDefence:
    cdef MateSearch search
    cdef Game game                # stands where the measuring is ...
    cdef Game walker              # ... and this one at the start
    cdef readonly int plies
    cdef Stage* stages            # the line from the start to there
    cdef Reply* replies           # to all its moves, MOST_MOVES each
    cdef Move* moves              # of a position being looked at
    cdef int depth                # stages on the line
    cdef int most                 # plies that the mate may take in the position to be opened
    cdef bint opens               # whether a position is to be opened; else the last stage is gone on with
    cdef readonly object lost     # a position whose mate the table has lost, or None ...
    cdef readonly int plies_left  # ... and how many plies it may take
    cdef dict measured            # by position: plies to mate, the move, and the reply that delays it longest

    cdef tuple place(self, Game game)
    cdef lose(self, Game game, int most)
    cdef int bound(self, Game game, int most) noexcept nogil
    cdef tuple likeliest(self, Game game, int most)
    cdef bint open(self)
    cdef int longest(self, Stage* stage) noexcept nogil
    cdef close(self, int plies, int best)
