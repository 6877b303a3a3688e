"""Limits of the players for their moves: a time control, or a number of nodes or plies a move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName

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
    byoyomi_ms: int = 0
    """In shogi: time that each move has once the clock has run out."""

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

    @classmethod
    def with_byoyomi(cls, text: str | None, seconds: float) -> TimeControl:
        """Byoyomi of ``seconds`` seconds, behind the clock of a ``text`` if there is one. Raises MatchLimitError."""
        clock = cls(0) if text is None else cls.parse(text)
        if clock.increment_ms or clock.moves:
            raise MatchLimitError(f"'{text}' gives time anew, and so does byoyomi; write --tc SECONDS, or leave it out")
        if not 1 <= round(seconds * 1000) <= MAX_SECONDS * 1000:
            raise MatchLimitError(f"--byoyomi {seconds:g} gives no time, or more than {MAX_SECONDS:,} seconds")
        return replace(clock, byoyomi_ms=round(seconds * 1000))

    def times(self, factor: float) -> TimeControl:
        """The time multiplied by ``factor``."""
        return TimeControl(
            max(1, round(self.base_ms * factor)) if self.base_ms else 0,
            round(self.increment_ms * factor),
            self.moves,
            max(1, round(self.byoyomi_ms * factor)) if self.byoyomi_ms else 0,
        )

    def __str__(self) -> str:
        """As ``parse`` reads it, and as PGN's TimeControl tag wants it; byoyomi is named behind it."""
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment_ms / 1000:g}" if self.increment_ms else ""
        byoyomi = f" byoyomi {self.byoyomi_ms / 1000:g}" if self.byoyomi_ms else ""
        return f"{moves}{self.base_ms / 1000:g}{increment}{byoyomi}"


@dataclass(frozen=True, slots=True)
class MatchLimit:
    """The limit of each player: exactly one of the three. Raises MatchLimitError otherwise."""

    time_control: TimeControl | None = None
    """Clocks, for the whole game or from control to control."""
    nodes: int | None = None
    """Positions visited for each move."""
    depth: int | None = None
    """Iterations for each move, in plies."""

    def __post_init__(self) -> None:
        if sum(limit is not None for limit in (self.time_control, self.nodes, self.depth)) != 1:
            raise MatchLimitError("give one of --tc, --nodes and --depth: what the players may use")

    def times(self, factor: float) -> MatchLimit:
        """The time or nodes multiplied by ``factor``. Raises MatchLimitError for a depth, which has no parts."""
        if factor == 1:
            return self
        if self.time_control:
            return MatchLimit(self.time_control.times(factor))
        if self.nodes:
            return MatchLimit(nodes=max(1, round(self.nodes * factor)))
        raise MatchLimitError(f"{factor:g} times a depth is no limit; give --tc or --nodes")

    @property
    def is_repeatable(self) -> bool:
        """True if the same opening gives the same game again."""
        return self.time_control is None

    def __str__(self) -> str:
        if self.time_control:
            return f"tc {self.time_control}"
        return f"nodes {self.nodes}" if self.nodes else f"depth {self.depth}"


_NO_TIME = TimeControl(0)


class Clocks:
    """Both players' clocks in one game; True is the side that moves first, White in chess and Black in shogi.

    An increment comes behind a move in chess, in shogi before it: there its mover has it already.
    """

    def __init__(
        self,
        first: MatchLimit,
        second: MatchLimit | None = None,
        left_ms: Mapping[bool, float] | None = None,
        game: GameName = "chess",
    ) -> None:
        """Without ``second`` both have the same; what they have is of one kind.

        ``left_ms`` is what they show when a game is gone on with; None: a game begins.
        """
        self._is_shogi = game == "shogi"
        self._limits = {True: first, False: second or first}
        self._controls = {turn: limit.time_control or _NO_TIME for turn, limit in self._limits.items()}
        self._left_ms = {turn: float(control.base_ms) for turn, control in self._controls.items()}
        self._left_ms |= left_ms or {}
        self._made = {True: 0, False: 0}

    def limit(self, turn: bool) -> Limit:
        """The limit of the side to move for its next move."""
        limit = self._limits[turn]
        if limit.time_control is None:
            return Limit(nodes=limit.nodes, depth=limit.depth)
        control = limit.time_control
        to_go = control.moves - self._made[turn] % control.moves if control.moves else None
        if self._is_shogi:
            return Limit(
                black_clock_ms=int(self._left_ms[True]) + self._controls[True].increment_ms,
                white_clock_ms=int(self._left_ms[False]) + self._controls[False].increment_ms,
                black_increment_ms=self._controls[True].increment_ms,
                white_increment_ms=self._controls[False].increment_ms,
                byoyomi_ms=control.byoyomi_ms,
                moves_to_go=to_go,
            )
        return Limit(
            white_clock_ms=max(1, int(self._left_ms[True])),
            black_clock_ms=max(1, int(self._left_ms[False])),
            white_increment_ms=self._controls[True].increment_ms,
            black_increment_ms=self._controls[False].increment_ms,
            moves_to_go=to_go,
        )

    def left_ms(self, turn: bool) -> float | None:
        """Time left on a side's clock; None without a time control."""
        return self._left_ms[turn] if self._limits[turn].time_control else None

    def allowed_ms(self, turn: bool) -> float | None:
        """The most that a side's next move may take; None without a time control."""
        control = self._limits[turn].time_control
        if control is None:
            return None
        return self._left_ms[turn] + control.byoyomi_ms + (control.increment_ms if self._is_shogi else 0)

    def spend(self, turn: bool, elapsed_ms: float, margin_ms: float) -> bool:
        """Take a move's time off the clock; False if the flag fell by more than the margin."""
        control, allowed_ms = self._limits[turn].time_control, self.allowed_ms(turn)
        if control is None or allowed_ms is None:
            return True
        if elapsed_ms > allowed_ms + margin_ms:
            return False
        if self._is_shogi:
            self._left_ms[turn] = max(0.0, self._left_ms[turn] + control.increment_ms - elapsed_ms)
        else:
            self._left_ms[turn] = max(0.0, self._left_ms[turn] - elapsed_ms) + control.increment_ms
        self._made[turn] += 1
        if control.moves and self._made[turn] % control.moves == 0:
            self._left_ms[turn] += control.base_ms
        return True
