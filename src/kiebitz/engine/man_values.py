"""Values of pieces by the classical evaluation, before their squares count."""

from __future__ import annotations

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz.core.evaluation.game_phase import FULL_PHASE

MEN = "PNBRQ"


def man_values(phase: int) -> dict[str, int]:
    """Centipawns by the letters P, N, B, R and Q at a game phase: 24 with all pieces on the board, 0 with none.

    The values of middlegame and endgame are mixed as the evaluation mixes them. Raises ValueError for no phase.
    """
    if not 0 <= phase <= FULL_PHASE:
        raise ValueError(f"a game phase is 0 to {FULL_PHASE}, not {phase}")
    return {
        man: (middlegame * phase + endgame * (FULL_PHASE - phase)) // FULL_PHASE
        for man, (middlegame, endgame) in zip(MEN, WEIGHTS["piece_values"].values, strict=False)
    }
