"""A tuning on the console: a bar while it runs, a line now and then where there is no terminal, and its outcome."""

from __future__ import annotations

import time
from typing import Self

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kiebitz.arena.tune.tuning import DIGITS, Tuning
from kiebitz.commandline.console import make_console

PLAIN_PERIOD_S = 30.0
"""Time between two lines of a log."""


class Display:
    """The display of a run on standard error while it lasts; a context manager."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._console = make_console(stderr=True)
        self._progress: Progress | None = None
        self._said = time.monotonic()

    def __enter__(self) -> Self:
        tuning = self._tuning
        if tuning.is_over:
            self._console.print("all pairs are played, the outcome is written: nothing is left to do", soft_wrap=True)
        elif tuning.pairs:
            self._console.print(f"{tuning.pairs:,} pairs were played before")
        if self._console.is_terminal:
            self._progress = Progress(
                TextColumn("pairs"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("left:"),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )
            self._bar = self._progress.add_task("", total=tuning.run.pairs, completed=tuning.pairs)
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress:
            self._progress.stop()

    def show(self) -> None:
        """Show how the run stands."""
        tuning = self._tuning
        if self._progress:
            self._progress.update(self._bar, completed=tuning.pairs)
        elif time.monotonic() - self._said >= PLAIN_PERIOD_S:
            self._said = time.monotonic()
            believed = "  ".join(f"{name} {value:.1f}" for name, value in tuning.values.items())
            self._console.print(f"{tuning.pairs:,}/{tuning.run.pairs:,} pairs  {believed}", soft_wrap=True)

    def end(self) -> None:
        """Show what came out on standard output: a table, the settings for a match, a line for a ledger."""
        tuning, out = self._tuning, make_console()
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column("Number", overflow="fold")
        for heading in ("Start", "Step", "Now", "Steps moved"):
            table.add_column(heading, justify="right")
        for knob in tuning.run.knobs:
            value = round(tuning.values[knob.name], DIGITS)  # as the file has it
            moved = (value - knob.start) / knob.step
            table.add_row(Text(knob.name), f"{knob.start:g}", f"{knob.step:g}", f"{value:.2f}", f"{moved:+.2f}")
        out.print(table)
        settings = ",".join(f"{name}={value}" for name, value in tuning.rounded().items())
        out.print(Text(f"Settings: {settings}"), soft_wrap=True)
        run = tuning.run
        facts = " ".join(f"{name}={value!s}" for name, value in tuning.setting.record().items() if name != "player")
        line = f"tune: pairs={tuning.pairs}/{run.pairs} rate={run.rate:g} seed={run.seed} {facts} values={settings}"
        out.print(Text(line), soft_wrap=True)
