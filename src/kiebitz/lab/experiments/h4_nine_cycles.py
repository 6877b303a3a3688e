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
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.claims.judging import Judgement, Prediction, exactly
from kiebitz.lab.claims.plan import Plan
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
# The document gives cycles in halves: so close they are the same.
SAME = 0.5
BY_DEPTH, BY_MODULE = "Cycles a node by depth", "Cycles a node by module, at the greatest depth"
MEGA = 1e6

CYCLES = Prediction(
    "nine cycles a node",
    "cycles a node at the greatest depth",
    HYDRA_CYCLES_A_NODE - SAME,
    HYDRA_CYCLES_A_NODE + SAME,
    "cycles",
    margin="the document gives cycles in halves",
)
SPEED = Prediction(
    "about 5.4 million nodes a second",
    "millions of nodes a second at 50 MHz",
    HYDRA_CLOCK_HZ / (HYDRA_CYCLES_A_NODE + SAME) / MEGA,
    HYDRA_CLOCK_HZ / (HYDRA_CYCLES_A_NODE - SAME) / MEGA,
    "million",
    margin="what nine cycles give or take a half make",
)
PLAN = Plan(
    version=2,
    original="feingranulare Parallelität kann genutzt werden -> genMove, doMove, eval, undoMove in 9 Taktzyklen, bei "
    "einer clock-rate von 50MHz. … Virtex II: VP70 -> ca. 5,4 Millionen Suchknoten pro Sekunde pro Prozessor.",
    translation="Fine-grained parallelism can be used: genMove, doMove, eval, undoMove in 9 cycles, at a clock of 50 "
    "MHz. … Virtex II: VP70 -> about 5.4 million search nodes a second for each processor.",
    predictions=(CYCLES, SPEED),
    sample="the positions of the bench to depths of one to three plies",
)


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
    return Result(
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


def judge(by_depth: list[tuple[int, int, float, float]]) -> Judgement:
    """Cycles are counted, not sampled: at the greatest depth a node takes nine, give or take half a one."""
    if not by_depth:
        missing = "there is no simulator to count cycles with"
        return Judgement((CYCLES.untestable(missing), SPEED.untestable(missing)))
    _, _, a_node, millions = by_depth[-1]
    return Judgement((CYCLES.judged(exactly(a_node)), SPEED.judged(exactly(millions))))


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(BY_DEPTH),)
