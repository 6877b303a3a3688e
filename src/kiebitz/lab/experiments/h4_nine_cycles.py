"""The cycles that Hydra's coprocessor, built after the document's modules, takes for a node.

The machine of ``kiebitz hardware`` searches the positions of the bench to depths of one, two and three plies with
quiescence behind them, in a simulator that counts cycles exactly. The figures are those of all cycles by all nodes
visited, so that what a node takes once (NODE DONE) is in them; loading a position is not. At 50 MHz they say how many
nodes a second the machine makes. The document's modules take 2 + 2 + 1 + 3 cycles, and half a cycle for the stack, if
TestCheck and CastleStatus work beside the others; its 5.4 million nodes a second are 9.26 cycles at 50 MHz.

Before the rule was kept, 9.99 cycles were known of an older form of the machine on other positions, and 10.31 at
depth 1 of one that evaluated men and their places only, in three cycles. Known is also that this one, with all of the
document's modules, keeps what they do in registers so often that Evaluate alone takes ten.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.hardware.budget import HYDRA_CLOCK_HZ, HYDRA_CYCLES_A_NODE, ITEMS
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.measuring.card import calls_of_depth, card
from kiebitz.lab.measuring.progress import Progress

CLAIM = Claim(
    id="H4",
    title="Nine cycles a node",
    statement="The FPGA generates, makes, evaluates and takes back a move in nine cycles at 50 MHz: about 5.4 million "
    "nodes a second.",
    source=LORENZ,
)

DEPTHS, QUICK_DEPTHS = (1, 2, 3), (1,)
# The document gives cycles in halves: so close they are the same. Within a tenth the claim holds in part.
SAME, NEAR = 0.5, 0.1 * HYDRA_CYCLES_A_NODE
BY_DEPTH, BY_MODULE = "Cycles a node by depth", "Cycles a node by module, at the greatest depth"
MEGA = 1e6


def measure(quick: bool, progress: Progress) -> Result:
    """All depths; without a simulator nothing."""
    machine = card()
    depths = QUICK_DEPTHS if quick else DEPTHS
    by_depth: list[tuple[int, int, float, float]] = []
    by_module: list[tuple[str, float, str]] = []
    progress.expect(0 if isinstance(machine, str) else len(depths))
    if not isinstance(machine, str):
        for depth in depths:
            (_, nodes, cycles), _ = progress.step(
                f"depth {depth}", partial(calls_of_depth, machine, depth, quick=quick)
            )
            a_node = sum(cycles.values()) / nodes
            by_depth.append((depth, nodes, a_node, HYDRA_CLOCK_HZ / a_node / MEGA))
            by_module = [(item.module, cycles[item.module] / nodes, item.document) for item in ITEMS]
    verdict, why = judge(by_depth)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            figure
            for _, _, a_node, millions in by_depth[-1:]
            for figure in (
                Measurement("cycles a node", a_node),
                Measurement("nodes a second at 50 MHz", millions, "million"),
            )
        ),
        tables=(
            Table(BY_DEPTH, ("depth", "nodes", "cycles a node", "million nodes a second at 50 MHz"), tuple(by_depth)),
            Table(BY_MODULE, ("module", "cycles a node", "the document's"), tuple(by_module)),
        ),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": "those of kiebitz bench that are chess and have a move",
        },
    )


def judge(by_depth: list[tuple[int, int, float, float]]) -> tuple[Verdict, str]:
    """At the greatest depth a node takes nine cycles, give or take half a one; within a tenth it holds in part."""
    if not by_depth:
        return Verdict.UNDECIDED, "There is no simulator to count cycles with."
    depth, _, a_node, millions = by_depth[-1]
    why = (
        f"At depth {depth} a node takes {a_node:.2f} cycles, which at 50 MHz are {millions:.2f} million nodes a second."
    )
    off = abs(a_node - HYDRA_CYCLES_A_NODE)
    if off <= SAME:
        return Verdict.HOLDS, why
    return (Verdict.IN_PART if off <= NEAR else Verdict.FAILS), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(BY_DEPTH),)
