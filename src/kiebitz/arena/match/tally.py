"""The standing of a match: points, pairs, efforts, faults, and what follows from them."""

from __future__ import annotations

import hashlib
from collections import Counter

from kiebitz.arena.match.record import Effort, GameFault, GameSummary

_WIN, _LOSS = 1.0, 0.0


class Tally:
    """Games counted, all from the first player's view. Games of a pair must both be given; the order is free."""

    def __init__(self) -> None:
        self.wins = 0
        """Of the first player."""
        self.draws = 0
        """Games drawn."""
        self.losses = 0
        """Of the first player."""
        self.pairs = [0, 0, 0, 0, 0]
        """Complete pairs by the first player's points: 0, ½, 1, 1½, 2."""
        self.efforts = [Effort(), Effort()]
        """The effort of each player."""
        self.faults: list[GameFault] = []
        """The faults of the players."""
        self.reasons: Counter[str] = Counter()
        """Why games ended; faults by their kind."""
        self._waiting: dict[int, GameSummary] = {}
        self._digests: list[tuple[int, str]] = []

    def add(self, game: GameSummary) -> None:
        """Count a game, and its pair if the other game of it has been counted."""
        self.wins += game.points == _WIN
        self.losses += game.points == _LOSS
        self.draws += game.points not in (_WIN, _LOSS)
        for player, effort in enumerate(game.efforts):
            self.efforts[player] += effort
        if game.fault:
            self.faults.append(game.fault)
        self.reasons[game.fault.kind if game.fault else game.reason] += 1
        self._digests.append((game.number, game.digest))
        other = self._waiting.pop(game.number ^ 1, None)
        if other is None:
            self._waiting[game.number] = game
        else:
            self.pairs[round(2 * (game.points + other.points))] += 1

    @property
    def games(self) -> int:
        """Games counted."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Fraction of the points that the first player made; ½ before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def draw_rate(self) -> float:
        """Fraction of the games drawn."""
        return self.draws / self.games if self.games else 0.0

    def faults_of(self, player: int) -> Counter[str]:
        """A player's faults, counted by kind."""
        return Counter(fault.kind for fault in self.faults if fault.player == player)

    @property
    def digest(self) -> str:
        """Of all games: equal for two matches in which the same games were played."""
        return hashlib.sha256("\n".join(digest for _, digest in sorted(self._digests)).encode()).hexdigest()[:16]
