"""Results counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """Games with a result, from a player's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, half_points: int) -> None:
        """Count a game."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """Points of 100; None without games."""
        return 100 * (self.wins + self.draws / 2) / self.games if self.games else None
