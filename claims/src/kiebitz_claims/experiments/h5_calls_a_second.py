"""Calls a second of a card of 50 MHz, by the plies that it is given.

The machine of ``kiebitz hardware`` is asked about a position of each phase out of twenty games, one call each, to
depths of one to four plies with quiescence behind them and an open window. A call lasts as long as its cycles; what
lies between two calls (the bus, loading a position) counts for nothing, so the figures are upper bounds but for one
thing: Hydra asked with windows that its upper plies had narrowed, which makes calls shorter. So every depth is asked
again with a window of one centipawn that asks whether the value is exceeded, which it isn't: a short call, as a search
from above brings.

100,000 calls and 5.4 million nodes a second are 54 nodes a call. What the positions of the bench take was known when
this was planned, 33 calls a second in the open window and 138 in the narrow one: only the positions are new.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Cell, Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, Verdict, figures_of
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.card import card, costs_of
from kiebitz_claims.measuring.positions import positions_of_phases, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import ratio_of_sums, scaled
from kiebitz_hydra.budget import HYDRA_CALLS_A_SECOND, HYDRA_CLOCK_HZ

DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4), (1,)
GAMES, QUICK_GAMES = 20, 1
CLAIMED_DEPTH = 4
WINDOWS = ("open", "one centipawn")
EACH = "Each call"

STUDY = Study(__file__, constants=globals())
FOUR_PLIES = STUDY.predictions["four_plies"]


def measure(quick: bool, progress: Progress) -> Result:
    """All depths in both windows; without a simulator nothing."""
    machine = card()
    depths = QUICK_DEPTHS if quick else DEPTHS
    samples = positions_of_phases(taken_games(quick, GAMES, QUICK_GAMES))
    each: list[tuple[Cell, ...]] = []
    if not isinstance(machine, str):
        progress.expect(len(depths) * len(samples))
        for depth in depths:
            for phase, sample in samples:
                costs = progress.step(f"depth {depth}, {sample.fen}", costs_of, machine, sample.fen, depth)
                each += [
                    (depth, window, phase, sample.name, nodes, sum(cycles.values()))
                    for window, (nodes, cycles) in zip(WINDOWS, costs, strict=True)
                ]
    return STUDY.result(
        each,
        figures=tuple(
            Measurement(f"calls a second, depth {depth}, window {window}", calls.value, error=calls.error)
            for (depth, window), (calls, _) in a_second(each).items()
        ),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": f"{len(samples)}, one of each phase of {len({sample.name for _, sample in samples})} games",
        },
    )


def a_second(each: list[tuple[Any, ...]]) -> dict[tuple[int, str], tuple[Estimate, int]]:
    """Calls a second at 50 MHz by depth and window, over games, and how many these are, from the rows of EACH."""
    found = {}
    for call in dict.fromkeys(row[:2] for row in each):
        games, cycles = zip(*((row[3], row[5]) for row in each if row[:2] == call), strict=True)
        found[call] = scaled(ratio_of_sums([1.0] * len(cycles), cycles, games), HYDRA_CLOCK_HZ), len(set(games))
    return found


def judge(found: dict[tuple[int, str], tuple[Estimate, int]]) -> Judgement:
    """Calls of four plies in the window that gives more; upper bounds: the bus and loading are not in them.

    ``found`` are calls a second and games by depth and window.
    """
    best: dict[int, tuple[Estimate, int]] = {}
    for (depth, _), calls in found.items():
        best[depth] = max(best.get(depth, calls), calls, key=lambda each: each[0].value)
    told = ", ".join(
        f"{calls.value:,.0f} of {depth} {'ply' if depth == 1 else 'plies'}" for depth, (calls, _) in best.items()
    )
    if not found:
        part = FOUR_PLIES.untestable("there is no simulator to count cycles with")
    elif CLAIMED_DEPTH not in best:
        part = FOUR_PLIES.undecided("calls of four plies were not measured")
    else:
        part = FOUR_PLIES.judged(*best[CLAIMED_DEPTH], "games")
        if part.verdict is Verdict.FAILS:
            too_many = figures_of(claimed_by(best[CLAIMED_DEPTH][0]))
            part = replace(part, note=f"{HYDRA_CALLS_A_SECOND:,.0f} are {too_many} times as many")
    return Judgement((part,), f"At most so many calls a second: {told or 'none measured'}.")


def claimed_by(calls: Estimate) -> Estimate:
    """The claimed calls a second by those measured."""
    value, low, high = (
        HYDRA_CALLS_A_SECOND / end if end > 0 else math.inf for end in (calls.value, calls.high, calls.low)
    )
    return Estimate(value, low, high)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (a_second(result.rows(EACH)),)


def draw(result: Result, figure: Figure) -> None:
    """Calls a second by depth and window."""
    axes = figure.add_subplot()
    found = a_second(result.rows(EACH))
    for window in WINDOWS:
        calls = {depth: each for (depth, asked), (each, _) in found.items() if asked == window}
        intervals(axes, list(calls), calls.values(), fmt="o-", label=f"window {window}")
    axes.axhline(HYDRA_CALLS_A_SECOND, color="grey", linestyle="--", linewidth=0.8, label="claimed of four plies")
    axes.set_yscale("log")
    axes.set_xticks(sorted({depth for depth, _ in found}))
    axes.set(xlabel="plies of a call, quiescence behind them", ylabel="calls a second at 50 MHz, at most")
    legend_above(figure, axes, 3)
