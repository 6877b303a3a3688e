"""What each module of the evaluation costs Hydra's coprocessor: time, in cycles a node, and space, in LUTs.

The machine of ``kiebitz hardware`` is made five times: with men and their places only, then with PawnStructure,
KingCover, HandleSpecialCases and Dynamic added one after another. Each searches the positions of the bench two plies
deep with quiescence behind them and an open window, in a simulator that counts cycles exactly. All modules work at
once, so one that is no slower than the slowest of those before it costs no cycle. Knowledge changes the tree, too; so
the measure is cycles a node, at the document's clock of 50 MHz. Whether a chip stands that clock is not asked here.
Space is that of the circuits on a chip of Hydra's family, counted by yosys module by module in the machine that has
them all; the attacks of both sides' men are PawnStructure's, who asks for them first.

Before the rule was kept, most was known. By design Evaluate takes 4 cycles without the four modules, and 7, 7, 8 and 10
with them. At depth 1 a node took 10.31 cycles of the machine without them, at depth 3 17.1 of the one with all. So what
was left open is how much each of them costs, not whether all together cost more than a tenth. An earlier mapping, for
speed and not for space, gave 18,426 LUTs without the four and 58,361 with all but Dynamic.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.hardware.budget import HYDRA_CLOCK_HZ
from kiebitz.hardware.fpga.resources import CHIP, CHIP_LUTS, resources
from kiebitz.hardware.question import KNOWLEDGE
from kiebitz.hardware.simulator.tools import MissingToolError
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.measuring.card import calls_of_depth, card
from kiebitz.lab.measuring.progress import Progress

CLAIM = Claim(
    id="H6",
    title="Knowledge costs space, not time",
    statement="In hardware more knowledge in the evaluation costs space, but almost no time.",
    source=LORENZ,
)

DEPTH, QUICK_DEPTH = 2, 1
BASE = "men and places"
STEPS = {BASE: (), **{name: KNOWLEDGE[: number + 1] for number, name in enumerate(KNOWLEDGE)}}
"""What is added, and what the machine has then."""
WITH = {"pawn_structure": {"pawn_structure", "white_attacks", "black_attacks"}}
"""The circuits that come with a module, where it isn't itself alone."""
# All knowledge together makes a node so much longer at most: almost no time; little time.
ALMOST_NONE, LITTLE = 1.1, 1.5
COSTS = "Time and space, by what is added"
MEGA = 1e6

Row = tuple[str, float, float, int | None]


def measure(quick: bool, progress: Progress) -> Result:
    """All machines; without a simulator nothing, without yosys no space. ``quick``: the first machine only."""
    machine = card(frozenset())
    steps = {BASE: STEPS[BASE]} if quick else STEPS
    rows: list[Row] = []
    if not isinstance(machine, str):
        progress.expect(len(steps) + (not quick))
        space = {} if quick else progress.step("space", luts_by_addition)
        for added, knowledge in steps.items():
            a_node = progress.step(added, partial(cycles_a_node, knowledge, QUICK_DEPTH if quick else DEPTH))
            rows.append((added, a_node, HYDRA_CLOCK_HZ / a_node / MEGA, space.get(added)))
    else:
        progress.expect(0)
    verdict, why = judge(rows)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(Measurement(f"cycles a node with {added}", a_node) for added, a_node, _, _ in rows),
        tables=(
            Table(COSTS, ("added", "cycles a node", "million nodes a second at 50 MHz", "LUTs of it"), tuple(rows)),
        ),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": "those of kiebitz bench that are chess and have a move",
            "chip": f"{CHIP}, {CHIP_LUTS:,} LUTs, mapped by yosys",
        },
    )


def cycles_a_node(knowledge: tuple[str, ...], depth: int) -> float:
    """Cycles for each node of the machine with this knowledge, which is built first if it isn't kept."""
    machine = card(frozenset(knowledge))
    assert not isinstance(machine, str)
    (_, nodes, cycles), _ = calls_of_depth(machine, depth, quick=depth == QUICK_DEPTH)
    return sum(cycles.values()) / nodes


def luts_by_addition() -> dict[str, int]:
    """The LUTs of what is added in each step; empty without yosys."""
    try:
        spaces = resources(lambda step: None)
    except MissingToolError:
        return {}
    luts = dict.fromkeys(STEPS, 0)
    owner = {circuit: added for added in KNOWLEDGE for circuit in WITH.get(added, {added})}
    for space in spaces:
        # search.evaluate.CIRCUIT, perhaps with a number behind it, and what is inside.
        circuit = (*space.module.split("."), "", "")[2].partition("$")[0]
        luts[owner.get(circuit, BASE)] += space.luts
    return luts


def judge(rows: list[Row]) -> tuple[Verdict, str]:
    """All knowledge makes a node longer by a tenth at most: the claim holds; by a half at most: in part."""
    if len(rows) < len(STEPS):
        return Verdict.UNDECIDED, "The machines with more knowledge were not measured."
    (_, first, _, base), *_, (_, last, _, _) = rows
    luts = [row[3] for row in rows]
    space = ""
    if base is not None:
        whole = sum(each or 0 for each in luts)
        space = f", and {whole / base:.1f} times the space: {whole:,} LUTs, {whole / CHIP_LUTS:.0%} of Hydra's chip"
    why = f"With all modules a node takes {last:.2f} cycles, {last / first:.2f} times the {first:.2f} without{space}."
    if last <= ALMOST_NONE * first:
        return Verdict.HOLDS, why
    return (Verdict.IN_PART if last <= LITTLE * first else Verdict.FAILS), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(COSTS),)
