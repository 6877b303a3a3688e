cimport cython

from kiebitz.core.mate.game cimport Game, Move
from kiebitz.core.mate.search cimport MateSearch

cdef enum:
    # Moves of the attacker in the longest line (MOST_PLIES of ``search``, halved).
    MOST_ATTACKS = 1536

# A position of the attacker on the line being read: his move, and what may be replied.
cdef struct Page:
    Move move
    int plies            # to mate at most, with that move
    int count            # of the replies ...
    int next             # ... and the one to be followed next
    int longest          # plies to mate after the replies followed so far
    Move delay           # the reply by which it takes so long

@cython.final
cdef class BookReader:
    cdef MateSearch search
    cdef Game game                # stands where the reading is
    cdef readonly int plies
    cdef Page* pages              # the line from the start to there
    cdef Move* replies            # of all its pages, MOST_MOVES each
    cdef int depth                # pages on the line
    cdef int most                 # plies that the mate may take in the position to be opened
    cdef bint opens               # whether a position is to be opened; else the last page is followed
    cdef readonly object lost     # the position to be opened, if the table doesn't know its mate; else None
    cdef bint writes              # whether all moves are known, and the book is written
    cdef dict moves               # by position: move, and plies to mate at most
    cdef dict delays              # by position that is written: the longest defence, and its first move
    cdef dict names               # the book

    cdef bint open(self, tuple here)
    cdef tuple place(self)
    cdef tuple known(self)
    cdef close(self)
    cdef begin(self)
