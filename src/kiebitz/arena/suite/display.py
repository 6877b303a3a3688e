"""A run over a suite as it is shown: progress, the table of results, the total; or one JSON object a position."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Self

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kiebitz.arena.suite.epd import EpdFault
from kiebitz.arena.suite.solve import Attempt
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.console import make_console

ABSENT = "-"


class Display:
    """The display of a run of ``kiebitz suite``; a context manager for the time that it lasts."""

    def __init__(self, tasks: int, *, as_json: bool) -> None:
        self.attempts: list[Attempt] = []
        """The attempts so far."""
        self._tasks = tasks
        self._as_json = as_json
        self._out = make_console()
        self._err = make_console(stderr=True)
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        console = self._out if self._out.is_terminal and not self._as_json else self._err
        if console.is_terminal:
            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("left:"),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._bar = self._progress.add_task("0 solved", total=self._tasks)
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress:
            self._progress.stop()

    def fault(self, fault: EpdFault) -> None:
        """Tell of a line that is skipped."""
        self._err.print(f"kiebitz: {clean(str(fault))}", markup=False, style="yellow", soft_wrap=True)

    def attempt(self, attempt: Attempt) -> None:
        """Take in what was made of a position."""
        self.attempts.append(attempt)
        if self._as_json:
            _print_json(attempt.record())
        if self._progress:
            solved = sum(done.is_solved for done in self.attempts)
            self._progress.update(self._bar, advance=1, description=f"{solved} solved")

    def end(self, faults: int) -> None:
        """Show what came out of it all."""
        if self._as_json:
            _print_json({"total": total(self.attempts, self._tasks, faults)})
            return
        if self.attempts:
            self._out.print(result_table(self.attempts))
        self._out.print(total_text(self.attempts, self._tasks, faults), markup=False, soft_wrap=True)


def _print_json(record: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def result_table(attempts: Sequence[Attempt]) -> Table:
    """A row a position; scores are the side to move's view, time and nodes those since which the right move stood."""
    is_graded = any(attempt.task.points for attempt in attempts)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("Position", overflow="fold", ratio=2)
    table.add_column("Wanted", overflow="fold", ratio=1)
    table.add_column("Found", no_wrap=True)
    for heading in ("Score", "Depth", *(["Points"] if is_graded else []), "Time"):
        table.add_column(heading, justify="right", no_wrap=True)
    for attempt in attempts:
        points = f"{attempt.points}/{attempt.task.most_points}" if attempt.task.points else ABSENT
        table.add_row(
            Text("yes" if attempt.is_solved else "no", style="green" if attempt.is_solved else "red"),
            Text(attempt.task.name),
            Text(attempt.task.wanted),
            Text(attempt.found),
            str(attempt.score),
            str(attempt.depth),
            *([points] if is_graded else []),
            f"{attempt.since.time_ms / 1000:.2f} s" if attempt.since else ABSENT,
        )
    return table


def total(attempts: Sequence[Attempt], tasks: int, faults: int) -> dict[str, Any]:
    """The sums as plain data."""
    solved = [attempt for attempt in attempts if attempt.is_solved]
    graded = [attempt for attempt in attempts if attempt.task.points]
    return {
        "positions": tasks,
        "done": len(attempts),
        "solved": len(solved),
        "points": sum(attempt.points for attempt in graded) if graded else None,
        "most_points": sum(attempt.task.most_points for attempt in graded) if graded else None,
        "nodes": sum(attempt.nodes for attempt in attempts),
        "time_ms": sum(attempt.time_ms for attempt in attempts),
        "solution_time_ms": sum(attempt.since.time_ms for attempt in solved if attempt.since),
        "skipped_lines": faults,
    }


def total_text(attempts: Sequence[Attempt], tasks: int, faults: int) -> str:
    """The sums in one line."""
    sums = total(attempts, tasks, faults)
    parts = [f"{sums['solved']:,} of {sums['done']:,} solved"]
    if attempts:
        parts[0] += f" ({sums['solved'] / sums['done']:.1%})"
    if sums["most_points"]:
        parts.append(f"{sums['points']:,} of {sums['most_points']:,} points")
    parts.append(f"{sums['nodes']:,} nodes")
    parts.append(f"{sums['time_ms'] / 1000:.1f} s of thinking")
    if sums["solved"]:
        parts.append(f"{sums['solution_time_ms'] / sums['solved'] / 1000:.2f} s to a solution on average")
    if sums["done"] < tasks:
        parts.append(f"{tasks - sums['done']:,} not done")
    if faults:
        parts.append(f"{faults:,} {'line' if faults == 1 else 'lines'} skipped")
    return ", ".join(parts)
