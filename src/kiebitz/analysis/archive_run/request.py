"""The request of a run over archives: by ``kiebitz analyse``, and by ``kiebitz.analyse_games``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.processes.cores import usable_cores

if TYPE_CHECKING:
    from kiebitz.analysis.archive_run.parquet import ParquetFolder
    from kiebitz.analysis.report.pages import Pages


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """Which games are analysed, how, and where they go."""

    inputs: tuple[str, ...]
    """Files of games, in the order in which they are read; '-' for standard input."""
    output: Path | None
    """Where the annotated games go; None: to standard output, which keeps nothing. The journal lies beside it."""
    settings: AnalysisSettings
    """How a game is analysed."""
    select: GameSelection = EVERY_GAME
    """Which games are wanted."""
    jobs: int | None = None
    """Processes that share the work; None: one a core, fewer with several threads."""
    resume: bool = False
    """True if it goes on where an earlier run was interrupted."""
    records: bool = False
    """True if the journal keeps each game's whole record, so that a resumed run can hand out those as well."""
    pages: Pages | None = None
    """Where each game that could be analysed gets a page; needs a file as output."""
    outputs: Mapping[str, Path] = field(default_factory=dict)
    """Where the games of which input go, if each has a file of its own, as records of shogi have; ``output`` is one."""
    parquet: ParquetFolder | None = None
    """Where all games are written as columns when the last is done; needs a file as output."""

    def jobs_for(self, games: int | None) -> int:
        """Number of processes for ``games`` games; None: their number is unknown."""
        jobs = self.jobs or max(1, usable_cores() // self.settings.threads)
        return jobs if games is None else min(jobs, games or 1)
