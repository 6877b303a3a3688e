"""What the tag TimeControl says of a game: bullet, blitz, and so on, as lichess.org parts them."""

from __future__ import annotations

import re

# The first stage of PGN's tag: "300+3", "40/7200", "40/5400+30:1800+30".
FIRST_STAGE = re.compile(r"(?:(?P<moves>\d{1,9})/)?(?P<seconds>\d{1,9})(?:\+(?P<increment>\d{1,9}))?(?=:|\Z)")

MOVES_OF_A_GAME = 40
"""So many moves a game is taken to have."""
TIME_CLASSES = {
    "ultrabullet": 30,
    "bullet": 180,
    "blitz": 480,
    "rapid": 1500,
    "classical": 21600,
    "correspondence": None,
}
"""Kinds of games by the time that a player has for a game: it is shorter than so many seconds."""


def time_class(time_control: str) -> str | None:
    """The kind of game that a tag TimeControl tells of, one of ``TIME_CLASSES``; None if it tells of none.

    The time for a game is that of the first stage with 40 increments. '-', no clock, is correspondence on lichess.org.
    """
    if time_control == "-":
        return "correspondence"
    stage = FIRST_STAGE.match(time_control)
    if stage is None:
        return None
    seconds = int(stage["seconds"]) + MOVES_OF_A_GAME * int(stage["increment"] or 0)
    return next(name for name, end in TIME_CLASSES.items() if end is None or seconds < end)
