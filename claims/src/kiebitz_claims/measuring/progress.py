"""Progress of an experiment, and how an interrupted one goes on.

An experiment is a sequence of named steps. ``Progress.step`` does one, or, when the run goes on after an interruption,
returns what that step gave before. So a step's outcome is plain data (what JSON can hold), and its name says
everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any, ParamSpec, Self, TypeVar

from kiebitz.processes.journal_file import JournalError, JournalFile, journal_path
from kiebitz_claims.measuring.cpu_time import cpu_seconds
from kiebitz_claims.measuring.origin import Origin

KIND = "kiebitz_experiment"
FORMAT = 3
WITHOUT_RESUMING = "run without --resume"

Outcome = TypeVar("Outcome")
Asked = ParamSpec("Asked")


class Progress:
    """Counts steps. This one shows nothing and remembers nothing; heirs do."""

    def __init__(self) -> None:
        self.done = 0
        """Steps finished."""
        self.total: int | None = None
        """Steps expected; None while unknown."""

    def expect(self, steps: int) -> None:
        """So many steps will be done in all."""
        self.total = steps

    def step(
        self, name: str, work: Callable[Asked, Outcome], /, *asked: Asked.args, **options: Asked.kwargs
    ) -> Outcome:
        """Do one step and return its outcome (plain data); ``name`` is its own among the experiment's steps."""
        outcome = work(*asked, **options)
        self.done += 1
        return outcome


class JournalledProgress(Progress):
    """Notes every step's outcome in a journal, and takes from it what an earlier run has done.

    A context manager; leaving it closes the journal, which stays until ``complete``.
    """

    def __init__(
        self,
        output: Path,
        settings: Mapping[str, str],
        origin: Origin,
        *,
        resume: bool,
        show: Callable[[Progress, str], None],
    ) -> None:
        """Open the journal of an output; without ``resume``, what an earlier run has done is forgotten.

        ``settings`` must be the same for a run and the one that resumes it; ``origin`` may be another, and each step
        keeps its own. ``show`` is called before and after each step. Raises JournalError if there is nothing to resume,
        if it was done otherwise, or if another run is at it; OSError if the journal can't be written.
        """
        super().__init__()
        self._show = show
        self._origin = origin
        self.earlier_s = 0.0
        """Time of the steps taken from the journal, seconds."""
        self.earlier_cpu_s = 0.0
        """The same in time of the processor."""
        self.earlier_origins: list[Origin] = []
        """With what they were measured: each once, in the order of the steps."""
        self._known: dict[str, tuple[Any, float, float, Origin]] = {}
        path = journal_path(output)
        if resume and not path.exists():
            raise JournalError(f"there is nothing to resume: no {path}; {WITHOUT_RESUMING}")
        self._journal = JournalFile(output, KIND, FORMAT, anew=WITHOUT_RESUMING)
        try:
            if not (resume and self._journal.read(lambda header: self._check(header, settings), self._take)):
                self._journal.begin(settings)
        except BaseException:
            self._journal.abandon()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._journal.close()

    def step(
        self, name: str, work: Callable[Asked, Outcome], /, *asked: Asked.args, **options: Asked.kwargs
    ) -> Outcome:
        """Do a step, or take it from the journal."""
        self._show(self, name)
        outcome: Outcome
        if name in self._known:
            outcome, seconds, computed, origin = self._known[name]
            self.earlier_s += seconds
            self.earlier_cpu_s += computed
            if origin not in self.earlier_origins:
                self.earlier_origins.append(origin)
        else:
            began, computed = perf_counter(), cpu_seconds()
            outcome = work(*asked, **options)
            took = {"seconds": round(perf_counter() - began, 3), "cpu_seconds": round(cpu_seconds() - computed, 3)}
            # Not forced to disk: a kill loses nothing, a power cut perhaps the last steps, and they are done again.
            line = {"step": name, "outcome": outcome, **took, "origin": asdict(self._origin)}
            self._journal.append(line, is_forced=False)
        self.done += 1
        self._show(self, name)
        return outcome

    def complete(self) -> None:
        """The run is over: the journal goes."""
        self._journal.delete()

    def _check(self, header: dict[str, Any], settings: Mapping[str, str]) -> None:
        self._journal.require_same(header, settings)

    def _take(self, data: dict[str, Any]) -> None:
        seconds, computed = float(data["seconds"]), float(data["cpu_seconds"])
        self._known[data["step"]] = data["outcome"], seconds, computed, Origin(**data["origin"])
