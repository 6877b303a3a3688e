"""Time of each move of a game, from comments: time spent (``[%emt 0:00:05]``) or clocks (``[%clk 0:02:57]``)."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.analysis.reading.time_control import first_stage


def seconds_per_move(
    time_control: str, clocks: Sequence[float | None], spent: Sequence[float | None] = ()
) -> list[float | None]:
    """Seconds that each move took; None where that can't be told.

    ``spent`` says it where comments do. Else it follows from ``clocks``, what the mover had left after each move, and
    ``time_control``, the tag. Unknown are then each side's first move, as programs differ in whether it gains the
    increment, a move for which time was added at a new stage, and all moves if the tag doesn't tell the increment.
    """
    told = [*spent, *([None] * (len(clocks) - len(spent)))]
    stage = first_stage(time_control)
    if stage is None:
        return told
    increment = stage[2]
    by_clock = [_spent(before, clock, increment) for before, clock in zip([None, None, *clocks], clocks, strict=False)]
    return [seconds if seconds is not None else other for seconds, other in zip(told, by_clock, strict=True)]


def _spent(before: float | None, after: float | None, increment: float) -> float | None:
    if before is None or after is None or after > before + increment:
        return None
    return round(before + increment - after, 3)
