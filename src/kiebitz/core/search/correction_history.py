"""Correction history: by how much searches of like positions differed from their static evaluation.

An evaluation errs in a like way where pawns or pieces stand alike. What a search found beyond it is remembered for the
side to move by four keys: the pawns, each side's other men, and the two moves that led here; and added wherever one of
them comes again. The table keeps evaluations uncorrected, for the corrections change. (First in the engine Caissa,
October 2023.)

Layout: four arrays in ``worker.Histories``, entries within +-CORRECTION_LIMIT, which move towards it by a share of the
room left, as histories do. Keys that fall together share an entry. Thread safety: a worker's own.
"""

import cython
from cython.cimports.kiebitz.core.search.histories import shift


def learn_correction(worker, ply, depth, difference):
    """Learn that a search to ``depth`` differed so much from the static evaluation, centipawns."""
    histories = cython.address(worker.histories)
    side = worker.position.side
    bonus = max(-CORRECTION_BONUS, min(difference * depth // 8, CORRECTION_BONUS))
    pawns = cython.address(histories.pawn_correction[side][entry_of_pawns(worker.position)])
    shift(pawns, bonus, CORRECTION_LIMIT)
    for colour in range(2):
        men = cython.address(histories.men_correction[side][colour][entry_of_men(worker.position, colour)])
        shift(men, bonus, CORRECTION_LIMIT)
    shift(cython.address(histories.move_correction[side][entry_of_moves(worker, ply)]), bonus, CORRECTION_LIMIT)
