"""Matches between settings, as steps of an experiment: in this process, with tables of any design.

The match room's referee, rules and openings; each opening is played twice, with colours swapped. Without a clock the
games are the same on every machine; those against programs of others are not. For everything else there is
``kiebitz match``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypedDict

from kiebitz.arena.match.anchors import Anchor
from kiebitz.arena.match.elo import Estimate, elo_of_score, logistic
from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import read_book
from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.player import Player, parse_player
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.table_view import TableView
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import TODAY, SearchSettings, with_table

OPENINGS_SEED = 1
SIGNS = "-=+"
"""A game by half points."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match."""

    settings: SearchSettings = field(default_factory=lambda: TODAY)
    """Search parameters that differ from the defaults, and the table's design if it does."""
    design: TableDesign | None = None
    """How its table is made; None: as the settings have it."""
    hash_mb: int = 16
    """The table's size."""
    threads: int = 1
    """Threads that search."""
    limit: Limit | None = None
    """Its own limit for each move; None: what the match allows."""

    def engine(self) -> Engine:
        """An engine that searches so. Raises OptionError and MemoryError."""
        used = self.settings if self.design is None else with_table(self.settings, self.design)
        return Engine(**options_by_name({**TODAY, **used}, hash_mb=self.hash_mb, threads=self.threads))


def side_of(era: str) -> Side:
    """A program of the past, with its table. Raises KeyError."""
    return Side(ERAS[era].options)


class Pair(TypedDict):
    """Two games of one opening, from the first side's view."""

    points: list[float]
    """Of each game."""
    false_hits: int
    """Of the first side's table."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, from the first side's view."""

    each: str
    """Every game, won (+), drawn (=) or lost (-), two of each opening after each other."""
    false_hits: int = 0
    """Hits of the first side's table that were another position's, if it verifies; else 0."""

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.each)

    @property
    def wins(self) -> int:
        """Games that the first side won."""
        return self.each.count("+")

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self.each.count("=")

    @property
    def losses(self) -> int:
        """Games that the first side lost."""
        return self.each.count("-")

    @property
    def pairs(self) -> tuple[int, ...]:
        """Pairs of games by points: 0, ½, 1, 1½, 2. Raises ValueError for a game without its counterpart."""
        half_points = [SIGNS.index(sign) for sign in self.each]
        by_points = Counter(map(sum, zip(half_points[::2], half_points[1::2], strict=True)))
        return tuple(by_points[points] for points in range(5))

    @property
    def score(self) -> float:
        """Share of the points."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def elo(self) -> Estimate:
        """Logistic Elo over the second side from pairs of games, with its 95% interval."""
        return logistic(self.pairs)

    @property
    def outcome(self) -> tuple[float, float | None, float | None, float | None, str]:
        """Score, Elo and the ends of its interval, None where they are infinite, and every game."""
        elo = self.elo
        value, low, high = (end if math.isfinite(end) else None for end in (elo.value, elo.low, elo.high))
        return self.score, value, low, high, self.each

    @property
    def row(self) -> tuple[int, int, int, float, float | None, float | None, float | None, str]:
        """The row under HEADINGS."""
        return self.wins, self.draws, self.losses, *self.outcome


OUTCOME = ("score", "Elo", "low", "high", "each game")
"""Headings of ``MatchResult.outcome``."""
HEADINGS = ("won", "drawn", "lost", *OUTCOME)
"""Of ``MatchResult.row``."""


def elo_of_row(score: float, value: float | None, low: float | None, high: float | None, each: str = "") -> Estimate:
    """The Elo of ``MatchResult.outcome``: of its games, or as it was kept where these weren't.

    What was infinite is None there.
    """
    if each:
        return MatchResult(each).elo
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
    engines = first.engine(), second.engine()
    players = OwnPlayer(engines[0], first.limit), OwnPlayer(engines[1], second.limit)
    pair = partial(_play_pair, players=players, table=engines[0].table, rules=Rules(match_limit))
    return _play_pairs(name, pair, pairs, progress, openings_seed)


def meet_anchor(
    name: str,
    side: Side,
    anchor: Anchor,
    pairs: int,
    progress: Progress,
    *,
    match_limit: MatchLimit,
    openings_seed: int,
) -> MatchResult | None:
    """Play pairs of games against a program that others know, as ``play_match``; None if it isn't installed.

    The side keeps to its own limit, if it has one; the program has that of the match, and chooses by chance, so that no
    game is the same twice.
    """
    if anchor.player is None:
        return None
    opponent = make_player(parse_player(anchor.player))
    try:
        engine = side.engine()
        players, rules = (OwnPlayer(engine, side.limit), opponent), Rules(match_limit)
        pair = partial(_play_pair, players=players, table=engine.table, rules=rules)
        return _play_pairs(name, pair, pairs, progress, openings_seed)
    finally:
        opponent.close()


def _play_pairs(
    name: str, play: Callable[[list[ScheduledGame]], Pair], pairs: int, progress: Progress, openings_seed: int
) -> MatchResult:
    """Play pairs of games, each a step of ``progress``."""
    openings = read_book().shuffled(openings_seed)
    each = ""
    false_hits = 0
    for number in range(pairs):
        tasks = [ScheduledGame(2 * number + game, openings[number % len(openings)]) for game in range(2)]
        pair = progress.step(f"{name}, pair {number + 1}", play, tasks)
        each += "".join(SIGNS[round(2 * points)] for points in pair["points"])
        false_hits += pair["false_hits"]
    return MatchResult(each, false_hits)


def _play_pair(games: list[ScheduledGame], players: tuple[Player, Player], table: TableView, rules: Rules) -> Pair:
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
