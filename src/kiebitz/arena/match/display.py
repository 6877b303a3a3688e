"""A match on the console while it is played: a bar on a terminal, a line now and then where there is none."""

from __future__ import annotations

import time
from typing import Self

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from kiebitz.arena.match.contest import Contest
from kiebitz.arena.match.ranking import pairing_table, ranking_lines, ranking_progress, ranking_table
from kiebitz.arena.match.record import GameSummary, ScheduledGame
from kiebitz.arena.match.standing import player_table, progress_text, result_lines
from kiebitz.commandline.console import make_console

# How often a log hears of a match.
PLAIN_PERIOD_S = 30.0
# Time left is estimated from so much of the past.
ETA_PERIOD_S = 300.0


def standing_text(contest: Contest) -> str:
    """The standing in one line."""
    return ranking_progress(contest) if contest.is_tournament else progress_text(contest)


def outcome(contest: Contest) -> list[RenderableType]:
    """The standing in full: tables, and what they mean."""
    tables: list[RenderableType]
    if contest.is_tournament:
        tables, lines = [ranking_table(contest), "", pairing_table(contest)], ranking_lines(contest)
    else:
        tables, lines = [player_table(contest)], result_lines(contest)
    return [Text(standing_text(contest)), *tables, "", *map(Text, lines)]


class Display:
    """The display of a match on standard error; a context manager."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._console: Console = make_console(stderr=True)
        self._progress: Progress | None = None
        self._said = time.monotonic()

    def __enter__(self) -> Self:
        self._console.print(
            f"{self._who_plays()}: {self._contest.plan.setup.rules.limit}, {self._contest.plan.workers} at a time",
            markup=False,
            soft_wrap=True,
        )
        if self._contest.games_before:
            self._console.print(f"{self._contest.games_before:,} games were played before")
        if self._console.is_terminal:
            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(bar_width=None),
                TimeElapsedColumn(),
                TextColumn("left:"),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
                speed_estimate_period=ETA_PERIOD_S,
            )
            self._bar = self._progress.add_task(
                standing_text(self._contest), total=self._contest.plan.games, completed=self._contest.tally.games
            )
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress:
            self._progress.stop()

    def _who_plays(self) -> str:
        names = [spec.name for spec in self._contest.plan.setup.players]
        if self._contest.is_gauntlet:
            return f"{names[0]} against {', '.join(names[1:])}"
        return " against ".join(names) if len(names) == 2 else f"All against all, {', '.join(names)}"

    def on_void(self, scheduled: ScheduledGame, cause: str) -> None:
        """Tell of a game that is played again."""
        self._warn(f"game {scheduled.number + 1} is played again: its process was ended by {cause}")

    def on_game(self, game: GameSummary) -> None:
        """Show how the match stands after a game, and what went wrong in it."""
        if game.fault:
            plan = self._contest.plan
            name = plan.setup.players[plan.pairing(game.number)[game.fault.player]].name
            self._warn(f"game {game.number + 1}: {name}: {game.fault.kind}: {game.fault.message}")
        if self._progress:
            self._progress.update(
                self._bar, completed=self._contest.tally.games, description=standing_text(self._contest)
            )
        elif time.monotonic() - self._said >= PLAIN_PERIOD_S:
            self._said = time.monotonic()
            self._console.print(standing_text(self._contest), markup=False, soft_wrap=True)

    def _warn(self, message: str) -> None:
        self._console.print(f"kiebitz: {message}", markup=False, style="yellow", soft_wrap=True)
