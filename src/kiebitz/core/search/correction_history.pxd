from kiebitz.core.game cimport GOLDEN_GAMMA, Position, key_of_men, key_of_pawns
from kiebitz.core.search.worker cimport CORRECTIONS, Worker
from kiebitz.core.value cimport MAX_EVALUATION
from libc.stdint cimport uint64_t

cdef enum:
    # Greatest absolute value of an entry.
    CORRECTION_LIMIT = 1024
    # What one search adds at most: a quarter of the way.
    CORRECTION_BONUS = 256
    # The bits of a mixed key that choose an entry: the highest ones.
    CORRECTION_SHIFT = 50

cdef void learn_correction(Worker worker, int ply, int depth, int difference) noexcept nogil

# Written by tools/write_inlines.py from correction_history.py; change it there.

cdef inline int entry_of_men(Position position, int colour) noexcept nogil:
    return key_of_men(position, colour) >> CORRECTION_SHIFT

cdef inline int entry_of_pawns(Position position) noexcept nogil:
    return key_of_pawns(position) >> CORRECTION_SHIFT

cdef inline int entry_of_moves(Worker worker, int ply) noexcept nogil:
    cdef uint64_t mixed = worker.frame(ply - 1).continuation * GOLDEN_GAMMA
    return ((mixed ^ worker.frame(ply - 2).continuation) * GOLDEN_GAMMA) >> CORRECTION_SHIFT

cdef inline int corrected(Worker worker, int ply, int evaluation) noexcept nogil:
    if not worker.parameters.correction_history:
        return evaluation
    cdef int side = worker.position.side
    cdef int total = (
        worker.parameters.correction_pawns * worker.histories.pawn_correction[side][entry_of_pawns(worker.position)]
        + worker.parameters.correction_men
        * (
            worker.histories.men_correction[side][0][entry_of_men(worker.position, 0)]
            + worker.histories.men_correction[side][1][entry_of_men(worker.position, 1)]
        )
        + worker.parameters.correction_moves * worker.histories.move_correction[side][entry_of_moves(worker, ply)]
    )
    return max(-MAX_EVALUATION, min(evaluation + total // CORRECTION_LIMIT, MAX_EVALUATION))
