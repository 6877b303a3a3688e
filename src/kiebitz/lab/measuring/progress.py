"""What an experiment tells of its progress, and how an interrupted one goes on.

An experiment is a sequence of named steps. ``Progress.step`` does one, or, when the run goes on after an interruption,
returns what that step gave before. So a step's outcome is plain data (what JSON can hold), and its name says
everything that it depends on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

Outcome = TypeVar("Outcome")
# A line of the journal: the step's name, its outcome, and the seconds that it took.
_Step: TypeAlias = dict[str, Any]


class JournalError(ValueError):
    """A journal of steps that can't be read or belongs to something else."""


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

    def step(self, name: str, work: Callable[[], Outcome]) -> Outcome:
        """Do one step and return its outcome (plain data); ``name`` is its own among the experiment's steps."""
        outcome = work()
        self.done += 1
        return outcome


class JournalledProgress(Progress):
    """Writes every step's outcome to a file, and takes from it what an earlier run has done."""

    def __init__(self, path: Path, run: str, *, resume: bool, show: Callable[[Progress, str], None]) -> None:
        """``run`` says which run it is (claim, version, mode); ``show`` is called before and after each step.

        Raises JournalError if the file can't be resumed.
        """
        super().__init__()
        self._path = path
        self._show = show
        self.earlier_s = 0.0
        """How long the steps taken from the journal took, seconds."""
        self._known: dict[str, _Step] = {}
        if resume:
            self._known = _read(path, run)
        else:
            path.write_text(json.dumps({"run": run}) + "\n")

    def step(self, name: str, work: Callable[[], Outcome]) -> Outcome:
        """Do a step, or take it from the journal."""
        self._show(self, name)
        if name in self._known:
            known = self._known[name]
            outcome: Outcome = known["outcome"]
            self.earlier_s += known.get("seconds", 0.0)
        else:
            began = perf_counter()
            outcome = work()
            step = {"step": name, "outcome": outcome, "seconds": round(perf_counter() - began, 3)}
            with self._path.open("a") as file:
                file.write(json.dumps(step) + "\n")
        self.done += 1
        self._show(self, name)
        return outcome

    def close(self) -> None:
        """The run is complete: the journal goes."""
        self._path.unlink(missing_ok=True)


def _read(path: Path, run: str) -> dict[str, _Step]:
    """The steps in a journal; a last line cut short by a crash is left out."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        raise JournalError(f"there is nothing to resume: no {path}; run without --resume") from None
    records = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("no object")
        except ValueError:
            if number == len(lines):
                break
            raise JournalError(f"{path}, line {number} is damaged; delete it and run without --resume") from None
        records.append(record)
    if not records or records[0].get("run") != run:
        raise JournalError(f"{path} is of another run than '{run}'; run without --resume")
    if len(records) < len(lines):
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return {record["step"]: record for record in records[1:] if "step" in record and "outcome" in record}
