"""Correction history: by how much searches of like positions differed from their static evaluation.

An evaluation errs in a like way where pawns or pieces stand alike. What a search found beyond it is remembered for the
side to move by five keys: the pawns, each side's other men, the two moves that led here, and the last move with the one
three plies before it; and added wherever one of them comes again. In shogi, where pawns come and go, they are the
hands, and the men around each king. The table keeps evaluations uncorrected, for the corrections change. (First in the
engine Caissa, October 2023.) Worth: +19.2 ±11.7 at 4,000 nodes (screen of 2026-11-22); with ProbCut +23.3 (+9.2 to
+37.4) at 10,000; the last of the keys +7.9 ±7.4 at 4,000 (screen of 2026-11-27).

Where the entries of camps and moves lie is found as a move is made, and they are fetched into the cache then, for the
evaluation comes a good deal later. A camp that the move didn't reach has its entry from the ply before.

Layout: four arrays in ``worker.CommonHistories``, entries within +-CORRECTION_LIMIT, which move towards it by a share
of the room left, as histories do. Keys that fall together share an entry. Thread safety: as ``histories`` says; all
workers of a crew learn into one.
"""

import cython
from cython.cimports.kiebitz.core.search.histories import shift


@cython.inline
def entry_of_camp(position: AnyPosition, colour: cython.int) -> cython.int:
    """The entry of a colour's men but its pawns; in shogi of those around its king."""
    return key_of_camp(position, colour) >> CORRECTION_SHIFT


@cython.inline
def entry_of_structure(position: AnyPosition) -> cython.int:
    """The entry of the pawns; in shogi of the hands."""
    return key_of_structure(position) >> CORRECTION_SHIFT


@cython.inline
def entry_of_moves(worker: Searcher, ply: cython.int, pair: cython.int) -> cython.int:
    """The entry of the last move and the one before it; with ``pair`` 1, of the last and the one three plies before."""
    mixed: uint64_t = worker.frame(ply - 1).continuation * GOLDEN_GAMMA
    return ((mixed ^ worker.frame(ply - 2 - 2 * pair).continuation) * GOLDEN_GAMMA) >> CORRECTION_SHIFT


@cython.inline
def prefetch_camp(worker: Searcher, ply: cython.int, colour: cython.int) -> None:
    """Find the entry of a camp of a ply's position, and fetch it into the cache.

    It is kept in the frame. (If nothing were kept, GCC 12 would leave out the call: it takes a function that only
    prefetches for one without effect.)
    """
    entry: cython.int = entry_of_camp(worker.position, colour)
    worker.frame(ply).camp_entries[colour] = entry
    prefetch(cython.address(worker.common.camp_correction[colour][entry][0]))


@cython.inline
def prefetch_moves(worker: Searcher, ply: cython.int) -> None:
    """The same for the pairs of moves that led there."""
    entry: cython.int
    pair: cython.int
    for pair in range(MOVE_PAIRS):
        entry = entry_of_moves(worker, ply, pair)
        worker.frame(ply).move_entries[pair] = entry
        prefetch(cython.address(worker.common.move_correction[pair][entry][0]))


@cython.inline
def find_corrections(worker: Searcher, ply: cython.int) -> None:
    """Find the entries of a position that no move of the search led to."""
    prefetch_camp(worker, ply, 0)
    prefetch_camp(worker, ply, 1)
    prefetch_moves(worker, ply)


@cython.inline
def follow_move(worker: Searcher, ply: cython.int) -> None:
    """Find the entries of the position that a move led to, at ``ply``."""
    if not worker.parameters.correction_history:
        return
    side: cython.int = worker.position.side
    prefetch_camp(worker, ply, side ^ 1)
    if reached_other_camp(worker.position):
        prefetch_camp(worker, ply, side)
    else:
        worker.frame(ply).camp_entries[side] = worker.frame(ply - 1).camp_entries[side]
    prefetch_moves(worker, ply)


@cython.inline
def follow_pass(worker: Searcher, ply: cython.int) -> None:
    """Find the entries of the position that a null move led to, at ``ply``."""
    worker.frame(ply).camp_entries[0] = worker.frame(ply - 1).camp_entries[0]
    worker.frame(ply).camp_entries[1] = worker.frame(ply - 1).camp_entries[1]
    prefetch_moves(worker, ply)


@cython.inline
def corrected(worker: Searcher, ply: cython.int, evaluation: cython.int) -> cython.int:
    """The static evaluation, corrected by what searches of like positions found; from the view of the side to move."""
    if not worker.parameters.correction_history:
        return evaluation
    side: cython.int = worker.position.side
    frame: cython.pointer(Frame) = worker.frame(ply)
    promise(frame.camp_entries[0] == entry_of_camp(worker.position, 0), b"White's entry is that of its camp")
    promise(frame.camp_entries[1] == entry_of_camp(worker.position, 1), b"Black's entry is that of its camp")
    promise(frame.move_entries[0] == entry_of_moves(worker, ply, 0), b"the near moves' entry is theirs")
    promise(frame.move_entries[1] == entry_of_moves(worker, ply, 1), b"the distant moves' entry is theirs")
    total: cython.int = (
        worker.parameters.correction_pawns
        * learned(cython.address(worker.common.structure_correction[entry_of_structure(worker.position)][side]))
        + worker.parameters.correction_men
        * (
            learned(cython.address(worker.common.camp_correction[0][frame.camp_entries[0]][side]))
            + learned(cython.address(worker.common.camp_correction[1][frame.camp_entries[1]][side]))
        )
        + worker.parameters.correction_moves
        * learned(cython.address(worker.common.move_correction[0][frame.move_entries[0]][side]))
        + worker.parameters.correction_distant
        * learned(cython.address(worker.common.move_correction[1][frame.move_entries[1]][side]))
    )
    return max(-MAX_EVALUATION, min(evaluation + total // CORRECTION_LIMIT, MAX_EVALUATION))


def learn_correction(worker, ply, depth, difference):
    """Learn that a search to ``depth`` differed so much from the static evaluation, centipawns."""
    frame = worker.frame(ply)
    common = worker.common
    side = worker.position.side
    bonus = max(-CORRECTION_BONUS, min(difference * depth // 8, CORRECTION_BONUS))
    pawns = cython.address(common.structure_correction[entry_of_structure(worker.position)][side])
    shift(worker.common_block, pawns, bonus, CORRECTION_LIMIT)
    for colour in range(2):
        men = cython.address(common.camp_correction[colour][frame.camp_entries[colour]][side])
        shift(worker.common_block, men, bonus, CORRECTION_LIMIT)
    for pair in range(MOVE_PAIRS):
        moves = cython.address(common.move_correction[pair][frame.move_entries[pair]][side])
        shift(worker.common_block, moves, bonus, CORRECTION_LIMIT)
