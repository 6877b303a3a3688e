"""Correction history: by how much searches of like positions differed from their static evaluation.

An evaluation errs in a like way where pawns or pieces stand alike. What a search found beyond it is remembered for the
side to move by four keys: the pawns, each side's other men, and the two moves that led here; and added wherever one of
them comes again. In shogi, where pawns come and go, they are the hands, and the men around each king. The table keeps
evaluations uncorrected, for the corrections change. (First in the engine Caissa, October 2023.) Worth: +19.2 ±11.7 at
4,000 nodes (screen of 2026-11-22); with ProbCut +23.3 (+9.2 to +37.4) at 10,000.

Layout: four arrays in ``worker.Histories``, entries within +-CORRECTION_LIMIT, which move towards it by a share of the
room left, as histories do. Keys that fall together share an entry. Thread safety: a worker's own.
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
def entry_of_moves(worker: Searcher, ply: cython.int) -> cython.int:
    """The entry of the two moves that led to a ply."""
    mixed: uint64_t = worker.frame(ply - 1).continuation * GOLDEN_GAMMA
    return ((mixed ^ worker.frame(ply - 2).continuation) * GOLDEN_GAMMA) >> CORRECTION_SHIFT


@cython.inline
def corrected(worker: Searcher, ply: cython.int, evaluation: cython.int) -> cython.int:
    """The static evaluation, corrected by what searches of like positions found; from the view of the side to move."""
    if not worker.parameters.correction_history:
        return evaluation
    side: cython.int = worker.position.side
    total: cython.int = (
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


def learn_correction(worker, ply, depth, difference):
    """Learn that a search to ``depth`` differed so much from the static evaluation, centipawns."""
    histories = cython.address(worker.histories)
    side = worker.position.side
    bonus = max(-CORRECTION_BONUS, min(difference * depth // 8, CORRECTION_BONUS))
    pawns = cython.address(histories.structure_correction[side][entry_of_structure(worker.position)])
    shift(worker, pawns, bonus, CORRECTION_LIMIT)
    for colour in range(2):
        men = cython.address(histories.camp_correction[side][colour][entry_of_camp(worker.position, colour)])
        shift(worker, men, bonus, CORRECTION_LIMIT)
    shift(worker, cython.address(histories.move_correction[side][entry_of_moves(worker, ply)]), bonus, CORRECTION_LIMIT)
