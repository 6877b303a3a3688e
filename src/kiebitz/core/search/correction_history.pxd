from kiebitz.core.contract cimport promise
from kiebitz.core.game cimport GOLDEN_GAMMA, AnyPosition, key_of_camp, key_of_structure, reached_other_camp
from kiebitz.core.machine cimport prefetch
from kiebitz.core.search.any_worker cimport CORRECTIONS, MOVE_PAIRS, Frame
from kiebitz.core.search.histories cimport learned
from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.value cimport MAX_EVALUATION
from libc.stdint cimport uint64_t

cdef enum:
    # Greatest absolute value of an entry.
    CORRECTION_LIMIT = 1024
    # What one search adds at most: a quarter of the way.
    CORRECTION_BONUS = 256
    # The bits of a mixed key that choose an entry: the highest ones.
    CORRECTION_SHIFT = 50

cdef void learn_correction(Searcher worker, int ply, int depth, int difference) noexcept nogil
