"""Games between two settings in this process, with any table that the core can make, for the steps of an experiment.

The match room's referee, rules and openings. With fixed nodes the games are the same on every machine. For everything
else there is ``kiebitz match``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from kiebitz.core.table_design import TableDesign
from kiebitz.lab.progress import Progress
from kiebitz.lab.searching import MATE_CENTIPAWNS, Searcher
from kiebitz.lab.settings import TODAY, Settings
from kiebitz.limit import Limit
from kiebitz.match.allowance import Allowance
from kiebitz.match.course import Course
from kiebitz.match.elo import Estimate, logistic
from kiebitz.match.openings import read_book
from kiebitz.match.player import Choice
from kiebitz.match.record import GameRecord, Task, summarise
from kiebitz.match.referee import Rules, play_game
from kiebitz.score import Score

OPENINGS_SEED = 1


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match."""

    settings: Settings = field(default_factory=lambda: TODAY)
    """Search parameters that differ from the defaults."""
    design: TableDesign | None = None
    """How its table is made."""
    hash_mb: int = 16
    """The table's size."""
    nodes: int = 5_000
    """Positions visited for each move, unless there is a time."""
    move_ms: int | None = None
    """Time for each move."""
    threads: int = 1
    """Threads that search."""


class SidePlayer:
    """A side at the board, as the referee wants it."""

    def __init__(self, side: Side) -> None:
        self._limits = {"nodes": side.nodes} if side.move_ms is None else {"move_ms": side.move_ms}
        self.searcher = Searcher(side.settings, hash_mb=side.hash_mb, design=side.design, threads=side.threads)

    def new_game(self) -> None:
        """Forget the last game."""
        self.searcher.forget()

    def choose(self, course: Course, limit: Limit, timeout_s: float) -> Choice:
        """The move to play; a side has its own limit."""
        del limit, timeout_s
        found = self.searcher.search(course.position, **self._limits)
        value = found["centipawns"]
        score = Score(centipawns=max(-MATE_CENTIPAWNS, min(MATE_CENTIPAWNS, value)))
        return Choice(found["move"], score, found["depth"], found["nodes"])

    def close(self) -> None:
        """Nothing runs between moves."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, from the first side's view."""

    pairs: tuple[int, int, int, int, int]
    """Pairs of games by the first side's points: 0, ½, 1, 1½, 2."""
    moves: int
    """Moves made by the first side."""
    false_hits: int
    """Hits of the first side's table that were another position's, if it verifies; else 0."""

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * sum(self.pairs)

    @property
    def elo(self) -> Estimate:
        """Elo of the first side over the second, with its 95% interval."""
        return logistic(self.pairs)

    @property
    def score(self) -> float:
        """Points of the first side by games."""
        return sum(points * number for points, number in enumerate(self.pairs)) / (2 * self.games)


def play_match(name: str, first: Side, second: Side, pairs: int, progress: Progress) -> MatchResult:
    """Play pairs of games with colours swapped; each pair is a step of ``progress``. The same openings every time."""
    openings = read_book().shuffled(OPENINGS_SEED)
    counts = [0, 0, 0, 0, 0]
    moves = false_hits = 0
    players = SidePlayer(first), SidePlayer(second)
    rules = Rules(Allowance(nodes=first.nodes))
    for pair in range(pairs):
        tasks = [Task(2 * pair + game, openings[pair % len(openings)]) for game in range(2)]
        points, made, false = progress.step(f"{name}, pair {pair + 1}", partial(_play_pair, tasks, players, rules))
        counts[round(2 * points)] += 1
        moves += round(made)
        false_hits += round(false)
    return MatchResult((counts[0], counts[1], counts[2], counts[3], counts[4]), moves, false_hits)


def _play_pair(tasks: list[Task], players: tuple[SidePlayer, SidePlayer], rules: Rules) -> list[float]:
    """Points, moves and false hits of the first side in two games."""
    points, moves, false_hits = 0.0, 0, 0
    for task in tasks:
        record: GameRecord = play_game(task, players, rules)
        if record.fault is not None:
            raise RuntimeError(f"a side of the laboratory fails: {record.fault.message}")
        summary = summarise(record, None)
        points += summary.points
        moves += summary.efforts[0].moves
        counts = players[0].searcher.table.counts()
        # The table is cleared, and counts anew, when a game begins.
        false_hits += counts.false_hits + counts.rights_hits if counts else 0
    return [points, moves, false_hits]
