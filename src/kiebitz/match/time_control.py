"""What the players of a match may use for their moves: a time control, or a number of nodes or plies a move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kiebitz.engine.limit import Limit

MAX_SECONDS = 10**6
MAX_MOVES = 1000
_TIME_CONTROL = re.compile(r"(?:(?P<moves>\d+)/)?(?P<base>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?")


class MatchLimitError(ValueError):
    """A time control that can't be read or played, or no single limit."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time on the clock, time gained with each move, and after how many moves the time is given again."""

    base_ms: int
    """Time at the start, and again after each ``moves`` moves."""
    increment_ms: int = 0
    """Time gained with each move."""
    moves: int | None = None
    """Moves to a control; None: the time is for the whole game."""

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read ``[MOVES/]SECONDS[+INCREMENT]``: ``2+0.02``, ``60``, ``40/60+0.5``. Raises MatchLimitError."""
        match = _TIME_CONTROL.fullmatch(text.strip())
        if match is None:
            raise MatchLimitError(f"'{text}' is no time control; write seconds, as 2+0.02, 60 or 40/60+0.5")
        base, increment = float(match["base"]), float(match["increment"] or 0)
        moves = int(match["moves"]) if match["moves"] else None
        base_ms, increment_ms = round(base * 1000), round(increment * 1000)
        if not 0 < base_ms <= MAX_SECONDS * 1000 or increment > MAX_SECONDS:
            raise MatchLimitError(f"'{text}' gives no time, or more than {MAX_SECONDS:,} seconds")
        if moves is not None and not 0 < moves <= MAX_MOVES:
            raise MatchLimitError(f"'{text}': a control comes after 1 to {MAX_MOVES} moves")
        return cls(base_ms, increment_ms, moves)

    def __str__(self) -> str:
        """As ``parse`` reads it, and as PGN's TimeControl tag wants it."""
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment_ms / 1000:g}" if self.increment_ms else ""
        return f"{moves}{self.base_ms / 1000:g}{increment}"


@dataclass(frozen=True, slots=True)
class MatchLimit:
    """What each player may use: exactly one of the three. Raises MatchLimitError otherwise."""

    time_control: TimeControl | None = None
    """Clocks, for the whole game or from control to control."""
    nodes: int | None = None
    """Positions visited for each move."""
    depth: int | None = None
    """Iterations for each move, in plies."""

    def __post_init__(self) -> None:
        if sum(limit is not None for limit in (self.time_control, self.nodes, self.depth)) != 1:
            raise MatchLimitError("give one of --tc, --nodes and --depth: what the players may use")

    @property
    def is_repeatable(self) -> bool:
        """Whether the same opening gives the same game again."""
        return self.time_control is None

    def __str__(self) -> str:
        if self.time_control:
            return f"tc {self.time_control}"
        return f"nodes {self.nodes}" if self.nodes else f"depth {self.depth}"


class Clocks:
    """Both players' clocks in one game."""

    def __init__(self, limit: MatchLimit, left_ms: Mapping[bool, float] | None = None) -> None:
        """``left_ms`` is what they show (True: White's) when a game is gone on with; None: a game begins."""
        self._limit = limit
        start = float(limit.time_control.base_ms) if limit.time_control else 0.0
        self._left_ms = {True: start, False: start} if left_ms is None else dict(left_ms)
        self._made = {True: 0, False: 0}

    def limit(self, turn: bool) -> Limit:
        """What the side to move (True: White) may use for its next move."""
        control = self._limit.time_control
        if control is None:
            return Limit(nodes=self._limit.nodes, depth=self._limit.depth)
        to_go = control.moves - self._made[turn] % control.moves if control.moves else None
        return Limit(
            white_clock_ms=max(1, int(self._left_ms[True])),
            black_clock_ms=max(1, int(self._left_ms[False])),
            white_increment_ms=control.increment_ms,
            black_increment_ms=control.increment_ms,
            moves_to_go=to_go,
        )

    def left_ms(self, turn: bool) -> float | None:
        """Time left on a side's clock (True: White's); None without a time control."""
        return self._left_ms[turn] if self._limit.time_control else None

    def spend(self, turn: bool, elapsed_ms: float, margin_ms: float) -> bool:
        """Take a move's time off the clock; False if the flag fell by more than the margin."""
        control = self._limit.time_control
        if control is None:
            return True
        self._left_ms[turn] -= elapsed_ms
        if self._left_ms[turn] < -margin_ms:
            return False
        self._left_ms[turn] = max(0.0, self._left_ms[turn]) + control.increment_ms
        self._made[turn] += 1
        if control.moves and self._made[turn] % control.moves == 0:
            self._left_ms[turn] += control.base_ms
        return True
