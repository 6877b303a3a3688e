"""Verdicts by interval: a statement is a range, and what was measured lies in it, outside, or across an end.

A statement *holds* if the whole 95% interval lies within the range predicted, and *does not hold* if all of it lies
outside. Across an end it is *undecided*; then the sample is told that would decide, if the value stays and the interval
shrinks with the root of the sample. It *holds under conditions* where it holds in the setting that the document speaks
of, but in others tried beside it doesn't, or is undecided: the two are told apart. What no measurement of ours can
reach is *not testable here*.

A claim is all of its statements together: its verdict is that of the weakest one that can be tested. Weakest is one
that does not hold, then one undecided, then one that holds under conditions. Where none can be tested, the claim can't.

Plans come before figures. Where figures are older than their plan, the verdict on them counts apart, *to be measured
again*; and a claim without figures is *planned, not yet measured*.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import number_text
from kiebitz_claims.measuring.statistics import RULE_OF_THREE, logarithm

ELO = "Elo"
"""The unit whose numbers bear a sign."""
# A sample is told to so many digits, and not beyond the greatest one, or so many times that which was taken.
SAMPLE_DIGITS, GREATEST_SAMPLE, TIMES_TAKEN = 2, 10_000_000, 10
# Ends of ranges are told to a digit more than figures, below so much.
EXACT_BELOW = 100
# Of the shorter side of an interval one digit is told, or two if they are below this, as the Particle Data Group does.
TWO_DIGITS_BELOW = 3.55
# Of more statements than that a sentence tells the first and those that decide.
MOST_TOLD = 5
# With so many two floats differ if they aren't equal.
MOST_DIGITS = 17


class Verdict(StrEnum):
    """The verdict of a measurement on a claim, or on one statement of it."""

    HOLDS = "holds"
    CONDITIONALLY = "holds under conditions"
    FAILS = "does not hold"
    UNDECIDED = "undecided"
    UNTESTABLE = "not testable here"


WEAKEST_FIRST = (Verdict.FAILS, Verdict.UNDECIDED, Verdict.CONDITIONALLY, Verdict.HOLDS, Verdict.UNTESTABLE)
"""How the statements of a claim weigh; one that can't be tested weighs nothing."""

TO_SHOW_A_HUNDREDTH = round(RULE_OF_THREE / 0.01)
"""So many tries show what is there once in a hundred, with 95% confidence."""

WHERE_IT_DOES_NOT_HOLD = {
    Verdict.FAILS: "not",
    Verdict.UNDECIDED: "undecided",
    Verdict.CONDITIONALLY: "under conditions",
    Verdict.UNTESTABLE: "not testable",
}
"""The words before the names of settings tried beside one in which a statement holds."""


def number_of(verdict: str, count: int) -> str:
    """'2 hold', '1 is undecided', '3 are not testable here'."""
    if verdict.startswith(("holds", "does")):
        return f"{count} {verdict if count == 1 else verdict.replace('holds', 'hold').replace('does', 'do')}"
    return f"{count} {'is' if count == 1 else 'are'} {verdict}"


@dataclass(frozen=True, slots=True)
class Prediction:
    """One statement of a claim as a range for a number; both ends belong to it."""

    statement: str
    """The statement, in a few words."""
    measure: str
    """The number that decides."""
    low: float = -math.inf
    """Least value with which the statement holds, in ``unit``."""
    high: float = math.inf
    """Greatest value with which the statement holds, in ``unit``."""
    unit: str = ""
    """Of the number; empty for a ratio or a count."""
    margin: str = ""
    """How the range follows from the document's words, where they give none."""
    is_ratio: bool = False
    """True if the number multiplies, so that its interval shrinks on a logarithmic scale."""

    @property
    def range(self) -> str:
        """'1 to 2 plies', 'at least 1', 'at most 10 s', '7'."""
        low, high = (_end(end, self.unit) for end in (self.low, self.high))
        if self.low == self.high:
            text = low
        elif math.isinf(self.high):
            text = f"at least {low}"
        elif math.isinf(self.low):
            text = f"at most {high}"
        else:
            text = f"{low} to {high}"
        return f"{text} {self.unit}".rstrip()

    def judged(self, measured: Estimate, sample: int = 0, of: str = "") -> Part:
        """The statement by what was measured on a ``sample`` of things whose plural is ``of``; 0 if none was drawn."""
        if self.low <= measured.low and measured.high <= self.high:
            return Part(self, Verdict.HOLDS, measured)
        if measured.high < self.low or measured.low > self.high:
            return Part(self, Verdict.FAILS, measured)
        return Part(self, Verdict.UNDECIDED, measured, self._remedy(measured, sample, of))

    def undecided(self, why: str) -> Part:
        """The statement if nothing was measured, or nothing that can be relied on."""
        return Part(self, Verdict.UNDECIDED, note=why)

    def untestable(self, why: str) -> Part:
        """The statement if no measurement of ours can reach it."""
        return Part(self, Verdict.UNTESTABLE, note=why)

    def _remedy(self, measured: Estimate, sample: int, of: str) -> str:
        """The sample that would decide, for people."""
        if has_not_ended(measured):
            beyond = self.low if measured.value < self.low else self.high
            return f"a measurement as far as {_end(beyond, self.unit)} {self.unit}".rstrip() + " would decide"
        if not (math.isfinite(measured.low) and math.isfinite(measured.high)):
            return "no interval is known"
        needed = self.sample_to_decide(measured, sample) if sample else None
        if needed is None:
            return "no larger sample would decide if the value stays"
        return (
            f"about {needed:,} {of} would decide" if needed < _greatest(sample) else f"over {needed:,} {of} are needed"
        )

    def sample_to_decide(self, measured: Estimate, sample: int) -> int | None:
        """The sample whose interval lies within the range or outside it, if the value stays; None: it is on an end."""
        scale = logarithm if self.is_ratio else float
        low, high, value = (scale(number) for number in (self.low, self.high, measured.value))
        below, above = value - scale(measured.low), scale(measured.high) - value
        # What may be left of the interval's decisive side, as a share of it.
        if value < low:
            share = (low - value) / above
        elif value > high:
            share = (value - high) / below
        else:
            sides = ((value - low, below), (high - value, above))
            share = min(room / width for room, width in sides if width and math.isfinite(room))
        return _rounded_up(sample / share**2, _greatest(sample)) if share > 0 else None


@dataclass(frozen=True, slots=True)
class Part:
    """The finding on one statement of a claim."""

    prediction: Prediction
    """The statement."""
    verdict: Verdict
    """True if it holds."""
    measured: Estimate | None = None
    """The number with its 95% interval; None if there is none."""
    note: str = ""
    """The conditions, the sample that would decide, or why it can't be tested."""
    settings: Mapping[str, Part] = field(default_factory=dict)
    """Where several settings were tried: what was found in each, by their names."""

    @property
    def figures(self) -> str:
        """'1.71 (1.48 to 1.94) plies', in digits that the interval bears; empty if nothing was measured."""
        if self.measured is None:
            return ""
        return figures_of(self.measured, self.prediction.unit, (self.prediction.low, self.prediction.high))

    @property
    def room(self) -> float:
        """From what was measured to the nearer end of the range, in its unit, where the statement holds; else 0."""
        if self.verdict is not Verdict.HOLDS or self.measured is None:
            return 0.0
        return min(self.measured.low - self.prediction.low, self.prediction.high - self.measured.high)

    def __str__(self) -> str:
        found = " – ".join(text for text in (self.figures, str(self.verdict)) if text)
        return f"{self.prediction.statement}: {found}" + (f" ({self.note})" if self.note else "")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a measurement on a claim."""

    parts: tuple[Part, ...]
    """Each statement of the claim."""
    remark: str = ""
    """A sentence or two on what else was seen."""

    @property
    def verdict(self) -> Verdict:
        """That of the weakest statement that can be tested."""
        return min((part.verdict for part in self.parts), key=WEAKEST_FIRST.index)

    @property
    def why(self) -> str:
        """One sentence with the figures that decide; of many statements but the first the others are counted."""
        first, *others = self.parts
        told = [part for part in others if len(self.parts) <= MOST_TOLD or part.verdict is self.verdict]
        counted = Counter(part.verdict for part in others if part not in told)
        counts = [number_of(verdict, counted[verdict]) for verdict in WEAKEST_FIRST if counted[verdict]]
        said = "; ".join([*map(str, (first, *told)), *([f"of the others {', '.join(counts)}"] if counts else [])])
        return f"{said[:1].upper()}{said[1:]}."


def figures_of(measured: Estimate, unit: str = "", ends: tuple[float, ...] = ()) -> str:
    """A number with its interval, in digits that this bears and that tell it from the ``ends`` of a range."""
    if measured.low == measured.high:
        text = _figure(measured.value, unit, ends)
    elif has_not_ended(measured):
        text = f"over {_figure(measured.low, unit, ends)}"
    elif math.isinf(measured.high):
        text = f"{_figure(measured.value, unit, ends)} (no interval)"
    else:
        places = _places(measured, unit, ends)
        value, low, high = (
            _to_places(number, unit, places) for number in (measured.value, measured.low, measured.high)
        )
        text = f"{value} ({low} to {high})"
    return f"{text} {unit}".rstrip()


def in_all(parts: Mapping[str, Part]) -> Part:
    """One part of a statement that is made of every setting: the weakest speaks for all.

    Of several that hold it is the one whose interval comes nearest to an end of its range.
    """
    name, part = min(parts.items(), key=lambda item: (WEAKEST_FIRST.index(item[1].verdict), item[1].room))
    return _spoken_for(name, part, parts)


def in_its_own(parts: Mapping[str, Part]) -> Part:
    """One part of a statement about one setting, the first; where it holds there, the others are its conditions."""
    name, own = next(iter(parts.items()))
    others = [
        f"{said} with {' or '.join(names)}"
        for verdict, said in WHERE_IT_DOES_NOT_HOLD.items()
        if (names := [name for name, part in parts.items() if part.verdict is verdict])
    ]
    if own.verdict is Verdict.HOLDS and others:
        return replace(own, verdict=Verdict.CONDITIONALLY, note="; ".join((f"with {name}", *others)), settings=parts)
    return _spoken_for(name, own, parts)


def in_any(parts: Mapping[str, Part]) -> Part:
    """One part of a statement that each of several numbers can bear out: the strongest speaks for all."""
    name, part = max(parts.items(), key=lambda item: WEAKEST_FIRST.index(item[1].verdict))
    return _spoken_for(name, part, parts)


def _spoken_for(name: str, part: Part, parts: Mapping[str, Part]) -> Part:
    """A part that speaks for several; it says by whose figures."""
    if len(parts) == 1:
        return part
    return replace(part, note="; ".join(text for text in (f"with {name}", part.note) if text), settings=parts)


def exactly(value: float) -> Estimate:
    """A number that repeats exactly and was not sampled, as an interval without width."""
    return Estimate(value, value, value)


def unsure(value: float) -> Estimate:
    """A figure of a sample whose scatter was not kept: an interval without ends."""
    return Estimate(value, -math.inf, math.inf)


def more_than(value: float) -> Estimate:
    """A number that had not been reached yet when the measurement ended."""
    return Estimate(value, value, math.inf)


def none_of(what: str) -> str:
    """Why nothing is known where nothing was seen in so many, and the sample that would show a hundredth."""
    return f"none of {what}; {TO_SHOW_A_HUNDREDTH} would show one in a hundred"


def has_not_ended(measured: Estimate) -> bool:
    """True if this is of ``more_than``."""
    return measured.low == measured.value and math.isinf(measured.high)


def _end(value: float, unit: str) -> str:
    """An end of a range, in so many digits that nothing is rounded away that a range is made of."""
    return f"{value:.4g}" if unit != ELO and abs(value) < EXACT_BELOW else _number(value, unit)


def _figure(value: float, unit: str, ends: tuple[float, ...]) -> str:
    """A figure beside the ends of its range: it has the digits that tell it from them."""
    text, sign = _number(value, unit), "+" if unit == ELO else ""
    for digits in range(4, MOST_DIGITS + 1):
        if all(value == end or text != _end(end, unit) for end in ends):
            break
        text = f"{value:{sign}.{digits}g}"
    return text


def _places(measured: Estimate, unit: str, ends: tuple[float, ...]) -> int:
    """Places after the point of a figure and its interval: a digit of the interval's shorter side, two if it is small.

    Fewer than none round to tens and hundreds. Elo are whole. Of all it is as many more as tell them from the ends of
    their range.
    """
    sides = [side for side in (measured.value - measured.low, measured.high - measured.value) if 0 < side < math.inf]
    first = 0 if unit == ELO or not sides else -math.floor(math.log10(min(sides) / TWO_DIGITS_BELOW))
    numbers = measured.value, measured.low, measured.high
    pairs = [(number, end) for number in numbers for end in ends if number != end]
    return next(
        (places for places in range(first, MOST_DIGITS) if all(round(number, places) != end for number, end in pairs)),
        MOST_DIGITS,
    )


def _to_places(value: float, unit: str, places: int) -> str:
    """A number with so many places after the point, or rounded to tens and hundreds; zero bears no sign."""
    if math.isinf(value):
        return _number(value, unit)
    rounded = round(value, places) or 0.0
    return f"{rounded:{'+' if unit == ELO and rounded else ''},.{max(places, 0)}f}"


def _number(value: float, unit: str) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if unit == ELO:
        return _to_places(value, unit, 0)
    return number_text(int(value) if float(value).is_integer() else value)


def _greatest(sample: int) -> int:
    """Beyond how much a sample is not told; never less than what was taken."""
    return max(GREATEST_SAMPLE, TIMES_TAKEN * sample)


def _rounded_up(number: float, greatest: int) -> int:
    if number >= greatest:
        return greatest
    step = int(10 ** max(math.floor(math.log10(number)) - SAMPLE_DIGITS + 1, 0))
    return math.ceil(number / step) * step
