"""Limits of a search."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import chess.engine

LimitLike: TypeAlias = "Limit | chess.engine.Limit"
MS = 1000


MOST, MOST_DEPTH = 2**53, 2**31 - 1
"""The greatest numbers: the core counts in 64 bits, and adds; depths in 32."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: whichever of the limits given is reached first. All times in milliseconds.

    Without any limit, and with ``infinite``, a search goes on until it is stopped. Parts of milliseconds
    are rounded. Raises ValueError for a limit that no search can obey, and TypeError for what is no number.
    """

    depth: int | None = None
    """Iterations to complete, in plies."""
    nodes: int | None = None
    """Positions to visit."""
    movetime_ms: int | None = None
    """Time for this one move."""
    white_clock_ms: int | None = None
    """Time left on White's clock."""
    black_clock_ms: int | None = None
    """Time left on Black's clock."""
    white_increment_ms: int = 0
    """Time White gains with each move."""
    black_increment_ms: int = 0
    """Time Black gains with each move."""
    byoyomi_ms: int = 0
    """Time that each move gets once the mover's clock has run out (byoyomi, as in shogi)."""
    moves_to_go: int | None = None
    """Moves to the next time control; None for the rest of the game."""
    mate: int | None = None
    """Moves within which to prove a mate, or that there is none, and stop; failing that, search till one is found.

    Clocks, ``nodes`` and ``depth`` end it untimely. In shogi, where it is searched for alone, they must."""
    infinite: bool = False
    """Report no end before ``Engine.stop``, even when nothing is left to search."""
    ponder: bool = False
    """Search on the opponent's time: clocks count only from ``Engine.ponderhit``."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "movetime_ms", "moves_to_go", "mate"):
            value = self._whole(name, round_it=name == "movetime_ms")
            if value is not None and value < 1:
                raise ValueError(f"Limit.{name} is {value}; it must be at least 1, or None for no such limit")
            most = MOST_DEPTH if name == "depth" else MOST
            if value is not None and value > most:
                raise ValueError(f"Limit.{name} is more than {most:,}; give None for no such limit")
        for name in ("white_clock_ms", "black_clock_ms", "white_increment_ms", "black_increment_ms", "byoyomi_ms"):
            value = self._whole(name, round_it=True)
            if value is not None and value < 0:
                raise ValueError(f"Limit.{name} is {value}; a clock can't be negative")
            if value is not None and value > MOST:
                raise ValueError(f"Limit.{name} is more than {MOST:,}; no clock has so much")

    def _whole(self, name: str, *, round_it: bool) -> int | None:
        """A field as a whole number, which it is from now on. Raises TypeError, and ValueError for no finite number."""
        value = getattr(self, name)
        if value is None or type(value) is int:
            return value
        if round_it and isinstance(value, float):
            if not isfinite(value):
                raise ValueError(f"Limit.{name} is {value}; give milliseconds")
            whole = round(value)
        else:
            try:
                whole = index(value)
            except TypeError as error:
                raise TypeError(f"Limit.{name} is {value!r}; give a whole number") from error
        object.__setattr__(self, name, whole)
        return whole

    @property
    def is_on_clock(self) -> bool:
        """True if either side's clock is given, or byoyomi."""
        return self.white_clock_ms is not None or self.black_clock_ms is not None or self.byoyomi_ms > 0

    @property
    def is_of_positions(self) -> bool:
        """True if it ends the search of any position: by what is searched or a fixed time, not by a game's clock."""
        bounds = (self.depth, self.nodes, self.movetime_ms, self.mate)
        return any(bounds) and not (self.is_on_clock or self.infinite or self.ponder)

    @classmethod
    def of(cls, limit: LimitLike) -> Limit:
        """The caller's limit as a ``Limit``; python-chess's is converted, its times being in seconds.

        Raises ValueError as a ``Limit`` does, and TypeError for anything else.
        """
        if isinstance(limit, Limit):
            return limit
        if not hasattr(limit, "remaining_moves"):
            raise TypeError(f"{limit!r} is no limit; give a kiebitz.Limit, such as Limit(depth=10)")
        return cls(
            depth=limit.depth,
            nodes=limit.nodes,
            movetime_ms=None if limit.time is None else max(_milliseconds(limit.time), 1),
            white_clock_ms=None if limit.white_clock is None else _milliseconds(limit.white_clock),
            black_clock_ms=None if limit.black_clock is None else _milliseconds(limit.black_clock),
            white_increment_ms=_milliseconds(limit.white_inc or 0),
            black_increment_ms=_milliseconds(limit.black_inc or 0),
            moves_to_go=limit.remaining_moves or None,
            mate=limit.mate,
        )


def _milliseconds(seconds: float) -> int:
    return round(seconds * MS)
