from kiebitz.core.game cimport GOLDEN_GAMMA, AnyPosition, key_of_camp, key_of_structure
from kiebitz.core.search.any_worker cimport CORRECTIONS
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

# Written by tools/write_inlines.py from correction_history.py; change it there.

cdef inline int entry_of_camp(AnyPosition position, int colour) noexcept nogil:
    return key_of_camp(position, colour) >> CORRECTION_SHIFT

cdef inline int entry_of_structure(AnyPosition position) noexcept nogil:
    return key_of_structure(position) >> CORRECTION_SHIFT

cdef inline int entry_of_moves(Searcher worker, int ply) noexcept nogil:
    cdef uint64_t mixed = worker.frame(ply - 1).continuation * GOLDEN_GAMMA
    return ((mixed ^ worker.frame(ply - 2).continuation) * GOLDEN_GAMMA) >> CORRECTION_SHIFT

cdef inline int corrected(Searcher worker, int ply, int evaluation) noexcept nogil:
    if not worker.parameters.correction_history:
        return evaluation
    cdef int side = worker.position.side
    cdef int total = (
        worker.parameters.correction_pawns
        * worker.histories.structure_correction[side][entry_of_structure(worker.position)]
        + worker.parameters.correction_men
        * (
            worker.histories.camp_correction[side][0][entry_of_camp(worker.position, 0)]
            + worker.histories.camp_correction[side][1][entry_of_camp(worker.position, 1)]
        )
        + worker.parameters.correction_moves * worker.histories.move_correction[side][entry_of_moves(worker, ply)]
    )
    return max(-MAX_EVALUATION, min(evaluation + total // CORRECTION_LIMIT, MAX_EVALUATION))
