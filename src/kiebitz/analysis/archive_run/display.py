"""A run over games on the console: progress while it lasts, each game when it is done, and the outcome."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from kiebitz.analysis.archive_run.batch import Observer, Outcome, Survey, Totals
from kiebitz.analysis.archive_run.table import (
    game_table,
    moments_of,
    overview_heading,
    overview_row,
    player_table,
    unit_of,
    words_of,
)
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import GameAnalysis
from kiebitz.analysis.judging.record_names import NAMES
from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.analysis.report.page import ended
from kiebitz.analysis.report.words import words_for
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.console import make_console
from kiebitz.engine.line import GameName
from kiebitz.games import game_called

# The time left is estimated from so much of the past: games differ, so not too little.
ETA_PERIOD_S = 120.0
MOMENTS = "Evaluations are {unit}: after the move, and after the best one."


def counted(number: int, noun: str) -> str:
    """'1 game', '2 games'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class Display:
    """The display of a run of ``analyse``: progress while it lasts, and each game when it is done."""

    def __init__(
        self,
        known: Survey | None,
        *,
        as_json: bool,
        to_stderr: bool = False,
        moments: bool = False,
        game: GameName = "chess",
    ) -> None:
        """``to_stderr``: tables go to standard error, too, as standard output is for the games.

        ``moments``: of a game alone, nothing is shown but its mistakes and blunders.
        """
        self.games_done = 0
        self._done_before = 0
        self._began = time.monotonic()
        self._known = known
        self._as_json = as_json
        self._moments = moments
        self._game_kind: GameName = game
        self._out = make_console(stderr=to_stderr)
        self._err = make_console(stderr=True)
        self._file = ""  # whose games the rows are
        self._first: tuple[RawGame, Outcome] | None = None
        # On a terminal that shows both, everything goes through the one console that draws the bar.
        self._bar_console = self._out if self._out.is_terminal and not as_json else self._err
        self._progress: Progress | None = None
        self.observer: Observer = Observer(self._fault, self._game, self._game_done_before, self._advance)

    def __enter__(self) -> Self:
        if self._bar_console.is_terminal:
            self._progress = _progress_bar(self._bar_console)
            self._task = self._progress.add_task("", total=self._known.characters if self._known else None)
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress:
            self._progress.stop()

    def _advance(self, characters: float, games: int) -> None:
        if self._progress:
            count = f"{games:,} of {self._known.games:,} games" if self._known else counted(games, "game")
            if self._known and self._known.games == 1:
                count = "Analysing"
            self._progress.update(self._task, completed=characters, description=count)

    def _fault(self, fault: PgnFault) -> None:
        console = self._bar_console if self._progress and self._err.is_terminal else self._err
        console.print(f"kiebitz: {clean(str(fault))}", markup=False, style="yellow", soft_wrap=True)

    def _game_done_before(self, summary: dict[str, Any], record: dict[str, Any] | None) -> None:
        del summary
        self.games_done += 1
        self._done_before += 1
        if self._as_json and record:
            self._print_record(record)

    def _game(self, raw: RawGame, outcome: Outcome) -> None:
        self.games_done += 1
        if self._as_json:
            self._print_record(outcome.record)
        elif self.games_done == 1:
            self._first = raw, outcome  # a table if it stays alone, a row if it doesn't
        else:
            if self._first or self.games_done == self._done_before + 1:
                self._print_heading()
            self._print_row(self.games_done, raw, outcome)

    def _print_record(self, record: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    def _print_heading(self) -> None:
        if self._done_before:
            self._out.print(f"{counted(self._done_before, 'game')} analysed before")
        self._out.print(overview_heading(self._out.width, self._game_kind), soft_wrap=True)
        if self._first:
            self._print_row(self._done_before + 1, *self._first)
            self._first = None

    def _print_row(self, index: int, raw: RawGame, outcome: Outcome) -> None:
        if raw.file != self._file:
            self._file = raw.file
            self._out.print(clean(raw.file), style="dim", markup=False, soft_wrap=True)
        self._out.print(overview_row(index, outcome.summary, self._out.width, self._game_kind), soft_wrap=True)

    def end(
        self, totals: Totals, targets: Sequence[Path], report: Path | None = None, columns: Path | None = None
    ) -> None:
        """Say how many games became what, and in which files they are; a game alone is shown move by move."""
        console = self._err if self._as_json else self._out
        if self._first and not self._as_json:
            raw, outcome = self._first
            if outcome.is_analysed and outcome.analysis is None:
                self._print_heading()
            else:
                self._print_only_game(raw, outcome)
        elif totals.games > 1:
            parts = [(totals.analysed, "analysed"), (totals.in_part, "in part"), (totals.skipped, "not analysed")]
            said = ", ".join(f"{number:,} {what}" for number, what in parts if number)
            seconds = int(time.monotonic() - self._began)
            duration = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
            console.print(f"{counted(totals.games, 'game')}: {said}; {duration}", markup=False)
        what = "PGN" if self._game_kind == "chess" else "record"
        for target in targets:
            console.print(f"Annotated {what}: {clean(str(target))}", markup=False, soft_wrap=True)
        for what, path in (("Report", report), ("Columns", columns)):
            if path is not None:
                console.print(f"{what}: {clean(str(path))}", markup=False, soft_wrap=True)

    def _print_only_game(self, raw: RawGame, outcome: Outcome) -> None:
        record, analysis, marks = outcome.record, outcome.analysis, game_called(self._game_kind).marks
        headers = record.get("tags", record["headers"])
        names = (
            f"{marks.get(is_first, '')} {headers.get(side.title(), '?')}".strip()
            for side, is_first in zip(NAMES[self._game_kind].sides, (True, False), strict=True)
        )
        words = words_for(Language.ENGLISH, self._game_kind)
        said = [" - ".join(names), ended(record, words) if record.get("ending") else headers.get("Result", "*")]
        said += [headers[name] for name in ("Event", "Date") if headers.get(name, "?") not in ("?", "????.??.??")]
        if analysis and analysis.opening:
            said.append(str(analysis.opening))
        said.append(raw.file)
        self._out.print(clean(", ".join(said)), style="bold", markup=False)
        if analysis is None or not analysis.moves:
            self._out.print("no moves to analyse" if analysis else "not analysed")
            return
        if self._moments:
            self._print_moments(analysis)
            return
        self._out.print(game_table(analysis, self._out.width))
        self._out.print()
        self._out.print(player_table(analysis))
        self._out.print()
        self._out.print(words_of(analysis))

    def _print_moments(self, analysis: GameAnalysis) -> None:
        moments = moments_of(analysis)
        for heading, reasons in moments:
            self._out.print()
            self._out.print(heading)
            for reason in reasons:
                self._out.print(Padding(Text(reason), (0, 0, 0, 4)))
        self._out.print()
        self._out.print(MOMENTS.format(unit=unit_of(self._game_kind)) if moments else "No mistakes and no blunders.")


def _progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        speed_estimate_period=ETA_PERIOD_S,
    )
