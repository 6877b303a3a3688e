"""How long each move of a game took, from the clocks in its comments (``[%clk 0:02:57]``)."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.analysis.time_control import FIRST_STAGE


def seconds_per_move(time_control: str, clocks: Sequence[float | None]) -> list[float | None]:
    """Seconds that each move took; None where that can't be told.

    ``time_control`` is the tag, ``clocks`` says what the mover had left after each move, in seconds. Unknown are each
    side's first move, as programs differ in whether it gains the increment, a move for which time was added at a new
    stage, and all moves if the tag doesn't tell the increment.
    """
    stage = FIRST_STAGE.match(time_control)
    if stage is None:
        return [None] * len(clocks)
    increment = int(stage["increment"] or 0)
    return [_spent(before, clock, increment) for before, clock in zip([None, None, *clocks], clocks, strict=False)]


def _spent(before: float | None, after: float | None, increment: int) -> float | None:
    if before is None or after is None or after > before + increment:
        return None
    return round(before + increment - after, 3)
