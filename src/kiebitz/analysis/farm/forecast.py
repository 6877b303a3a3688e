"""The cost of an analysis, measured on its first games before it begins."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from kiebitz.analysis.archive_run.batch import Survey
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.judging.annotate import analyse_game
from kiebitz.analysis.judging.judge_choice import chosen_judge
from kiebitz.analysis.judging.main_line import playable_moves
from kiebitz.analysis.reading.games import raw_games
from kiebitz.analysis.reading.reader import read_game
from kiebitz.engine.limit import Limit
from kiebitz.engine.tablebase import opened

MEASURED_S = 2.0
"""The time in which the first games are analysed to see how fast that goes; at least one position is."""
MEASURED_NODES = 300_000
MEASURED_MS = 500
"""No position is searched longer for it; where the limit is higher, time is reckoned in proportion."""
SECONDS_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class Forecast:
    """The cost of all games together, as far as the first of them tell."""

    games: int
    positions: int
    """Number of positions, estimated."""
    seconds: float
    """Of one engine, about; with several threads it takes as many cores."""
    characters: int
    """Length of the games' texts."""
    threads: int
    """Of an engine."""

    @property
    def core_hours(self) -> float:
        """Hours of one processor core."""
        return self.seconds * self.threads / SECONDS_AN_HOUR

    def characters_in(self, seconds: float) -> int:
        """Characters of games that an engine analyses in ``seconds`` seconds."""
        return max(1, round(self.characters * seconds / self.seconds)) if self.seconds else max(1, self.characters)

    def __str__(self) -> str:
        """'990 games, about 80,000 positions: 2.5 core-hours at 9 positions a second a core'."""
        cores = self.seconds * self.threads
        speed = self.positions / cores if cores else 0.0
        return (
            f"{self.games:,} games, about {self.positions:,} positions: {self.core_hours:.2g} core-hours"
            f" at {speed:.3g} positions a second a core, measured here"
        )


class _EnoughError(Exception):
    """The measurement has lasted long enough."""


def forecast(request: AnalysisRequest, known: Survey) -> Forecast:
    """Analyse the first games for a moment. Raises ArchiveError, TablebaseError, and OSError."""
    settings = request.settings
    limit, longer = _brief(settings.limit)
    brief = replace(settings, limit=limit)
    ends = time.perf_counter() + MEASURED_S
    positions = characters = 0
    done = 0.0

    def on_position(index: int, of: int) -> None:
        nonlocal done
        done += 1
        if time.perf_counter() >= ends:
            raise _EnoughError

    began = time.perf_counter()
    with chosen_judge(settings) as judge, opened(settings.syzygy) as tablebase:
        for raw in raw_games(request.inputs, request.select, lambda fault: None):
            game = read_game(raw).game
            characters += len(raw.text)
            if game is None:
                continue
            positions += len(playable_moves(game)) + 1
            try:
                analyse_game(game, judge, brief, on_position, tablebase)
            except _EnoughError:
                break
    seconds = (time.perf_counter() - began) * longer
    if not done:
        return Forecast(known.games, 0, 0.0, known.characters, settings.threads)
    all_positions = round(positions * known.characters / characters)
    return Forecast(known.games, all_positions, all_positions * seconds / done, known.characters, settings.threads)


def _brief(limit: Limit) -> tuple[Limit, float]:
    """A limit to measure with, and how many times longer a search by the whole one takes."""
    if limit.depth is not None:
        return limit, 1.0
    times = []
    if limit.nodes is not None:
        times.append(limit.nodes / MEASURED_NODES)
    if limit.movetime_ms is not None:
        times.append(limit.movetime_ms / MEASURED_MS)
    longer = max(1.0, min(times))
    nodes = limit.nodes and max(1, round(limit.nodes / longer))
    movetime_ms = limit.movetime_ms and max(1, round(limit.movetime_ms / longer))
    return Limit(nodes=nodes, movetime_ms=movetime_ms), longer
