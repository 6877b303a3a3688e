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

# Written by tools/write_inlines.py from correction_history.py; change it there.

cdef inline int entry_of_camp(AnyPosition position, int colour) noexcept nogil:
    return key_of_camp(position, colour) >> CORRECTION_SHIFT

cdef inline int entry_of_structure(AnyPosition position) noexcept nogil:
    return key_of_structure(position) >> CORRECTION_SHIFT

cdef inline int entry_of_moves(Searcher worker, int ply, int pair) noexcept nogil:
    cdef uint64_t mixed = worker.frame(ply - 1).continuation * GOLDEN_GAMMA
    return ((mixed ^ worker.frame(ply - 2 - 2 * pair).continuation) * GOLDEN_GAMMA) >> CORRECTION_SHIFT

cdef inline void prefetch_camp(Searcher worker, int ply, int colour) noexcept nogil:
    cdef int entry = entry_of_camp(worker.position, colour)
    worker.frame(ply).camp_entries[colour] = entry
    prefetch(&worker.common.camp_correction[colour][entry][0])

cdef inline void prefetch_moves(Searcher worker, int ply) noexcept nogil:
    cdef int entry
    cdef int pair
    for pair in range(MOVE_PAIRS):
        entry = entry_of_moves(worker, ply, pair)
        worker.frame(ply).move_entries[pair] = entry
        prefetch(&worker.common.move_correction[pair][entry][0])

cdef inline void find_corrections(Searcher worker, int ply) noexcept nogil:
    prefetch_camp(worker, ply, 0)
    prefetch_camp(worker, ply, 1)
    prefetch_moves(worker, ply)

cdef inline void follow_move(Searcher worker, int ply) noexcept nogil:
    if not worker.parameters.correction_history:
        return
    cdef int side = worker.position.side
    prefetch_camp(worker, ply, side ^ 1)
    if reached_other_camp(worker.position):
        prefetch_camp(worker, ply, side)
    else:
        worker.frame(ply).camp_entries[side] = worker.frame(ply - 1).camp_entries[side]
    prefetch_moves(worker, ply)

cdef inline void follow_pass(Searcher worker, int ply) noexcept nogil:
    worker.frame(ply).camp_entries[0] = worker.frame(ply - 1).camp_entries[0]
    worker.frame(ply).camp_entries[1] = worker.frame(ply - 1).camp_entries[1]
    prefetch_moves(worker, ply)

cdef inline int corrected(Searcher worker, int ply, int evaluation) noexcept nogil:
    if not worker.parameters.correction_history:
        return evaluation
    cdef int side = worker.position.side
    cdef Frame* frame = worker.frame(ply)
    promise(frame.camp_entries[0] == entry_of_camp(worker.position, 0), b"White's entry is that of its camp")
    promise(frame.camp_entries[1] == entry_of_camp(worker.position, 1), b"Black's entry is that of its camp")
    promise(frame.move_entries[0] == entry_of_moves(worker, ply, 0), b"the near moves' entry is theirs")
    promise(frame.move_entries[1] == entry_of_moves(worker, ply, 1), b"the distant moves' entry is theirs")
    cdef int total = (
        worker.parameters.correction_pawns
        * learned(&worker.common.structure_correction[entry_of_structure(worker.position)][side])
        + worker.parameters.correction_men
        * (
            learned(&worker.common.camp_correction[0][frame.camp_entries[0]][side])
            + learned(&worker.common.camp_correction[1][frame.camp_entries[1]][side])
        )
        + worker.parameters.correction_moves
        * learned(&worker.common.move_correction[0][frame.move_entries[0]][side])
        + worker.parameters.correction_distant
        * learned(&worker.common.move_correction[1][frame.move_entries[1]][side])
    )
    return max(-MAX_EVALUATION, min(evaluation + total // CORRECTION_LIMIT, MAX_EVALUATION))
