"""Weights of an evaluation: numbers with their meaning, as the tables beside each evaluation hold them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weight:
    """A feature's worth, or a series of them."""

    values: tuple[tuple[int, int], ...]
    """(middlegame, endgame) in centipawns, one for each step of the series."""
    meaning: str
    """The thing that is weighed, and the steps that a series counts."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the evaluation that is no pair of centipawns, or a series of them."""

    values: tuple[int, ...]
    """One value for each step of the series."""
    meaning: str
    """Its purpose, with its unit."""


def one(middlegame: int, endgame: int, meaning: str) -> Weight:
    """Make a single weight."""
    return Weight(((middlegame, endgame),), meaning)


def series(meaning: str, middlegame: tuple[int, ...], endgame: tuple[int, ...]) -> Weight:
    """Make a series of weights."""
    return Weight(tuple(zip(middlegame, endgame, strict=True)), meaning)


def number(value: int, meaning: str) -> Number:
    """Make a single number."""
    return Number((value,), meaning)
