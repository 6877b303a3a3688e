"""Matches between settings, as steps of an experiment: in this process, game after game, each opening played twice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from kiebitz.lab.progress import Progress
from kiebitz.match import elo
from kiebitz.match.allowance import Allowance
from kiebitz.match.openings import read_book
from kiebitz.match.own_player import OwnPlayer
from kiebitz.match.player import OwnSpec
from kiebitz.match.record import Task, summarise
from kiebitz.match.referee import Rules, play_game
from kiebitz.match.tally import Tally

Side = Mapping[str, int | str]

SEED = 1
# Games in one step, so that an interrupted match loses little.
GAMES_A_STEP = 20
HASH_MB = 16


class Part(TypedDict):
    """Some games of a match, from the first side's view."""

    wins: int
    draws: int
    losses: int
    pairs: list[int]
    """Complete pairs by points: 0, ½, 1, 1½, 2."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match, from the first side's view."""

    wins: int
    draws: int
    losses: int
    elo: elo.Estimate
    """Logistic Elo from pairs of games, with its 95% interval."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Share of the points."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def row(self) -> tuple[int, int, int, float, float | None, float | None, float | None]:
        """Wins, draws, losses, score, Elo with the ends of its interval; None where they are infinite."""
        value, low, high = (
            end if math.isfinite(end) else None for end in (self.elo.value, self.elo.low, self.elo.high)
        )
        return self.wins, self.draws, self.losses, self.score, value, low, high


HEADINGS = ("won", "drawn", "lost", "score", "Elo", "low", "high")
"""Of ``Outcome.row``."""


def play_match(progress: Progress, name: str, sides: tuple[Side, Side], allowance: Allowance, games: int) -> Outcome:
    """Play ``games`` games (an even number) in steps; ``name`` says who plays whom. Settings may name an era."""
    pairs = [0] * 5
    wins = draws = losses = 0
    for begin in range(0, games, GAMES_A_STEP):
        count = min(GAMES_A_STEP, games - begin)
        part = progress.step(
            f"{name}, {allowance}, games {begin + 1} to {begin + count}",
            lambda begin=begin, count=count: play_part(sides, allowance, begin, count),  # type: ignore[misc]
        )
        wins, draws, losses = wins + part["wins"], draws + part["draws"], losses + part["losses"]
        pairs = [old + new for old, new in zip(pairs, part["pairs"], strict=True)]
    return Outcome(wins, draws, losses, elo.logistic(pairs))


def steps_of(games: int) -> int:
    """How many steps a match takes."""
    return -(-games // GAMES_A_STEP)


def play_part(sides: tuple[Side, Side], allowance: Allowance, begin: int, count: int) -> Part:
    """Play some games of a match, from number ``begin`` on."""
    openings = read_book().shuffled(SEED)
    players = tuple(
        OwnPlayer(OwnSpec(name, tuple({"hash_mb": HASH_MB, **side}.items())))
        for name, side in zip("AB", sides, strict=True)
    )
    tally = Tally()
    rules = Rules(allowance)
    try:
        for number in range(begin, begin + count):
            task = Task(number, openings[number // 2 % len(openings)])
            tally.add(summarise(play_game(task, (players[0], players[1]), rules), None))
    finally:
        for player in players:
            player.close()
    return Part(wins=tally.wins, draws=tally.draws, losses=tally.losses, pairs=tally.pairs)
