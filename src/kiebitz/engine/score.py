"""The value of a position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """Centipawns, or moves to mate: exactly one of the two is given.

    Whose view a score takes is said by whoever hands it out; ``-score`` is the other side's view.
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

    @property
    def is_mate(self) -> bool:
        """Whether the score is a forced mate."""
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
