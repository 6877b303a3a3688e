"""The cycles that Hydra's coprocessor, built after the document's modules, takes for a node.

The machine of ``kiebitz hardware`` searches a position of each phase out of twenty games to depths of one, two and
three plies with quiescence behind them, in a simulator that counts cycles exactly. The figures are those of all cycles
by all nodes visited, so that what a node takes once (NODE DONE) is in them; loading a position is not; their intervals
say how far they are those of other games. At 50 MHz they say how many
nodes a second the machine makes. The document's modules take 2 + 2 + 1 + 3 cycles, and half a cycle for the stack, if
TestCheck and CastleStatus work beside the others; its 5.4 million nodes a second are 9.26 cycles at 50 MHz.

What this machine takes on the positions of the bench was known when the rule was kept, and what two older forms took,
9.99 and 10.31 cycles with less knowledge: only the positions are new.
"""

from __future__ import annotations

import math
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Cell, Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_over
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.card import card, cost_in_open_window
from kiebitz_claims.measuring.positions import PHASES, positions_of_phases, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import ratio_of_sums
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ, ITEMS

DEPTHS, QUICK_DEPTHS = (1, 2, 3), (1,)
GAMES, QUICK_GAMES = 20, 1
EACH = "Each position"
MEGA = 1e6

STUDY = Study(__file__, constants=globals())
CYCLES, SPEED = STUDY.predictions.values()


def measure(quick: bool, progress: Progress) -> Result:
    """All depths; without a simulator nothing."""
    machine = card()
    depths = QUICK_DEPTHS if quick else DEPTHS
    samples = positions_of_phases(taken_games(quick, GAMES, QUICK_GAMES))
    each: list[tuple[Cell, ...]] = []
    by_module = dict.fromkeys((item.module for item in ITEMS), 0)
    if not isinstance(machine, str):
        progress.expect(len(depths) * len(samples))
        for depth in depths:
            for phase, sample in samples:
                nodes, cycles = progress.step(
                    f"depth {depth}, {sample.fen}", cost_in_open_window, machine, sample.fen, depth
                )
                each.append((depth, phase, sample.name, nodes, sum(cycles.values())))
                if depth == depths[-1]:
                    by_module = {module: count + cycles[module] for module, count in by_module.items()}
    found = a_node(each)
    nodes = sum(int(row[3] or 0) for row in each if row[0] == depths[-1])
    return STUDY.result(
        [(item.module, by_module[item.module] / nodes, item.document) for item in ITEMS if nodes],
        each,
        figures=tuple(
            Measurement(f"cycles a node, depth {depth}", cycles.value, error=cycles.error)
            for depth, (cycles, _) in found.items()
        ),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": f"{len(samples)}, one of each phase of {len({sample.name for _, sample in samples})} games",
        },
    )


def a_node(each: list[tuple[Any, ...]]) -> dict[int, tuple[Estimate, int]]:
    """Cycles a node by depth, over games, and how many these are, from the rows of EACH."""
    found = {}
    for depth in dict.fromkeys(row[0] for row in each):
        games, nodes, cycles = zip(*(row[2:] for row in each if row[0] == depth), strict=True)
        found[depth] = ratio_of_sums(cycles, nodes, games), len(set(games))
    return found


def millions(cycles: Estimate) -> Estimate:
    """Millions of nodes a second at 50 MHz."""
    most = HYDRA_CLOCK_HZ / MEGA
    return Estimate(most / cycles.value, most / cycles.high, most / cycles.low if cycles.low > 0 else math.inf)


def judge(found: dict[int, tuple[Estimate, int]]) -> Judgement:
    """Cycles a node at the greatest depth, over games: nine, give or take half a one.

    ``found`` are cycles and games by depth.
    """
    if not found:
        missing = "there is no simulator to count cycles with"
        return Judgement((CYCLES.untestable(missing), SPEED.untestable(missing)))
    cycles, games = found[max(found)]
    told = ", ".join(f"{cycles.value:.1f} at depth {depth}" for depth, (cycles, _) in found.items())
    return Judgement(
        (CYCLES.judged(cycles, games, "games"), SPEED.judged(millions(cycles), games, "games")),
        f"Cycles a node: {told}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (a_node(result.rows(EACH)),)


def draw(result: Result, figure: Figure) -> None:
    """Cycles a node of every position by depth, and of all of them."""
    axes = figure.add_subplot()
    found = a_node(result.rows(EACH))
    for number, phase in enumerate(PHASES):
        rows = [row for row in result.rows(EACH) if row[1] == phase]
        places = [row[0] + 0.1 * (number - 1) for row in rows]
        axes.plot(places, [row[4] / row[3] for row in rows], ".", alpha=0.5, label=phase)
    estimates = [cycles for cycles, _ in found.values()]
    intervals(axes, [depth + 0.25 for depth in found], estimates, color="black", label="all, 95% interval")
    axes.axhspan(CYCLES.low or 0, CYCLES.high or 0, color="grey", alpha=0.2, label="claimed")
    axes.set_xticks(list(found))
    axes.set(ylim=(0, None), xlabel="plies, quiescence behind them", ylabel="cycles a node")
    legend_over(axes, 3)
