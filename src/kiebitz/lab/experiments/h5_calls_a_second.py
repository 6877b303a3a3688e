"""How many calls a second a card of 50 MHz answers, by the plies that it is given.

The machine of ``kiebitz hardware`` is asked about the positions of the bench, one call each, to depths of one to three
plies with quiescence behind them and an open window; to four plies about every eighth position. A call lasts as long
as its cycles; what lies between two calls (the bus, loading a position) counts for nothing, so the figures are upper
bounds but for one thing: Hydra asked with windows that its upper plies had narrowed, which makes calls shorter. So
every depth is asked again with a window of one centipawn that asks whether the value is exceeded, which it isn't: a
short call, as a search from above brings.

100,000 calls and 5.4 million nodes a second are 54 nodes a call. This is the second plan. The first one (7e7bda5) had
the same rule and asked about all positions to four plies; it was given up without data, as the simulator had no time
for them. Before this one was kept, the open windows of one to three plies were known, from what H4 needed: 104, 1,158
and 7,170 nodes a call, 27,400, 2,465 and 408 calls a second. Calls in narrow windows were not.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.hardware.budget import HYDRA_CALLS_A_SECOND, HYDRA_CLOCK_HZ
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.claims.judging import Judgement, Prediction, exactly
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.card import calls_of_depth, card
from kiebitz.lab.measuring.progress import Progress

CLAIM = Claim(
    id="H5",
    title="100,000 calls a second",
    statement="The FPGA searches the last four plies of the tree and is started about 100,000 times a second.",
    source=LORENZ,
)

# Each depth, and of how many positions one is asked about.
DEPTHS, QUICK_DEPTHS = {1: 1, 2: 1, 3: 1, 4: 8}, {1: 1}
CLAIMED_DEPTH = 4
# "About": within a factor of one and a half.
ABOUT = 1.5
WINDOWS = ("open", "one centipawn")
CALLS = "Calls by depth and window"

FOUR_PLIES = Prediction(
    "100,000 calls of four plies a second",
    "calls a second at 50 MHz, in the window that gives more",
    HYDRA_CALLS_A_SECOND / ABOUT,
    unit="calls",
    margin="'about': within a factor of one and a half",
)
PLAN = Plan(
    version=2,
    original="die letzten 4 Ebenen in FPGA -> feingranulare Parallelität, FPGA Karte wird ca. 100000 mal pro Sekunde "
    "angestoßen.",
    translation="The last 4 levels in the FPGA -> fine-grained parallelism; the FPGA card is started about 100,000 "
    "times a second.",
    qualifiers="“About”.",
    predictions=(FOUR_PLIES,),
    sample="the positions of the bench to three plies, every eighth to four",
)


def measure(quick: bool, progress: Progress) -> Result:
    """All depths in both windows; without a simulator nothing."""
    machine = card()
    depths = QUICK_DEPTHS if quick else DEPTHS
    rows: list[tuple[int, str, int, float, float]] = []
    progress.expect(0 if isinstance(machine, str) else len(depths))
    if not isinstance(machine, str):
        for depth, every in depths.items():
            costs = progress.step(
                f"depth {depth}, one position of {every}",
                partial(calls_of_depth, machine, depth, quick=quick, every=every),
            )
            for window, (calls, nodes, cycles) in zip(WINDOWS, costs, strict=True):
                a_second = HYDRA_CLOCK_HZ * calls / sum(cycles.values())
                rows.append((depth, window, calls, nodes / calls, a_second))
    return Result(
        measurements=tuple(
            Measurement(f"calls a second, depth {depth}, window {window}", a_second)
            for depth, window, _, _, a_second in rows
        ),
        tables=(Table(CALLS, ("depth", "window", "calls", "nodes a call", "calls a second at 50 MHz"), tuple(rows)),),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": "those of kiebitz bench that are chess and have a move",
        },
    )


def judge(rows: list[tuple[int, str, int, float, float]]) -> Judgement:
    """Calls of four plies are counted in cycles, which are upper bounds: the bus and loading are not in them."""
    by_depth = {depth: max(row[-1] for row in rows if row[0] == depth) for depth in sorted({row[0] for row in rows})}
    told = ", ".join(f"{calls:,.0f} of {depth} {'ply' if depth == 1 else 'plies'}" for depth, calls in by_depth.items())
    calls = by_depth.get(CLAIMED_DEPTH)
    part = (
        FOUR_PLIES.undecided("calls of four plies were not measured")
        if calls is None
        else FOUR_PLIES.judged(exactly(calls))
    )
    return Judgement((part,), f"At most so many calls a second: {told or 'none measured'}.")


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(CALLS),)
