"""Matches between settings, as steps of an experiment: in this process, with tables of any design.

The match room's referee, rules and openings; each opening is played twice, with colours swapped. Without a clock the
games are the same on every machine. For everything else there is ``kiebitz match``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TypedDict

from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.table_view import TableView
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.match.elo import Estimate, elo_of_score, logistic
from kiebitz.match.openings import read_book
from kiebitz.match.own_player import OwnPlayer
from kiebitz.match.record import ScheduledGame, summarise
from kiebitz.match.referee import Rules, play_game
from kiebitz.match.time_control import MatchLimit

OPENINGS_SEED = 1
WIN, DRAW = 1.0, 0.5


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match."""

    settings: SearchSettings = field(default_factory=lambda: TODAY)
    """Search parameters that differ from the defaults."""
    design: TableDesign = field(default_factory=TableDesign)
    """How its table is made."""
    hash_mb: int = 16
    """The table's size."""
    threads: int = 1
    """Threads that search."""
    limit: Limit | None = None
    """Its own limit for each move; None: what the match allows."""

    def engine(self) -> Engine:
        """An engine that searches so. Raises OptionError and MemoryError."""
        return Engine(
            **options_by_name(
                {**TODAY, **self.settings}, hash_mb=self.hash_mb, threads=self.threads, table_design=self.design
            )
        )


def side_of(era: str) -> Side:
    """A program of the past, with its table. Raises KeyError."""
    return Side(ERAS[era].settings, TableDesign(policy=ERAS[era].table_policy))


class Pair(TypedDict):
    """Two games of one opening, from the first side's view."""

    points: list[float]
    """Of each game."""
    false_hits: int
    """Of the first side's table."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, from the first side's view."""

    wins: int
    """Of the first side."""
    draws: int
    """Games drawn."""
    losses: int
    """Of the first side."""
    pairs: tuple[int, ...]
    """Pairs of games by points: 0, ½, 1, 1½, 2."""
    false_hits: int = 0
    """Hits of the first side's table that were another position's, if it verifies; else 0."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Share of the points."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def elo(self) -> Estimate:
        """Logistic Elo over the second side from pairs of games, with its 95% interval."""
        return logistic(self.pairs)

    @property
    def score_and_elo(self) -> tuple[float, float | None, float | None, float | None]:
        """Score, Elo and the ends of its interval; None where they are infinite."""
        elo = self.elo
        value, low, high = (end if math.isfinite(end) else None for end in (elo.value, elo.low, elo.high))
        return self.score, value, low, high

    @property
    def row(self) -> tuple[int, int, int, float, float | None, float | None, float | None]:
        """What stands under HEADINGS."""
        return self.wins, self.draws, self.losses, *self.score_and_elo


HEADINGS = ("won", "drawn", "lost", "score", "Elo", "low", "high")
"""Of ``MatchResult.row``."""


def elo_of_row(score: float, value: float | None, low: float | None, high: float | None) -> Estimate:
    """The Elo of ``MatchResult.score_and_elo``; what was infinite is None there."""
    return Estimate(
        elo_of_score(score) if value is None else value,
        -math.inf if low is None else low,
        math.inf if high is None else high,
    )


DEFAULT_MATCH_LIMIT = MatchLimit(nodes=5_000)


def play_match(
    name: str,
    first: Side,
    second: Side,
    pairs: int,
    progress: Progress,
    *,
    match_limit: MatchLimit = DEFAULT_MATCH_LIMIT,
    openings_seed: int = OPENINGS_SEED,
) -> MatchResult:
    """Play pairs of games; each pair is a step of ``progress``. The same openings every time, unless seeds differ.

    ``name`` says who plays whom, and with what. Raises RuntimeError for a side that fails; only the flag may fall.
    """
    openings = read_book().shuffled(openings_seed)
    engines = first.engine(), second.engine()
    players = OwnPlayer(engines[0], first.limit), OwnPlayer(engines[1], second.limit)
    play = partial(_play_pair, players=players, table=engines[0].table, rules=Rules(match_limit))
    points: list[float] = []
    by_points = [0] * 5
    false_hits = 0
    for number in range(pairs):
        tasks = [ScheduledGame(2 * number + game, openings[number % len(openings)]) for game in range(2)]
        pair = progress.step(f"{name}, pair {number + 1}", partial(play, tasks))
        points += pair["points"]
        by_points[round(2 * sum(pair["points"]))] += 1
        false_hits += pair["false_hits"]
    wins, draws = points.count(WIN), points.count(DRAW)
    return MatchResult(wins, draws, len(points) - wins - draws, tuple(by_points), false_hits)


def _play_pair(
    games: list[ScheduledGame], players: tuple[OwnPlayer, OwnPlayer], table: TableView, rules: Rules
) -> Pair:
    """Play two games; ``table`` is the first player's, which counts anew in each."""
    points, false_hits = [], 0
    for game in games:
        record = play_game(game, players, rules)
        if record.fault is not None and record.fault.kind != "time loss":
            raise RuntimeError(f"a side of the laboratory fails: {record.fault.message}")
        points.append(summarise(record, None).points)
        if (counts := table.counts) is not None:
            false_hits += counts.false_hits + counts.rights_hits
    return Pair(points=points, false_hits=false_hits)
