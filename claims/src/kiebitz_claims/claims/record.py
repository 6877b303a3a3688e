"""Results on disk: one JSON file a claim, so that pages and report can be made again without measuring."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kiebitz.processes.whole_file import whole_file
from kiebitz_claims.claims.claim import Measurement, Result, Table

FORMAT = 2
# Format 1 kept the verdict as well, which is now made of the figures.
READABLE = (1, FORMAT)


class RecordError(ValueError):
    """A file that holds no result."""


@dataclass(frozen=True, slots=True)
class Record:
    """A result and how it came about."""

    claim_id: str
    """The claim measured."""
    result: Result
    """The figures."""
    command: str
    """The command that repeats it."""
    date: str
    """The day, ISO 8601."""
    version: str
    """Kiebitz's version."""
    machine: str
    """Processor and cores."""
    seconds: float
    """Time it took."""
    signature: int | None = None
    """The bench's node count, which says what search it was; None if that wasn't asked (a quick run)."""
    classical_signature: int | None = None
    """The same with the classical evaluation; None in older results, too, as in all that follows."""
    core: str | None = None
    """The hash of the core's sources."""
    commit: str | None = None
    """The commit checked out; None outside a checkout. Of a run in parts that of the last."""
    is_clean: bool | None = None
    """True if the sources were the commit's, in all parts of the run."""
    cpu_seconds: float | None = None
    """Time of the processor, that of an interrupted run's steps with it."""
    load: tuple[float, float] | None = None
    """How busy the machine was before and after: processes that wanted to run, for each core. Of the last part."""
    plan: int | None = None
    """The version of the plan under which it was measured; None for results older than plans."""
    earlier_commits: tuple[str | None, ...] = ()
    """Other commits at which parts of it were measured, the first one first; None among them for no checkout."""
    earlier_loads: tuple[float, ...] = ()
    """How busy the machine was as each earlier part began."""
    is_settled_before: bool = True
    """True if its plan was settled before all of its figures were taken; only a hand says that it was not."""
    footnote: str | None = None
    """How the figures came about, as far as no program could know it; written by hand."""

    @property
    def origin(self) -> str:
        """'2026-11-22 with version 0.1.0 (bench 3891232, commit 43c1e75) on a machine, in 12 s'."""
        known = [
            f"bench {self.signature}" if self.signature else "",
            f"classical {self.classical_signature}" if self.classical_signature else "",
            f"core {self.core}" if self.core else "",
            self._commits,
        ]
        version = f"{self.version} ({', '.join(filter(None, known))})" if any(known) else self.version
        spent = f"in {self.seconds:,.0f} s"
        if self.cpu_seconds is not None:
            spent += f", {self.cpu_seconds:,.0f} s of processor time"
        if self.load is not None:
            spent += f", load {self.load[0]:g} to {self.load[1]:g} a core"
            if self.earlier_loads:
                spent += f" (as earlier parts began: {', '.join(f'{each:g}' for each in self.earlier_loads)})"
        return f"{self.date} with version {version} on {self.machine}, {spent}"

    @property
    def _commits(self) -> str:
        """'commit 43c1e75 with changes', 'in parts at commits 43c1e75 and 6d1bb14'; empty if none is known."""
        if not self.earlier_commits:
            return f"commit {self.commit}{'' if self.is_clean else ' with changes'}" if self.commit else ""
        *others, last = (each or "an unknown one" for each in (*self.earlier_commits, self.commit))
        changes = {True: "", False: ", with changes", None: ", perhaps with changes"}[self.is_clean]
        return f"in parts at commits {', '.join(others)} and {last}{changes}"

    def save(self, directory: Path) -> Path:
        """Write it down; returns the file."""
        path = path_of(directory, self.claim_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"
        with whole_file(path) as file:
            file.write(text.encode())
        return path


def path_of(directory: Path, claim_id: str) -> Path:
    """Where a claim's result is kept."""
    return directory / f"{claim_id}.json"


def load(directory: Path, claim_id: str) -> Record | None:
    """The saved result of a claim, None if there is none yet. Raises RecordError for a damaged file."""
    path = path_of(directory, claim_id)
    try:
        data = json.loads(path.read_text())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise RecordError(f"{path} is no result: {error}; measure again or restore it") from None
    try:
        if data.pop("format") not in READABLE:
            raise RecordError(f"{path} has another format than this version reads; measure again")
        data.pop("earlier", None)
        if (busy := data.get("load")) is not None:
            data["load"] = tuple(busy)
        for name in ("earlier_commits", "earlier_loads"):
            data[name] = tuple(data.get(name, ()))
        return Record(**{**data, "result": result_from(data["result"])})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{path} is no result ({type(error).__name__}: {error}); measure again") from None


def result_from(data: dict[str, Any]) -> Result:
    """A result from plain data. Raises KeyError, TypeError or ValueError for what is none."""
    return Result(
        measurements=tuple(Measurement(**measurement) for measurement in data["measurements"]),
        tables=tuple(
            Table(table["title"], tuple(table["headings"]), tuple(tuple(row) for row in table["rows"]))
            for table in data["tables"]
        ),
        conditions=data["conditions"],
    )
