"""What the tag TimeControl says of a game: bullet, blitz, and so on, as lichess.org parts them."""

from __future__ import annotations

import re

# The first stage of PGN's tag: "300+3", "40/7200", "40/5400+30:1800+30"; programs play with fractions: "0.5+0.02".
_SECONDS = r"\d{1,9}(?:[.,]\d{1,9})?"
FIRST_STAGE = re.compile(
    rf"\s*(?:(?P<moves>\d{{1,9}})/)?(?P<seconds>{_SECONDS})(?:\+(?P<increment>{_SECONDS}))?\s*(?=:|\Z)"
)

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
    seconds = seconds_of(stage["seconds"]) + MOVES_OF_A_GAME * seconds_of(stage["increment"])
    return next(name for name, end in TIME_CLASSES.items() if end is None or seconds < end)


def seconds_of(number: str | None) -> float:
    """A number of a stage; 0 for none."""
    return float((number or "0").replace(",", "."))


def same_time_control(tag: str, wanted: str) -> bool:
    """Whether a tag TimeControl says what is wanted, however numbers are written: '180', '180+0' and '180.0+0'."""
    tag, wanted = tag.strip(), wanted.strip()
    if tag == wanted:
        return True
    return bool(wanted) and _stages(tag) == _stages(wanted) and _stages(tag) is not None


def _stages(time_control: str) -> list[tuple[int, float, float]] | None:
    """Moves (0: all), seconds and increment of each stage; None if one can't be read."""
    stages = []
    for text in time_control.split(":"):
        stage = FIRST_STAGE.fullmatch(text)
        if stage is None:
            return None
        stages.append((int(stage["moves"] or 0), seconds_of(stage["seconds"]), seconds_of(stage["increment"])))
    return stages
