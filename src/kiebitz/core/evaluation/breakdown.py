"""An evaluation taken apart, as plain data: the same for every evaluation there is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The static evaluation of a position, module by module (no search).

    The modules' differences are mixed by phase, scaled and faded; every division rounds towards zero.
    """

    total: int
    """Centipawns for the side to move."""
    modules: dict[str, tuple[tuple[int, int], tuple[int, int]]]
    """By module: (middlegame, endgame) of White's men and of Black's, in centipawns, each side's own view."""
    phase: int
    """Game phase: 24 with all pieces on the board, 0 with none."""
    scale: int
    """How much of the advantage is real, in 64ths: less than 64 where the material makes it hard to win."""
    fading: tuple[int, int]
    """What the fifty-move count leaves of it, as a fraction (numerator, denominator)."""
