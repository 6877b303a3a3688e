"""Results on disk: one JSON file a claim, so that pages and report can be made again without measuring."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from kiebitz.lab.claims.claim import Measurement, Result, Table, Verdict

FORMAT = 1


class RecordError(ValueError):
    """A file that holds no result."""


@dataclass(frozen=True, slots=True)
class EarlierVerdict:
    """A verdict that no longer stands."""

    verdict: Verdict
    """What it was."""
    until: str
    """The day it was given up, ISO 8601."""
    reason: str
    """Why, in a sentence."""

    def __str__(self) -> str:
        return f"Until {self.until} the verdict was '{self.verdict}'. {self.reason}"


@dataclass(frozen=True, slots=True)
class Record:
    """A result and how it came about."""

    claim_id: str
    """The claim measured."""
    result: Result
    """What was measured."""
    command: str
    """What repeats it."""
    date: str
    """The day, ISO 8601."""
    version: str
    """Kiebitz's version."""
    machine: str
    """Processor and cores."""
    seconds: float
    """How long it took."""
    signature: int | None = None
    """The bench's node count, which says what search it was; None if that wasn't asked (a quick run)."""
    earlier: tuple[EarlierVerdict, ...] = ()
    """Verdicts that no longer stand, the oldest first."""

    @property
    def origin(self) -> str:
        """'2026-11-21 with version 0.1.0 (bench 3891232) on a machine, in 12 s'."""
        bench = "" if self.signature is None else f" (bench {self.signature})"
        return f"{self.date} with version {self.version}{bench} on {self.machine}, in {self.seconds:,.0f} s"

    def after(self, former: Record | None, reason: str) -> Record:
        """The record in place of another of its claim: with that one's earlier verdicts, and its last if it changes."""
        if former is None:
            return self
        changed = former.result.verdict is not self.result.verdict
        given_up = EarlierVerdict(former.result.verdict, date.today().isoformat(), reason)
        return replace(self, earlier=(*former.earlier, given_up) if changed else former.earlier)

    def save(self, directory: Path) -> Path:
        """Write it down; returns the file."""
        path = path_of(directory, self.claim_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False) + "\n")
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
        if data.pop("format") != FORMAT:
            raise RecordError(f"{path} has another format than this version reads; measure again")
        earlier = tuple(
            EarlierVerdict(Verdict(said["verdict"]), said["until"], said["reason"]) for said in data.pop("earlier", ())
        )
        return Record(**{**data, "result": result_from(data["result"]), "earlier": earlier})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{path} is no result ({type(error).__name__}: {error}); measure again") from None


def result_from(data: dict[str, Any]) -> Result:
    """A result from plain data. Raises KeyError, TypeError or ValueError for what is none."""
    return Result(
        verdict=Verdict(data["verdict"]),
        why=data["why"],
        measurements=tuple(Measurement(**measurement) for measurement in data["measurements"]),
        tables=tuple(
            Table(table["title"], tuple(table["headings"]), tuple(tuple(row) for row in table["rows"]))
            for table in data["tables"]
        ),
        conditions=data["conditions"],
    )
