"""The work Lichess gives an external engine, checked: a position, how many lines, and when to stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.engine import position_from
from kiebitz.engine.limit import Limit

if TYPE_CHECKING:
    from kiebitz.engine import Position

MAX_LINES = 5
CHESS = "chess"


class WorkError(ValueError):
    """Work that can't be done; the message says why."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """The most that one search may use."""

    threads: int
    hash_mb: int
    depth: int
    """Plies, where the work says nothing."""


@dataclass(frozen=True, slots=True)
class Work:
    """An analysis that somebody waits for."""

    number: str
    """The name that Lichess gives it."""
    session: str
    """Analyses of one session come from one board, and may share what the engine has learned."""
    position: Position
    """Of Chess960 always, as Lichess wants castling written."""
    limit: Limit
    lines: int
    threads: int
    hash_mb: int

    @classmethod
    def of(cls, record: Any, capacity: Capacity) -> Work:
        """The work that a reply describes; more than there is capacity for is cut down. Raises WorkError."""
        try:
            work = record["work"]
            if work.get("variant", CHESS) != CHESS:
                raise WorkError("the variant asked for is not chess")
            return cls(
                number=str(record["id"]),
                session=str(work["sessionId"]),
                position=position_from(str(work["initialFen"]), [str(move) for move in work["moves"]], chess960=True),
                limit=_limit(work, capacity.depth),
                lines=_within(work["multiPv"], MAX_LINES),
                threads=_within(work["threads"], capacity.threads),
                hash_mb=_within(work["hash"], capacity.hash_mb),
            )
        except WorkError:
            raise
        except KeyError as error:
            raise WorkError(f"{error} is missing") from error
        except (ValueError, TypeError, AttributeError, OverflowError) as error:  # OverflowError: a number like 1e999
            raise WorkError(str(error)) from error


def _limit(work: dict[str, Any], depth: int) -> Limit:
    """The first limit that the work names. A board without one watches as long as it likes."""
    if work.get("movetime") is not None:
        return Limit(movetime_ms=int(work["movetime"]))
    if work.get("depth") is not None:
        return Limit(depth=int(work["depth"]))
    if work.get("nodes") is not None:
        return Limit(nodes=int(work["nodes"]))
    has_no_end = work.get("infinite") or "movetime" in work
    return Limit(infinite=True) if has_no_end else Limit(depth=depth)


def _within(value: Any, most: int) -> int:
    return max(1, min(int(value), most))
