"""Pairings and their order: two players, all against all, or the first against all others.

A match is played in rounds. In each, every pairing plays two games of the round's opening, with colours swapped. Games
are numbered from 0 through the rounds, so a match that is given more rounds later keeps the numbers of its games.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Schedule:
    """The order of the games."""

    pairings: tuple[tuple[int, int], ...] = ((0, 1),)
    """The pairings of each round, in order: numbers of players, from 0."""

    def round_number(self, game: int) -> int:
        """The round of a game, from 0."""
        return game // 2 // len(self.pairings)

    def pairing_number(self, game: int) -> int:
        """Which of the pairings plays a game."""
        return game // 2 % len(self.pairings)

    def round_tag(self, game: int) -> str:
        """A game's place for PGN's tag Round: round, pairing unless there is just one, and game of the pair."""
        parts = [self.round_number(game), self.pairing_number(game), game % 2]
        if len(self.pairings) == 1:
            del parts[1]
        return ".".join(str(part + 1) for part in parts)


def round_robin(players: int) -> Schedule:
    """All against all."""
    return Schedule(tuple(combinations(range(players), 2)))


def gauntlet(players: int) -> Schedule:
    """The first against each of the others."""
    return Schedule(tuple((0, other) for other in range(1, players)))
