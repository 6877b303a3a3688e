"""Clocks and times spent, as comments tell them: ``[%clk 0:02:57]``, ``[%emt 0:00:05]``.

Programs write them as ``0:02:57``, ``2:57`` or ``177``, with a fraction behind a point or a comma, and with a minus
once the flag has fallen. ``core.pgn.comment`` reads the same; a test holds the two together.
"""

from __future__ import annotations

import re

MAX_DIGITS = 9
_TIME = re.compile(r"\[%(clk|emt)\s+(-?)([0-9]+(?::[0-9]+){0,2})(?:[.,]([0-9]*))?\s*\]")


def clock_of(comment: str) -> float | None:
    """What the mover had left, in seconds; None if the comment doesn't tell."""
    return _seconds(comment, "clk")


def spent_of(comment: str) -> float | None:
    """What the move took, in seconds; None if the comment doesn't tell."""
    return _seconds(comment, "emt")


def _seconds(comment: str, command: str) -> float | None:
    for name, sign, fields, fraction in _TIME.findall(comment):
        if name != command:
            continue
        total = 0
        for field in fields.split(":"):
            total = 60 * total + int(field[:MAX_DIGITS])
        digits = fraction[:MAX_DIGITS]
        scale: int = 10 ** len(digits)
        seconds = (total * scale + int(digits or 0)) / scale
        return -seconds if sign else seconds
    return None
