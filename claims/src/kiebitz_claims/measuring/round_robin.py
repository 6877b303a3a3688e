"""Ratings of a round robin, with their errors: those that explain all scores best (Bradley & Terry 1952)."""

from __future__ import annotations

import math

import numpy as np

from kiebitz.arena.match.elo import Estimate, score_of_elo
from kiebitz_claims.measuring.matches import MatchResult

ROUNDS, STEP = 2_000, 20.0
# A logistic unit in Elo, and the 95% interval in standard errors.
ELO_UNIT = math.log(10) / 400
STANDARD_ERRORS = 1.96


def ratings(names: list[str], outcomes: dict[tuple[str, str], MatchResult]) -> dict[str, float]:
    """Elo by name, the first at nought: the ratings whose expected scores fit the points made."""
    rating = dict.fromkeys(names, 0.0)
    for _ in range(ROUNDS):
        surplus = dict.fromkeys(names, 0.0)
        for (first, second), outcome in outcomes.items():
            games = outcome.games + 1
            points = outcome.wins + outcome.draws / 2 + 1 / 2
            excess = points - games * score_of_elo(rating[first] - rating[second])
            surplus[first] += excess / games
            surplus[second] -= excess / games
        for name in names:
            rating[name] += STEP * surplus[name]
    return {name: value - rating[names[0]] for name, value in rating.items()}


def covariance(names: list[str], outcomes: dict[tuple[str, str], MatchResult], rating: dict[str, float]) -> np.ndarray:
    """Variances and covariances of the ratings against the first's, from the Fisher information of all scores.

    Every game is taken for won or lost, so the intervals are somewhat too wide where games are drawn.
    """
    places = {name: place for place, name in enumerate(names)}
    information = np.zeros((len(names), len(names)))
    for (first, second), outcome in outcomes.items():
        expected = score_of_elo(rating[first] - rating[second])
        weight = (outcome.games + 1) * expected * (1 - expected) * ELO_UNIT**2
        mine, other = places[first], places[second]
        information[mine, mine] += weight
        information[other, other] += weight
        information[mine, other] -= weight
        information[other, mine] -= weight
    # The first stands at nought: its row and column are empty.
    return np.pad(np.linalg.inv(information[1:, 1:]), ((1, 0), (1, 0)))


def step_between(older: str, newer: str, rating: dict[str, float], errors: np.ndarray) -> Estimate:
    """Elo of the newer over the older, with its 95% interval; ``errors`` are the ratings' ``covariance``."""
    names = list(rating)
    low, high = names.index(older), names.index(newer)
    step = rating[newer] - rating[older]
    error = STANDARD_ERRORS * math.sqrt(errors[low, low] + errors[high, high] - 2 * errors[low, high])
    return Estimate(step, step - error, step + error)
