"""The kind of game by the tag TimeControl: bullet, blitz, and so on, as lichess.org parts them."""

from __future__ import annotations

import re

# The first stage of PGN's tag: "300+3", "40/7200", "40/5400+30:1800+30"; programs play with fractions: "0.5+0.02".
_SECONDS = r"\d{1,9}(?:[.,]\d{1,9})?"
FIRST_STAGE = re.compile(
    rf"\s*(?:(?P<moves>\d{{1,9}})/)?(?P<seconds>{_SECONDS})(?:\+(?P<increment>{_SECONDS}))?\s*(?=:|\Z)"
)

# As people write them: "1:30:00+30", "G/60", "G/90;+30", "90 min + 30 s", "1h30m", "90'+30''", "1 in 5 days".
_CLOCK = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>\d\d):(?P<seconds>\d\d)(?:\+(?P<increment>\d{1,4}))?")
_GAME_IN = re.compile(r"(?:g|sd|game)[/ ]?(?P<minutes>\d{1,3})(?:[;, ]*(?:\+|d|inc)/?(?P<increment>\d{1,3}))?")
_DAYS = re.compile(r"(?:(?P<moves>\d{1,3})(?:moves?)?(?:in|/))?(?P<days>\d{1,3})d(?:ays?)?(?:(?:/|per)move)?")
_UNITS = {"h": 3600, "m": 60, "s": 1}
_PART = r"\d{1,4}(?:[.,]\d{1,3})?(?:h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?|''|\"|')"
_IN_WORDS = re.compile(rf"(?P<time>(?:{_PART})+)(?:\+(?P<increment>{_PART})(?:(?:/|per)move)?)?")
_NUMBER_AND_UNIT = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)(h|m|s|''|\"|')")
SECONDS_A_DAY = 86_400

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
"""Kinds of games by a player's time for a game: seconds below which it is of the kind."""


def time_class(time_control: str) -> str | None:
    """The kind of game that a tag TimeControl tells of, one of ``TIME_CLASSES``; None if it tells of none.

    The time for a game is that of the first stage with 40 increments; with odds (``5+0.05; 10+0.1``) that of the side
    that has more. '-', no clock, is correspondence on lichess.org.
    """
    if time_control == "-":
        return "correspondence"
    whole = first_stage(time_control)
    sides = [whole] if whole else [first_stage(text) for text in time_control.split("; ")]
    known = [stage for stage in sides if stage]
    if not known or len(known) < len(sides):
        return None
    seconds = max(time + MOVES_OF_A_GAME * increment for _, time, increment in known)
    return next(name for name, end in TIME_CLASSES.items() if end is None or seconds < end)


def first_stage(time_control: str) -> tuple[int, float, float] | None:
    """Moves (0: all), seconds and increment of the first stage, as PGN has it or people write it; None if neither."""
    written = re.sub(r"\s+", "", time_control.casefold().replace("′", "'").replace("″", "''"))
    if found := _CLOCK.fullmatch(written):
        seconds = 3600 * int(found["hours"]) + 60 * int(found["minutes"]) + int(found["seconds"])
        return 0, seconds, seconds_of(found["increment"])
    if found := FIRST_STAGE.match(time_control):
        return int(found["moves"] or 0), seconds_of(found["seconds"]), seconds_of(found["increment"])
    if found := _GAME_IN.fullmatch(written):
        return 0, 60 * int(found["minutes"]), seconds_of(found["increment"])
    if found := _DAYS.fullmatch(written):
        return int(found["moves"] or 1), SECONDS_A_DAY * int(found["days"]), 0
    if found := _IN_WORDS.fullmatch(written):
        return 0, _seconds_in_words(found["time"]), _seconds_in_words(found["increment"] or "")
    return None


def _seconds_in_words(text: str) -> float:
    """Seconds of 1h30m, or of 90 with a minute's sign; nothing is 0."""
    units = {"'": 60, "''": 1, '"': 1} | _UNITS
    return sum(seconds_of(number) * units[unit] for number, unit in _NUMBER_AND_UNIT.findall(text))


def seconds_of(number: str | None) -> float:
    """A number of a stage; 0 for none."""
    return float((number or "0").replace(",", "."))


def same_time_control(tag: str, wanted: str) -> bool:
    """True if a tag TimeControl says what is wanted, however numbers are written: '180', '180+0' and '180.0+0'."""
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
