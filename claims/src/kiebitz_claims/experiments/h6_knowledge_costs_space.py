"""Cost of each module of the evaluation in Hydra's coprocessor: space, in LUTs, and time, in cycles a node.

The machine of ``kiebitz hardware`` is made five times: with men and their places only, then with PawnStructure,
KingCover, HandleSpecialCases and Dynamic added one after another, each to those before it. Every machine searches a
position of each phase out of twenty games two plies deep with quiescence behind them and an open window, in a simulator
that counts cycles exactly, and is mapped by yosys to the cells of a chip of Hydra's family. Knowledge changes the tree,
too; so the measure of time is cycles a node, and what two machines take is compared position by position, with errors
by games. All modules work at once, so one that is no slower than the slowest of those before it costs no cycle; in
another order other modules would be the ones that cost some, but all together would cost as much.

Nodes a second are those at the document's clock of 50 MHz. At which clock a chip would run each machine is not
measured here: placing and routing takes hours, and was done for the machine without the four modules only
(``kiebitz hardware clock --evaluation bare``). A larger machine has longer wires, so its clock may be slower, and what
knowledge costs in time more than is said here, but hardly less.

Space is the same however often it is counted, so that it was known when this plan was made; only time can be asked
anew, of other positions. By design Evaluate takes 4 cycles without the four modules, and 7, 7, 8 and 10 with them. The
first plan (4ce3d50), of which no data were taken, counted space module by module within the largest machine, and had no
statement on single modules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, Verdict, exactly, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.card import card, cost_in_open_window
from kiebitz_claims.measuring.positions import positions_of_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import geometric_mean
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ, NAMES
from kiebitz_hydra.fpga.display import total
from kiebitz_hydra.fpga.resources import CHIP, CHIP_LUTS, mapper, resources
from kiebitz_hydra.question import KNOWLEDGE, Knowledge
from kiebitz_hydra.simulator.tools import MissingToolError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEPTH, QUICK_DEPTH = 2, 1
# The games that give a position of each phase: none that H4 and H5 take.
GAMES, QUICK_GAMES = slice(20, 40), slice(-1, None)
BASE = "men and places"
MACHINES = {
    BASE: Knowledge(),
    **{NAMES[module]: Knowledge(KNOWLEDGE[: number + 1]) for number, module in enumerate(KNOWLEDGE)},
}
"""By what is added last: all that the machine has."""
UNPIPELINED = "here Evaluate isn't overlapped with the next move, so that its cycles add up"
COSTS, EACH = "Space and time, by what is added", "Every position"
MEGA = 1e6

STUDY = Study(__file__, games=GAMES.stop - GAMES.start)
SPACE, MODULE, WHOLE = STUDY.predictions.values()

Effort = tuple[int, int, int]
"""Nodes of a search, its cycles, and those of them in which Evaluate was waited for."""


def measure(quick: bool, progress: Progress) -> Result:
    """All machines; no time without a simulator, no space without yosys. ``quick``: the time of the first machine."""
    depth, machines = (QUICK_DEPTH, {BASE: MACHINES[BASE]}) if quick else (DEPTH, MACHINES)
    samples = positions_of_phases(QUICK_GAMES if quick else GAMES)
    fens = [sample.fen for _, sample in samples]
    # A machine that is there is kept; one that can't be is missing for the same reason as the others.
    simulator = card(MACHINES[BASE])
    is_timed = not isinstance(simulator, str)
    progress.expect(len(machines) * (is_timed + (not quick)))
    efforts: dict[str, list[Effort]] = {}
    luts: dict[str, int | None] = {}
    for added, knowledge in machines.items():
        if is_timed:
            found = progress.step(
                f"time with {added}, depth {depth}, {len(fens)} positions", partial(time_of, knowledge, depth, fens)
            )
            efforts[added] = [(nodes, cycles, evaluating) for nodes, cycles, evaluating in found]
        if not quick:
            luts[added] = progress.step(f"space with {added}", partial(space_of, knowledge))
    rows = [summed(added, luts.get(added), efforts.get(added, [])) for added in machines]
    return STUDY.result(
        rows,
        (
            (added, phase, sample.name, *effort)
            for added, found in efforts.items()
            for (phase, sample), effort in zip(samples, found, strict=True)
        ),
        figures=tuple(
            figure
            for added, space, a_node, _, millions in rows
            for figure in (
                *([] if space is None else [Measurement(f"space with {added}", space, "LUTs")]),
                *([] if a_node is None else [Measurement(f"time with {added}", a_node, "cycles a node")]),
                *([] if millions is None else [Measurement(f"speed with {added}", millions, "million nodes/s")]),
            )
        ),
        conditions={
            "machine": "kiebitz hardware, cycles counted by its simulator" if is_timed else str(simulator),
            "positions": f"{len(samples)}, one of each phase of {len({sample.name for _, sample in samples})} games",
            "chip": f"{CHIP}, {CHIP_LUTS:,} LUTs" + (f", mapped by {mapper()}" if any(luts.values()) else ""),
            "clock": "the document's 50 MHz for all; which one each machine would stand is not measured",
        },
    )


def time_of(knowledge: Knowledge, depth: int, fens: list[str]) -> list[Effort]:
    """Time of each position on the machine with this knowledge, which is built first if it isn't kept."""
    machine = card(knowledge)
    assert not isinstance(machine, str)
    costs = (cost_in_open_window(machine, fen, depth) for fen in fens)
    return [(nodes, sum(cycles.values()), cycles["Evaluate"]) for nodes, cycles in costs]


def space_of(knowledge: Knowledge) -> int | None:
    """The LUTs of the machine with this knowledge, counted in minutes if they aren't kept; None without yosys."""
    try:
        return total(resources(lambda step: None, knowledge))["luts"]
    except MissingToolError:
        return None


def summed(
    added: str, luts: int | None, efforts: list[Effort]
) -> tuple[str, int | None, float | None, float | None, float | None]:
    """A machine's row of COSTS."""
    if not efforts:
        return added, luts, None, None, None
    nodes, cycles, evaluating = (sum(column) for column in zip(*efforts, strict=True))
    return added, luts, cycles / nodes, evaluating / nodes, HYDRA_CLOCK_HZ * nodes / cycles / MEGA


def judge(luts: dict[str, int], cycles_a_node: dict[str, list[float]], games: list[object]) -> Judgement:
    """Every module adds LUTs, none and not all a tenth of time; what does here is undecided of a pipelined Evaluate.

    Both are by what is added last, in the machines' order; cycles a node are those of each position, which come from
    ``games`` in the same order for all machines. Cycles repeat exactly; the interval is over games.
    """
    order = list(MACHINES)
    missing = "not all machines were measured"
    space = SPACE.undecided(missing)
    remark = ""
    if set(luts) == set(order):
        space = in_all({added: SPACE.judged(exactly(luts[added] - luts[before])) for before, added in pairwise(order)})
        last = luts[order[-1]]
        remark = (
            f"With all modules the machine takes {last:,} LUTs, {last / luts[BASE]:.1f} times as many as without and"
            f" {last / CHIP_LUTS:.0%} of Hydra's chip. "
        )
    module, whole = MODULE.undecided(missing), WHOLE.undecided(missing)
    if set(cycles_a_node) == set(order):

        def compared(prediction: Prediction, added: str, before: str) -> Part:
            ratio = longer(cycles_a_node[added], cycles_a_node[before], games)
            part = prediction.judged(ratio, len(set(games)), "games")
            return replace(part, verdict=Verdict.UNDECIDED, note=UNPIPELINED) if part.verdict is Verdict.FAILS else part

        module = in_all({added: compared(MODULE, added, before) for before, added in pairwise(order)})
        whole = compared(WHOLE, order[-1], BASE)
    return Judgement(
        (space, module, whole), f"{remark}Time is cycles: at which clock each machine would run is not measured."
    )


def longer(after: list[float], before: list[float], games: list[object]) -> Estimate:
    """Factor by which a node takes longer than before, over games."""
    return geometric_mean((one / other for one, other in zip(after, before, strict=True)), games)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    luts = {added: space for added, space, *_ in result.rows(COSTS) if space is not None}
    cycles_a_node: dict[str, list[float]] = {}
    games: dict[str, list[object]] = {}
    for added, *_, game, nodes, cycles, _ in result.rows(EACH):
        cycles_a_node.setdefault(added, []).append(cycles / nodes)
        games.setdefault(added, []).append(game)
    return luts, cycles_a_node, games.get(BASE, [])


def draw(result: Result, figure: Figure) -> None:
    """Space and time, by what is added, the time with its interval over games."""
    left, right = figure.subplots(1, 2)
    table = result.table(COSTS)
    names = [str(name) if name == BASE else f"+ {name}" for name in table.values("added")]
    left.barh(names, [luts / 1e3 for luts in table.numbers("LUTs")])
    left.axvline(CHIP_LUTS / 1e3, color="black", linewidth=0.8, linestyle="dashed")
    left.set_xlabel("thousand LUTs; dashed: Hydra's chip")
    _, cycles_a_node, games = kept(result)
    means = [geometric_mean(cycles_a_node[added], games) for added in MACHINES]
    right.errorbar([each.value for each in means], names, xerr=whiskers_of(means), fmt="o", capsize=3, color="C1")
    right.set_xlim(left=0)
    right.set_ylim(left.get_ylim())
    right.set_xlabel("cycles a node")
    right.set_yticklabels([])
    for panel in (left, right):
        panel.invert_yaxis()
        panel.grid(visible=False, axis="y")
