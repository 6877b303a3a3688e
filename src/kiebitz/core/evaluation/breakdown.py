"""The evaluation taken apart, as plain data."""

from dataclasses import dataclass

FULL_PHASE = 24
FULL_SCALE = 64


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What each module says, and how the sum becomes the value."""

    modules: dict[str, tuple[tuple[int, int], tuple[int, int]]]
    """By module, in a fixed order: (middlegame, endgame) of White and of Black, in centipawns, each side's own view."""
    phase: int
    """Game phase: 24 with all pieces on the board, 0 with none."""
    scale: int
    """How much of the advantage is real, in 64ths: less than 64 where the material makes it hard to win."""
    fading: tuple[int, int]
    """What the fifty-move count leaves, as a fraction (numerator, denominator)."""
    limit: int
    """The value is cut to ±this many centipawns."""
    total: int
    """The value in centipawns, from the view of the side to move."""
    white_to_move: bool
    """Whether the side to move is White."""

    def weighted_sum(self) -> int:
        """The value again, from the parts alone: what ``total`` must be.

        The modules' differences are mixed by phase, scaled and faded; every division rounds towards zero.
        """
        middlegame = sum(white[0] - black[0] for white, black in self.modules.values())
        endgame = sum(white[1] - black[1] for white, black in self.modules.values())
        value = divided(middlegame * self.phase + endgame * (FULL_PHASE - self.phase), FULL_PHASE)
        value = divided(value * self.scale, FULL_SCALE)
        value = divided(value * self.fading[0], self.fading[1])
        value = max(-self.limit, min(self.limit, value))
        return value if self.white_to_move else -value


def divided(value: int, divisor: int) -> int:
    """The quotient rounded towards zero, as C does, so that both sides are treated alike."""
    return value // divisor if value >= 0 else -(-value // divisor)
