"""What ``kiebitz train`` shows: the stage under way, a line for each generation done, and a picture at the end."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from kiebitz.arena.train.course import Generation
from kiebitz.commandline.console import make_console

PLAIN_INTERVAL_S = 30.0


class Display:
    """Shows a course on a terminal; elsewhere it says now and then how far things are. A context manager."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = make_console() if console is None else console
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[detail]}"),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1.0, detail="", visible=False)
        self._title = ""
        self._said = 0.0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stage(self, generation: int, stage: str, detail: str) -> None:
        """A stage begins, or goes on."""
        self._title = f"Generation {generation}, {stage}"
        self._bar.reset(self._task, description=self._title, total=1.0, detail=detail, visible=True)
        self.console.print(f"{self._title}: {detail}", highlight=False)
        self._said = time.monotonic()

    def progress(self, share: float, detail: str) -> None:
        """So much of the stage is done, 0 to 1."""
        self._bar.update(self._task, completed=share, detail=detail)
        if not self.console.is_terminal and time.monotonic() - self._said >= PLAIN_INTERVAL_S:
            self.console.print(f"{self._title}: {share:.0%}, {detail}", highlight=False)
            self._said = time.monotonic()

    def done(self, generation: Generation) -> None:
        """A generation is over."""
        self.console.print(summary(generation), highlight=False)


def summary(generation: Generation) -> str:
    """A generation in a line."""
    verdict = generation.verdict
    if verdict is None:
        return f"Generation {generation.number}: the network given"
    elo = f"{verdict.score:.0%}" if verdict.elo is None else f"{verdict.elo:+.0f} ±{verdict.error:.0f} Elo"
    stays = "stays" if generation.stays else "put aside"
    return (
        f"Generation {generation.number}: {generation.positions:,} positions, test loss {generation.test_loss:.5f},"
        f" {elo} in {verdict.games} games: {stays}"
    )


def draw_curves(generations: list[Generation], path: Path) -> None:
    """Draw data, loss and gain by generation as SVG; a cross is a network put aside.

    Raises ImportError without matplotlib, and OSError.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3), layout="constrained")
    data, loss, elo = figure.subplots(1, 3)
    numbers = [generation.number for generation in generations]
    data.bar(numbers, [generation.positions / 1e6 for generation in generations])
    data.set(title="Data", xlabel="generation", ylabel="million positions")
    for generation in generations:
        if generation.losses:
            presented, values = zip(*generation.losses, strict=True)
            loss.plot([count / 1e6 for count in presented], values, label=str(generation.number))
    loss.set(title="Loss in training", xlabel="million presentations")
    if loss.lines:
        loss.legend(title="generation")
    for generation in generations:
        verdict = generation.verdict
        if verdict and verdict.elo is not None:
            elo.errorbar(
                generation.number, verdict.elo, verdict.error, fmt="o" if generation.stays else "x", color="C0"
            )
    elo.axhline(0, linewidth=0.5)
    elo.set(title="Elo over the forerunner", xlabel="generation")
    for axes in (data, elo):
        axes.set_xticks(numbers)
    figure.savefig(path)
