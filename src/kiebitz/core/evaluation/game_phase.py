"""The game phase: how much of the pieces is still on the board, from 24 (all) to 0 (kings and pawns).

Every feature has a middlegame and an endgame value; the phase says how they are mixed, so that the evaluation changes
smoothly while pieces come off.
"""

from cython.cimports.kiebitz.core.chess.bitboard import BISHOP, KNIGHT, QUEEN, ROOK
from cython.cimports.kiebitz.core.machine import popcount


@cython.inline
def blended(value: Pair, phase: cython.int) -> cython.int:
    """One value out of two: middlegame at FULL_PHASE, endgame at 0, rounded towards zero, so equal for both sides."""
    return (middlegame_of(value) * phase + endgame_of(value) * (FULL_PHASE - phase)) / FULL_PHASE


def game_phase(position):
    """Count the phase: FULL_PHASE at most, even after promotions."""
    phase = (
        PHASE_SHARES[KNIGHT] * popcount(position.kinds[KNIGHT])
        + PHASE_SHARES[BISHOP] * popcount(position.kinds[BISHOP])
        + PHASE_SHARES[ROOK] * popcount(position.kinds[ROOK])
        + PHASE_SHARES[QUEEN] * popcount(position.kinds[QUEEN])
    )
    return min(phase, FULL_PHASE)


PHASE_SHARES = [0, 1, 1, 2, 4, 0]
