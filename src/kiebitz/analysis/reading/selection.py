"""Which games of an archive are wanted, told by their tags: before any move is read."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache

from kiebitz.analysis.reading.tags import RESULTS, STANDARD_NAMES, rating, sound_result
from kiebitz.analysis.reading.time_control import TIME_CLASSES, same_time_control, time_class
from kiebitz.commandline.encoding import encoding_named
from kiebitz.commandline.folded_name import folded, has_words
from kiebitz.commandline.whole_number import whole_number

_DATE = re.compile(r"([0-9]{4})(?:[.-]([0-9]{1,2})(?:[.-]([0-9]{1,2}))?)?")
LATEST = (9999, 12, 31)
"""Year, month and day."""
_ECO = re.compile(r"[A-E]\d{0,2}")
MOST_PLIES = 1_000_000
"""The tag PlyCount is believed up to here."""
CHESS960_NAMES = frozenset({"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"})


@dataclass(frozen=True, slots=True)
class GameSelection:
    """Which games to read: those that meet all conditions given. Raises ValueError for impossible ones."""

    min_rating: int | None = None
    """Both players' ratings are no lower."""
    max_rating: int | None = None
    """Both players' ratings are no higher."""
    player: str = ""
    """Words that all stand in the name of White or of Black, capital or small, with accents or without."""
    time_control: str = ""
    """One of ``TIME_CLASSES``, or what the tag says: '180+2', '0.5+0.02'."""
    eco: str = ""
    """Codes of openings, their beginnings and ranges, separated by commas: 'B33,C5,D80-D99'."""
    opening: str = ""
    """Words that all stand in the opening's name: the tag Opening; in a collection our name for it."""
    since: str = ""
    """The first day, month or year: '2024-05-01', '2024.05', '2024'. A date known in part counts as far as it goes."""
    until: str = ""
    """The last day, month or year."""
    result: str = ""
    """'1-0', '0-1', '1/2-1/2', '*', or '0-0' where both lose, as the tag has it."""
    variant: str = ""
    """'standard', 'chess960', or the tag as it is written."""
    min_moves: int | None = None
    """Moves of both sides, as the tag PlyCount has them or the text."""
    max_moves: int | None = None
    sample: float = 1.0
    """The share of what passes all this, drawn at random game by game."""
    seed: int = 0
    """Another number draws another sample; the same number, of the same games, the same."""
    skip: int = 0
    """So many games of the sample are left out first."""
    first: int | None = None
    """Number of games taken after those."""
    encoding: str | None = None
    """How files are read, as Python names encodings; None: UTF-8, or the likeliest where they aren't."""

    def __post_init__(self) -> None:
        _require_order(self.min_rating, self.max_rating, "rating")
        _require_order(self.min_moves, self.max_moves, "number of moves")
        for wanted, what in ((self.player, "player"), (self.opening, "opening")):
            if wanted and not folded(wanted).split():
                raise ValueError(f"{wanted!r} is no {what}'s name; it would fit every one")
        for date in filter(None, (self.since, self.until)):
            if not _DATE.fullmatch(date) or not all(
                1 <= part <= most for part, most in zip(_known_part(date), LATEST, strict=False)
            ):
                raise ValueError(f"{date!r} is no date; write 2024-05-01, 2024-05 or 2024")
        if self.eco and not opening_ranges(self.eco):
            raise ValueError(f"{self.eco!r} names no opening; write B33, B3 or B, or a range B20-B99")
        if self.result and self.result not in RESULTS:
            raise ValueError(f"{self.result!r} is no result; write 1-0, 0-1, 1/2-1/2, * or 0-0")
        if self.time_control.isalpha() and self.time_control.lower() not in TIME_CLASSES:
            raise ValueError(f"{self.time_control!r} is no kind of game; there are {', '.join(TIME_CLASSES)}")
        if self.encoding is not None:
            encoding_named(self.encoding)
        if not 0 <= self.sample <= 1:
            raise ValueError(f"a sample is a share from 0 to 1, not {self.sample:g}")
        if self.skip < 0 or (self.first is not None and self.first < 0):
            raise ValueError("skip and first can't be negative")

    @property
    def said(self) -> dict[str, str | int | float]:
        """The conditions given, by field; a resumed run must give the same ones. A seed alone chooses nothing."""
        said = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return {name: value for name, value, unsaid in said if value != unsaid and (name != "seed" or self.sample < 1)}

    def passes(self, tags: Mapping[str, str], plies: Callable[[], int]) -> bool:
        """True if a game meets the conditions (not sample, ``skip``, ``first``); ``plies`` is called only if needed."""
        if self.min_rating is not None or self.max_rating is not None:
            known = [rating(tags.get(name, "")) for name in ("WhiteElo", "BlackElo")]
            if not all(each is not None and _within(each, self.min_rating, self.max_rating) for each in known):
                return False
        return (
            (not self.player or any(has_words(self.player, tags.get(side, "")) for side in ("White", "Black")))
            and (not self.time_control or _is_time(self.time_control, tags.get("TimeControl", "")))
            and (not self.eco or _is_opening(self.eco, tags.get("ECO", "")))
            and (not self.opening or has_words(self.opening, tags.get("Opening", "")))
            and (not (self.since or self.until) or _is_dated(self.since, self.until, tags))
            and (not self.result or sound_result(tags.get("Result", "*")) == self.result)
            and (not self.variant or _variant(tags.get("Variant", "")) == _variant(self.variant))
            and (
                (self.min_moves is None and self.max_moves is None)
                or _within(_moves(tags, plies), self.min_moves, self.max_moves)
            )
        )

    def picker(self) -> GamePicker:
        """A picker of games; call it once for each game, in order."""
        return GamePicker(self)


class GamePicker:
    """Picks the games of one run over any number of archives."""

    def __init__(self, selection: GameSelection) -> None:
        self._selection = selection
        self.encoding = selection.encoding
        self._random = random.Random(selection.seed)
        self._to_skip = selection.skip
        self._left = selection.first

    @property
    def is_done(self) -> bool:
        """True if no further game will be taken."""
        return self._left == 0

    def takes(self, tags: Mapping[str, str], plies: Callable[[], int]) -> bool:
        """True if the next game is taken (see ``GameSelection.passes``)."""
        selection = self._selection
        if self.is_done or not selection.passes(tags, plies):
            return False
        if selection.sample < 1 and self._random.random() >= selection.sample:
            return False
        if self._to_skip:
            self._to_skip -= 1
            return False
        if self._left is not None:
            self._left -= 1
        return True


def _require_order(low: int | None, high: int | None, what: str) -> None:
    if (low is not None and low < 0) or (low is not None and high is not None and low > high):
        raise ValueError(f"the {what} can't be {_range(low, high)}")


def _range(low: int | None, high: int | None) -> str:
    """A range in words: 'at least 2000 and at most 1000'."""
    ends = (("at least", low), ("at most", high))
    return " and ".join(f"{end} {number}" for end, number in ends if number is not None)


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _is_time(wanted: str, tag: str) -> bool:
    return time_class(tag) == wanted.lower() if wanted.isalpha() else same_time_control(tag, wanted)


def _is_opening(wanted: str, code: str) -> bool:
    return any(low <= code[: len(low)] and code[: len(high)] <= high and code for low, high in opening_ranges(wanted))


@lru_cache(16)
def opening_ranges(wanted: str) -> tuple[tuple[str, str], ...]:
    """The first and the last code of each part of a list, as 'B33, C5, D80-D99'. Raises ValueError."""
    ranges = []
    for part in filter(None, map(str.strip, wanted.split(","))):
        codes = [code.strip() for code in part.split("-")]
        for code in codes:
            if not _ECO.fullmatch(code):
                raise ValueError(f"{code!r} is no code of an opening; write B33, B3 or B, or a range B20-B99")
        low, high = codes[0], codes[-1]
        if len(codes) > 2 or low[: len(high)] > high:
            raise ValueError(f"{part!r} is no range of openings; write the lower code first, as in B20-B99")
        ranges.append((low, high))
    return tuple(ranges)


def _is_dated(since: str, until: str, tags: Mapping[str, str]) -> bool:
    date = _known_part(tags.get("UTCDate", "")) or _known_part(tags.get("Date", ""))
    if not date:
        return False
    first, last = _known_part(since), _known_part(until)
    return date[: len(first)] >= first[: len(date)] and date[: len(last)] <= last[: len(date)]


def _known_part(date: str) -> tuple[int, ...]:
    """Year, month and day, as far as they are known."""
    found = _DATE.match(date)
    return tuple(int(part) for part in found.groups() if part) if found else ()


def _variant(name: str) -> str:
    name = name.lower()
    return "chess960" if name in CHESS960_NAMES else "standard" if name in STANDARD_NAMES else name


def _moves(tags: Mapping[str, str], plies: Callable[[], int]) -> int:
    """Moves of both sides, a half one counted as one."""
    told = whole_number(tags.get("PlyCount", ""), MOST_PLIES)
    return ((plies() if told is None else told) + 1) // 2


EVERY_GAME = GameSelection()
