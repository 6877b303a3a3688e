"""Strength of several players from who scored how much against whom, as a pure function.

Each player has a rating; the expected score of a game is that of ``kiebitz.arena.match.elo``'s logistic scale. The
ratings are those that make the results most likely, a draw being half a win and half a loss (Bradley and Terry 1952).
Newton's method finds them: the likelihood has one summit.

Games of a pair are not independent, and draws make results more even than wins and losses would be. So the errors are
not the model's: its covariance is multiplied by how much the points of pairs scatter around what is expected, compared
with what the model says (the dispersion of a quasi-likelihood, McCullagh and Nelder, "Generalized Linear Models").

Where no results lead from one player to another and back (one has won all games, say), the difference is infinite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kiebitz.arena.match.elo import DEVIATIONS, NORMALIZED_ELO, Estimate

# Elo that one unit of log-odds is worth.
ELO_PER_UNIT = NORMALIZED_ELO / 2
UNKNOWN = Estimate(math.nan, -math.inf, math.inf)
_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
_STEPS = 50
_SETTLED = 1e-9
# No step of Newton's goes further, in log-odds: from afar it would overshoot.
_LONGEST_STEP = 2.0


def ratings(players: int, pairs: Mapping[tuple[int, int], Sequence[float]], zero: int | None = None) -> list[Estimate]:
    """Each player's Elo: over the player ``zero``, or over the mean of the largest group that can be compared.

    ``pairs`` holds, for two players who met, their pairs of games by the first one's points (0, ½, 1, 1½, 2). A value
    is infinite for whoever lost no point, or won none, towards those compared, and not a number for whoever is
    connected with them by no game, as all are if nobody can be compared.
    """
    reached = [_reached(player, pairs) for player in range(players)]
    groups = [{other for other in reached[player] if player in reached[other]} for player in range(players)]
    group = max(groups, key=len) if zero is None else groups[zero]
    if zero is None and len(group) == 1:
        return [UNKNOWN] * players
    inside = _fitted(sorted(group), pairs, zero)
    anchor = next(iter(group))
    found = []
    for player in range(players):
        if player in group:
            found.append(inside[player])
        elif anchor in reached[player]:
            found.append(Estimate(math.inf, -math.inf, math.inf))
        elif player in reached[anchor]:
            found.append(Estimate(-math.inf, -math.inf, math.inf))
        else:
            found.append(UNKNOWN)
    return found


def _reached(player: int, pairs: Mapping[tuple[int, int], Sequence[float]]) -> set[int]:
    """The player, those it took points from, those they took points from, and so on."""
    reached, left = {player}, [player]
    while left:
        taker = left.pop()
        for (first, second), counts in pairs.items():
            took = {first: any(counts[1:]), second: any(counts[:-1])}
            other = second if taker == first else first
            if took.get(taker) and other not in reached:
                reached.add(other)
                left.append(other)
    return reached


def _fitted(
    group: list[int], pairs: Mapping[tuple[int, int], Sequence[float]], zero: int | None
) -> dict[int, Estimate]:
    """The ratings of players whose differences are all finite."""
    import numpy as np

    index = {player: row for row, player in enumerate(group)}
    met = [
        (index[first], index[second], sum(counts), _sum_of(counts, 1), _sum_of(counts, 2))
        for (first, second), counts in pairs.items()
        if first in index and second in index and any(counts)
    ]
    size = len(group)
    units = np.zeros(size)
    for _ in range(_STEPS):
        slope, curvature, scatter = np.zeros(size), np.zeros((size, size)), 0.0
        for first, second, number, points, squares in met:
            mean, variance = _of_pair(units[first] - units[second])
            surplus, weight = points - number * mean, number * variance
            slope[first] += surplus
            slope[second] -= surplus
            curvature[[first, second], [first, second]] += weight
            curvature[[first, second], [second, first]] -= weight
            scatter += (squares - 2 * mean * points + number * mean**2) / variance
        # Only differences count: the inverse that leaves the mean where it is.
        covariance = np.linalg.pinv(curvature, hermitian=True)
        step = covariance @ slope
        if not np.any(np.abs(step) > _SETTLED):
            break
        units += step * min(1.0, _LONGEST_STEP / np.abs(step).max())
    freedom = sum(number for _, _, number, _, _ in met) - (size - 1)
    dispersion = scatter / freedom if freedom > 0 and scatter > _SETTLED else 0.0
    found = {}
    for player, row in index.items():
        contrast = np.full(size, -1 / size) if zero is None else np.zeros(size)
        if zero is not None:
            contrast[index[zero]] -= 1
        contrast[row] += 1
        value = float(contrast @ units) * ELO_PER_UNIT
        deviation = math.sqrt(max(0.0, float(contrast @ covariance @ contrast)) * dispersion) * ELO_PER_UNIT
        margin = DEVIATIONS * deviation if deviation or player == zero else math.inf
        found[player] = Estimate(value, value - margin, value + margin)
    return found


def performance(meetings: Sequence[tuple[float, Sequence[float]]]) -> Estimate:
    """The Elo that makes results against opponents of known ratings most likely; the ratings are taken as exact.

    ``meetings`` holds each opponent's Elo and the pairs of games by the player's points. The value is infinite for
    whoever lost no point, or won none, and not a number without games.
    """
    met = [
        (elo / ELO_PER_UNIT, sum(counts), _sum_of(counts, 1), _sum_of(counts, 2))
        for elo, counts in meetings
        if any(counts)
    ]
    pairs, points = sum(number for _, number, _, _ in met), sum(points for _, _, points, _ in met)
    if not pairs:
        return UNKNOWN
    if points in (0, 2 * pairs):
        return Estimate(math.copysign(math.inf, points - pairs), -math.inf, math.inf)
    unit = sum(number * opponent for opponent, number, _, _ in met) / pairs
    for _ in range(_STEPS):
        slope = curvature = scatter = 0.0
        for opponent, number, points, squares in met:
            mean, variance = _of_pair(unit - opponent)
            slope += points - number * mean
            curvature += number * variance
            scatter += (squares - 2 * mean * points + number * mean**2) / variance
        step = slope / curvature
        if abs(step) <= _SETTLED:
            break
        unit += math.copysign(min(abs(step), _LONGEST_STEP), step)
    dispersion = scatter / (pairs - 1) if pairs > 1 and scatter > _SETTLED else 0.0
    margin = DEVIATIONS * math.sqrt(dispersion / curvature) * ELO_PER_UNIT if dispersion else math.inf
    value = unit * ELO_PER_UNIT
    return Estimate(value, value - margin, value + margin)


def _of_pair(units: float) -> tuple[float, float]:
    """Mean and variance of the points that a pair of games brings, by the model; ``units`` better in log-odds."""
    mean = 2 / (1 + math.exp(-units))
    return mean, mean * (2 - mean) / 2


def _sum_of(counts: Sequence[float], power: int) -> float:
    """Sum of a power of the pairs' points."""
    return sum(points**power * count for points, count in zip(_POINTS, counts, strict=True))
