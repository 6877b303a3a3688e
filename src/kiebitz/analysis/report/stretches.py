"""The stretches of a game in which it stood one way, each told by a word that is true of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, groupby, pairwise
from operator import itemgetter

# Winning chances from which on who has them is better, and winning.
BETTER, WINNING = 60.0, 80.0
STANDINGS = range(-2, 3)
TOLERANCE = 5.0
"""By so many points chances may miss the bounds of a word that is still true of a half-move in a stretch."""
LEAST_PLIES = 4
"""A standing that lasts so many half-moves is told apart."""
NEARLY_ALL, MOSTLY = 0.9, 0.75
"""The shares of a stretch's half-moves of which a word must be true."""
WINDOW, MOST_FALSE = 8, 2
"""Of so many half-moves in a row a word may be untrue of so many."""
MOST_STRETCHES = len(STANDINGS)
"""A game of more went back and forth, which is one way to tell of it, so there is always a division."""


class Sureness(Enum):
    """How true a word is of a stretch."""

    NEARLY_ALWAYS = 1
    MOSTLY = 2
    CHANGING = 3
    """No word is: the game goes back and forth."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a game that is told by one word."""

    first: int
    """The index of its first half-move."""
    standing: int
    """How the game stands in it, from 2, who moves first is winning, to -2."""
    sureness: Sureness


def standing_of(win_percent: float) -> int:
    """How a game stands by the chances of who moves first, from 2, that side is winning, to -2."""
    own = max(win_percent, 100 - win_percent)
    size = 2 if own >= WINNING else 1 if own >= BETTER else 0
    return size if win_percent > 50 else -size


def stretches(percents: Sequence[float]) -> list[Stretch]:
    """The stretches of a game by the first side's winning chances after each half-move; none without any.

    A word is told of a stretch if it is true of nine half-moves in ten (``NEARLY_ALL``), the others are a step away
    from it, and no other standing lasts four of them (``LEAST_PLIES``). If it is true of three in four (``MOSTLY``), of
    any eight in a row, too, and never the other side is better instead, it is told as holding mostly. Where neither is
    so and the game goes back and forth, just that is told. How the game stands in the end is never told otherwise. Of
    all divisions into five stretches at most that one is taken in which the fewest half-moves stand otherwise than is
    told, each stretch counting as four of them.
    """
    counted = _Counted(percents)
    begins = counted.begins
    # By the number of runs told: of each number of stretches the least cost, and the stretches.
    best: list[dict[int, tuple[int, tuple[Stretch, ...]]]] = [{0: (0, ())}]
    for last in range(1, len(begins)):
        found: dict[int, tuple[int, tuple[Stretch, ...]]] = {}
        for first in range(last):
            told = counted.told(first, last)
            if told is None:
                continue
            stretch, cost = told
            for count, (so_far, before) in best[first].items():
                total = so_far + cost + LEAST_PLIES
                if count < MOST_STRETCHES and (count + 1 not in found or total < found[count + 1][0]):
                    found[count + 1] = (total, (*before, stretch))
        best.append(found)
    return list(min(best[-1].values(), key=itemgetter(0))[1])


class _Counted:
    """A game's half-moves, counted from its start to each of them, so that any stretch is judged at once."""

    def __init__(self, percents: Sequence[float]) -> None:
        standings = [standing_of(percent) for percent in percents]
        runs = [(standing, len(list(run))) for standing, run in groupby(standings)]
        self.last = standings[-1] if standings else 0
        self.begins = list(accumulate((length for _, length in runs), initial=0))
        """The index at which each run of one standing begins, and the game's end."""
        self._exact = {each: _sums(there == each for there in standings) for each in STANDINGS}
        self._true = {each: _sums(_is_true(each, percent) for percent in percents) for each in STANDINGS}
        self._far = {each: _sums(abs(there - each) > 1 for there in standings) for each in STANDINGS}
        self._reversed = {each: _sums(there * each < 0 for there in standings) for each in STANDINGS}
        self._untrue = {each: _untrue_windows(true) for each, true in self._true.items()}
        # By runs: those that last, all and of each standing, and the turns up or down.
        self._lasting = _sums(length >= LEAST_PLIES for _, length in runs)
        self._lasting_as = {each: _sums(there == each and n >= LEAST_PLIES for there, n in runs) for each in STANDINGS}
        self._rises = [0, *_sums(after[0] > before[0] for before, after in pairwise(runs))]

    def told(self, first: int, last: int) -> tuple[Stretch, int] | None:
        """The truest word on the runs from ``first`` up to ``last``, and how many half-moves stand otherwise.

        None if none is true.
        """
        begin, end = self.begins[first], self.begins[last]
        best: tuple[int, int, int] | None = None
        for standing in STANDINGS:
            exact = self._exact[standing][end] - self._exact[standing][begin]
            if not exact or (last == len(self.begins) - 1 and standing != self.last):
                continue
            sureness = self._sureness(standing, first, last)
            if sureness and (best is None or (sureness.value, -exact) < best[:2]):
                best = (sureness.value, -exact, standing)
        if best:
            return Stretch(begin, best[2], Sureness(best[0])), end - begin + best[1]
        rises = self._rises[last] - self._rises[first + 1]
        if 0 < rises < last - first - 1:
            return Stretch(begin, 0, Sureness.CHANGING), end - begin
        return None

    def _sureness(self, standing: int, first: int, last: int) -> Sureness | None:
        """How true a word is of a stretch of runs; None if it isn't."""
        begin, end = self.begins[first], self.begins[last]
        share = (self._true[standing][end] - self._true[standing][begin]) / (end - begin)
        far, is_reversed = (sums[standing][end] > sums[standing][begin] for sums in (self._far, self._reversed))
        lasting = self._lasting[last] - self._lasting[first]
        is_interrupted = lasting > self._lasting_as[standing][last] - self._lasting_as[standing][first]
        if share >= NEARLY_ALL and not far and not is_interrupted:
            return Sureness.NEARLY_ALWAYS
        untrue, windows = self._untrue[standing], end - begin - WINDOW + 1
        is_untrue = windows > 0 and untrue[begin + windows] > untrue[begin]
        return Sureness.MOSTLY if share >= MOSTLY and not (is_untrue or is_reversed) else None


def _sums(values: Iterable[bool]) -> list[int]:
    """The number of true ones among the first 0, 1, 2 … of many values."""
    return list(accumulate(values, initial=0))


def _untrue_windows(true: Sequence[int]) -> list[int]:
    """Sums like ``_sums``' of the windows, by where they begin, of which the word that ``true`` sums is untrue."""
    return _sums(WINDOW - (end - begin) > MOST_FALSE for begin, end in zip(true, true[WINDOW:], strict=False))


def _is_true(standing: int, win_percent: float) -> bool:
    """True if a game stands so by these chances, or nearly; who is winning is better, too."""
    own = win_percent if standing > 0 else 100 - win_percent
    if standing == 0:
        return max(own, 100 - own) < BETTER + TOLERANCE
    return own >= (WINNING if abs(standing) > 1 else BETTER) - TOLERANCE
