"""The columns that say the same in each row of a game: its tags, result, opening and fault.

Tags have the names that PGN gives them, with a capital letter, here and in the tables of ``kiebitz analyse --parquet``;
what a tag doesn't know is missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

if TYPE_CHECKING:
    from kiebitz.analysis.reading.games import PgnGame
    from kiebitz.engine.opening_names import OpeningName

TextTag: TypeAlias = Literal[
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteTitle", "BlackTitle", "UTCDate", "UTCTime",
    "ECO", "Opening", "Termination", "TimeControl", "Variant", "FEN",
]  # fmt: skip
NumberTag: TypeAlias = Literal["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"]
GameColumn: TypeAlias = Literal["file", "result", "eco", "opening", "fault"]

TEXT_TAGS: tuple[str, ...] = get_args(TextTag)
NUMBER_TAGS: tuple[str, ...] = get_args(NumberTag)
GAME_COLUMNS: tuple[str, ...] = get_args(GameColumn)
OPENING_COLUMNS = ("eco", "opening")
"""The name of the opening by our table, whatever the tags say."""

UNKNOWN = frozenset({"?", "????.??.??"})
"""The values PGN writes for a tag that isn't known."""
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,4}")
TAG_COLUMN = re.compile(r"[A-Z][A-Za-z0-9_+#=:-]*")
"""The name of a column that is a tag."""


def text_of_tag(tags: Mapping[str, str], name: str) -> str | None:
    """The text of a tag; None if there is none, or it says that nobody knows."""
    text = tags.get(name)
    return None if text in UNKNOWN else text


def number_of_tag(tags: Mapping[str, str], name: str) -> int | None:
    """The number that a tag says; None if it is no whole number."""
    text = tags.get(name, "")
    return int(text) if WHOLE_NUMBER.fullmatch(text) else None


def value_of(game: PgnGame, name: str) -> str | int | None:
    """The value of a game's column, but for its opening."""
    if name == "file":
        return game.raw.file
    if name == "result":
        return game.result
    if name == "fault":
        return None if game.cut is None else game.cut.text
    return number_of_tag(game.tags, name) if name in NUMBER_TAGS else text_of_tag(game.tags, name)


def openings_of(keys: Any, games: Any, count: int) -> list[OpeningName | None]:
    """The opening of each of so many games: that of its last position that has a name.

    ``keys`` are those of positions in their order, ``games`` the number of the game that each is of.
    """
    known, names = _named_keys()
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    rows = np.flatnonzero(known[places] == keys)
    last = np.full(count, -1)
    last[games[rows]] = places[rows]  # of several, the last one stays
    return [None if place < 0 else names[place] for place in last.tolist()]


@cache
def _named_keys() -> tuple[Any, list[OpeningName]]:
    """The keys of positions that have a name, in order, and the names."""
    from kiebitz.engine.opening_names import opening_names

    names = sorted(opening_names().items())
    return np.array([key for key, _ in names], np.uint64), [name for _, name in names]
