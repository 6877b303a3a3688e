"""SPSA as pure functions: play value + step against value - step, and move towards the winner.

Simultaneous perturbation stochastic approximation (Spall 1992; its schedule Spall 1998; for chess engines Kiiski 2011).
Every pair of games compares the values moved a little one way, each number in a direction drawn by lot, with the values
moved the other way; all numbers then take a small step towards who won. So a step costs two games however many numbers
there are, and what one number does amid the others' noise comes out over thousands of pairs.

In pair k of N (from 1) a number is moved by c = step · (N / k)^0.101 both ways, and then goes towards the winner by
a / c for each game won more than lost, with a = rate · step² · ((A + N) / (A + k))^0.602 and A = N / 10: ``step`` and
``rate`` are those of the last pair.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PERTURBATION_DECAY, LEARNING_DECAY = 0.101, 0.602
STABILITY = 0.1
"""A, the part of the run in which learning hardly slows down."""
RATE = 0.002


@dataclass(frozen=True, slots=True)
class Knob:
    """A number to tune."""

    name: str
    """As options have it."""
    start: float
    """The value to begin with."""
    least: int
    """Least value allowed."""
    most: int
    """Greatest value allowed."""
    step: float
    """Its distance both ways at the end of the run: about as far as is just felt in play."""


@dataclass(frozen=True, slots=True)
class Question:
    """A pair of games: who of two neighbours is better."""

    number: int
    """Of the pair, from 1."""
    plus: dict[str, int]
    """The values of the first player."""
    minus: dict[str, int]
    """The values of the second."""


@dataclass(frozen=True, slots=True)
class Run:
    """All that the questions depend on, beside the answers."""

    knobs: tuple[Knob, ...]
    pairs: int
    """N: how many pairs the run has."""
    rate: float = RATE
    seed: int = 1

    def start(self) -> dict[str, float]:
        """The values before the first pair."""
        return {knob.name: float(knob.start) for knob in self.knobs}

    def question(self, number: int, values: Mapping[str, float]) -> Question:
        """The two settings that a pair compares, at these values."""
        directions, chance = self._lots(number)
        plus: dict[str, int] = {}
        minus: dict[str, int] = {}
        for knob in self.knobs:
            shift = directions[knob.name] * self._distance(knob, number)
            for side, sign in ((plus, 1), (minus, -1)):
                # Rounded up as often as it is near: on the average the value is exact.
                value = math.floor(values[knob.name] + sign * shift + chance.random())
                side[knob.name] = min(max(value, knob.least), knob.most)
        return Question(number, plus, minus)

    def learned(self, values: Mapping[str, float], points: Sequence[tuple[int, float]]) -> dict[str, float]:
        """The values after pairs, given by their number and the points, of two, that ``plus`` made."""
        after = dict(values)
        for number, made in points:
            directions, _ = self._lots(number)
            for knob in self.knobs:
                distance = self._distance(knob, number)
                won_more = 2 * (made - 1)
                after[knob.name] += self._gain(knob, number) / distance * won_more * directions[knob.name]
        return {knob.name: min(max(after[knob.name], knob.least), knob.most) for knob in self.knobs}

    def _lots(self, number: int) -> tuple[dict[str, int], random.Random]:
        """The directions that are drawn for a pair, and who draws on."""
        chance = random.Random(f"{self.seed} {number}")
        return {knob.name: chance.choice((-1, 1)) for knob in self.knobs}, chance

    def _distance(self, knob: Knob, number: int) -> float:
        """c, how far a pair moves a number both ways."""
        return knob.step * math.pow(self.pairs / number, PERTURBATION_DECAY)

    def _gain(self, knob: Knob, number: int) -> float:
        """a, the gain of a pair."""
        stability = STABILITY * self.pairs
        slowing = math.pow((stability + self.pairs) / (stability + number), LEARNING_DECAY)
        return self.rate * knob.step**2 * slowing
