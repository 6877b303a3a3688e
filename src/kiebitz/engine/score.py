"""The value of a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess.engine

CHANCES_STEEPNESS = 0.00368208
"""Of the chances to win in chess by centipawns, as https://lichess.org/page/accuracy publishes them."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """Centipawns, or moves to mate: exactly one of the two is given.

    Whatever returns a score says whose view it takes; ``-score`` is the other side's view. Scores of one view
    are ordered as python-chess orders them: to mate is more than any centipawns, and the sooner the better.
    """

    centipawns: int | None = None
    """Hundredths of a pawn; positive is good."""
    mate: int | None = None
    """Moves (not plies) to mate; negative when being mated, 0 when mated already (which has no other side's view)."""

    def __post_init__(self) -> None:
        if (self.centipawns is None) == (self.mate is None):
            raise ValueError("a Score has either centipawns or a mate distance")

    @classmethod
    def of_value(cls, value: int) -> Score:
        """The score that a value of the search stands for (see ``core.value``), in the view that the value takes."""
        # Here, because UCI knows scores before it needs a core, and shall answer ``uci`` at once.
        from kiebitz.core.value import LONGEST_MATE, MATE

        if value >= LONGEST_MATE:
            return cls(mate=(MATE - value + 1) // 2)
        if value <= -LONGEST_MATE:
            return cls(mate=-((MATE + value) // 2))
        return cls(centipawns=value)

    def __neg__(self) -> Score:
        if self.mate is not None:
            return Score(mate=-self.mate)
        return Score(centipawns=-(self.centipawns or 0))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[int, int]:
        """The order of scores: mated, centipawns or mating, then how much of it."""
        if self.mate is None:
            return 0, self.centipawns or 0
        return (1 if self.mate > 0 else -1), -self.mate

    def to_chess(self) -> chess.engine.Score:
        """Convert to python-chess's ``Cp`` or ``Mate``, in the same view."""
        import chess.engine

        return chess.engine.Cp(self.centipawns or 0) if self.mate is None else chess.engine.Mate(self.mate)

    @property
    def is_mate(self) -> bool:
        """True if the score is a forced mate."""
        return self.mate is not None

    def clipped(self, most: int = 1000) -> int:
        """Centipawns between ``-most`` and ``most``; a mate is the most."""
        if self.mate is not None:
            return most if self.mate > 0 else -most
        return max(-most, min(most, self.centipawns or 0))

    def __str__(self) -> str:
        """'+0.35', '-1.20', '#3' (mates in three), '#-2' (is mated in two)."""
        if self.mate is not None:
            return f"#{self.mate}"
        return f"{(self.centipawns or 0) / 100:+.2f}"

    def _repr_html_(self) -> str:
        """The view in notebooks."""
        return f"<b>{self}</b>"


def plies_to_mate(mate: int) -> int:
    """The plies of a line to a mate in ``mate`` moves, negative when being mated."""
    return 2 * mate - 1 if mate > 0 else -2 * mate
