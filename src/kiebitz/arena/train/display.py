"""The display of ``kiebitz train``: the stage under way, the outlook, a line a generation, and a picture at the end."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from kiebitz.arena.train.block_file import Damage
from kiebitz.arena.train.course import LABEL_NODES, Course, Generation
from kiebitz.arena.train.gate import MOST_GAMES, Verdict
from kiebitz.commandline.console import make_console

PLAIN_INTERVAL_S = 30.0
HOUR_S = 3600.0
LABELS_A_SECOND = 1_300
"""Of a core, before the course has measured it."""
LABELS_A_GAME = 52.0
"""Measured: the quiet positions."""
TITLES = {
    "games": "playing and labelling",
    "visit": "visiting",
    "fit": "fitting",
    "gate": "match",
}


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
        self.course: Course | None = None
        """The course that is shown: after each generation it is said what to expect of it."""

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stage(self, generation: int, stage: str, detail: str) -> None:
        """A stage begins, or goes on."""
        self.begin(f"Generation {generation}, {TITLES[stage]}", detail)

    def begin(self, title: str, detail: str) -> None:
        """Something begins that is called so."""
        self._title = title
        self._bar.reset(self._task, description=title, total=1.0, detail=detail, visible=True)
        self.console.print(f"{title}: {detail}", highlight=False, markup=False)
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
        if self.course and (text := outlook(self.course)):
            self.console.print(text, highlight=False)

    def damage(self, damage: Damage) -> None:
        """Something in a file can't be read, and is left out."""
        self.console.print(f"Left out: {damage}", highlight=False, markup=False)


def summary(generation: Generation) -> str:
    """A generation in a line."""
    if generation.test_loss is None:
        return f"Generation {generation.number}: the network given"
    parts = [f"{generation.labels:,} labels" if generation.labels else f"{generation.visited:,} positions"]
    parts.append(f"test loss {generation.test_loss:.5f}")
    if generation.verdict:
        parts.append(f"{said_of(generation.verdict)} over its forerunner")
    if generation.classical:
        parts.append(f"{said_of(generation.classical)} over classical")
    return f"Generation {generation.number}: {', '.join(parts)}: {'stays' if generation.stays else 'put aside'}"


def said_of(verdict: Verdict) -> str:
    """The outcome of a match, in words."""
    elo = f"{verdict.score:.0%}" if verdict.elo is None else f"{verdict.elo:+.0f} ±{verdict.error:.0f} Elo"
    return f"{elo} ({verdict.games} games)"


def outlook(course: Course) -> str:
    """The outlook: the next hour, and the course so far."""
    done = [generation for generation in course.generations if generation.is_over]
    lines = []
    number = len(done)
    if number <= course.settings.generations:
        lines.append(f"The next hour: {_next_hour(course, number)}.")
    gained = [generation for generation in done if generation.classical]
    if gained and gained[-1].classical:
        hours = sum(generation.core_seconds for generation in done) / HOUR_S
        lines.append(f"So far: {said_of(gained[-1].classical)} over classical after {hours:.1f} core-hours.")
        best, before = gained[-1].classical, gained[-2].classical if len(gained) > 1 else None
        if best.elo is not None and before and before.elo is not None:
            lines.append(f"The last generation that stays brought {best.elo - before.elo:+.0f} Elo.")
    return "\n".join(lines)


def _next_hour(course: Course, number: int) -> str:
    """The stages that an hour from the beginning of a generation on has room for."""
    settings, jobs = course.settings, course.jobs
    left = HOUR_S
    labels, matches = 0.0, 0
    rate = _labels_a_second(course)
    while left > 0 and number <= settings.generations:
        playing = min(left, settings.seconds(number, "games"))
        labels += playing * rate * jobs
        left -= playing + sum(settings.seconds(number, stage) for stage in ("visit", "fit", "gate"))
        matches += left >= 0
        number += 1
    networks = "no network yet" if not matches else "1 network" if matches == 1 else f"{matches} networks"
    return (
        f"about {labels:,.0f} positions labelled with {LABEL_NODES:,} nodes, and {networks}, each judged by up to"
        f" {MOST_GAMES:,} games"
    )


def _labels_a_second(course: Course) -> float:
    """How fast a core labels, as far as the course knows."""
    games = sum(generation.games for generation in course.generations)
    seconds = sum(generation.seconds["games"] for generation in course.generations)
    return games * LABELS_A_GAME / (seconds * course.jobs) if games and seconds else LABELS_A_SECOND


def draw_curves(generations: list[Generation], path: Path) -> None:
    """Draw labels and loss by generation, and Elo over core-hours, as SVG; a cross is a network put aside.

    Raises ImportError without matplotlib, and OSError.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3), layout="constrained")
    data, loss, elo = figure.subplots(1, 3)
    numbers = [generation.number for generation in generations]
    data.bar(numbers, [generation.labels / 1e6 for generation in generations])
    data.set(title="Labelled positions", xlabel="generation", ylabel="millions")
    data.set_xticks(numbers)
    for generation in generations:
        if generation.losses:
            presented, values = zip(*generation.losses, strict=True)
            loss.plot([count / 1e6 for count in presented], values, label=str(generation.number))
    loss.set(title="Loss in training", xlabel="million presentations")
    if loss.lines:
        loss.legend(title="generation")
    hours = 0.0
    curve = []
    for generation in generations:
        hours += generation.core_seconds / HOUR_S
        verdict = generation.classical
        if verdict and verdict.elo is not None:
            elo.errorbar(hours, verdict.elo, verdict.error, fmt="o", color="C0")
            curve.append((hours, verdict.elo))
        elif generation.verdict and generation.verdict.elo is not None and curve:
            elo.plot(hours, curve[-1][1] + generation.verdict.elo, "x", color="C0")
    if curve:
        elo.plot(*zip(*curve, strict=True), color="C0", linewidth=0.8)
    elo.axhline(0, linewidth=0.5)
    elo.set(title="Elo over the classical evaluation", xlabel="core-hours")
    figure.savefig(path)
