"""Whether seven candidate moves first, then three, then one, find what a search with one candidate prunes away.

Positions of two tactical suites, each with its solution. One search goes for one candidate move from the start; the
other for seven, then three, then one, with a third of the nodes for each stage, the table living on, as the reader of
the article does who writes of it. What the last stage plays counts. Only positions that one of the two solves and the
other doesn't tell them apart. Searches are limited by nodes and repeat exactly.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.suite.epd import Task
from kiebitz.engine import Engine, options_by_name
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import suite, tactics
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import paired_difference, scaled

STAGES = (7, 3, 1)
NODES, QUICK_NODES = (30_000, 300_000), (3_000,)
TASKS, EXERCISES = 80, 300
QUICK_POSITIONS = 3
HASH_MB = 16
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), most_nodes=NODES[-1])
GUARDS = STUDY.predictions["guards"]


def tasks(quick: bool) -> list[Task]:
    """The positions with their solutions; the quick ones are others than the plan's first."""
    exercises = suite("win_at_chess", EXERCISES)
    solved = [Task(0, each.name, each.fen, False, best=each.best) for each in exercises]
    return solved[-QUICK_POSITIONS:] if quick else [*tactics(TASKS), *solved]


def solve(task: Task, nodes: int) -> list[int]:
    """Whether the stages find the solution, and whether one candidate does (1 or 0), with so many nodes each."""
    with Engine(**options_by_name(TODAY, hash_mb=HASH_MB)) as engine:
        found = [search(engine, task.fen, nodes=nodes // len(STAGES), multipv=count)["move"] for count in STAGES]
        engine.new_game()
        alone = search(engine, task.fen, nodes=nodes)["move"]
    return [int(task.is_right(move, None)) for move in (found[-1], alone)]


def measure(quick: bool, progress: Progress) -> Result:
    """Search every position both ways."""
    positions, budgets = tasks(quick), QUICK_NODES if quick else NODES
    progress.expect(len(positions) * len(budgets))
    rows: list[tuple[Cell, ...]] = [
        (nodes, task.name, *progress.step(f"{task.name}, {nodes} nodes, {task.fen}", solve, task, nodes))
        for nodes in budgets
        for task in positions
    ]
    return STUDY.result(
        rows,
        conditions={
            "search": f"today's, one thread, {HASH_MB} MB; a third of the nodes with 7, with 3 and with 1 candidate",
            "every position": "1: solved, 0: not",
        },
    )


def gain(solved: list[tuple[int, int]]) -> Estimate:
    """The share that only the stages solve less that which only one candidate solves, in per cent."""
    only_stages = sum(stages > alone for stages, alone in solved)
    only_alone = sum(stages < alone for stages, alone in solved)
    return scaled(paired_difference(only_stages, only_alone, len(solved)), 100)


def judge(solved: dict[int, list[tuple[int, int]]]) -> Judgement:
    """The stages must surely solve more, with few nodes and with many.

    ``solved`` has for every budget of nodes whether the stages and whether one candidate solved each position.
    """
    parts = {f"{nodes:,} nodes": GUARDS.judged(gain(each), len(each), "positions") for nodes, each in solved.items()}
    told = "; ".join(
        f"{sum(stages for stages, _ in each)} by the stages and {sum(alone for _, alone in each)} by one candidate of "
        f"{len(each)} with {nodes:,} nodes"
        for nodes, each in solved.items()
    )
    return Judgement((in_all(parts),), f"Solved: {told}.")


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    solved: dict[int, list[tuple[int, int]]] = {}
    for nodes, _, stages, alone in result.rows(EACH):
        solved.setdefault(nodes, []).append((stages, alone))
    return (solved,)


def draw(result: Result, figure: Figure) -> None:
    """Draw the gain of the stages, by nodes, with its interval."""
    axes = figure.add_subplot()
    (solved,) = kept(result)
    gains = [gain(each) for each in solved.values()]
    intervals(axes, [f"{nodes:,}" for nodes in solved], gains)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="nodes in all", ylabel="solved more by the stages, % of all")
    axes.margins(x=0.4)
