"""How many calls a second a card of 50 MHz answers, by the plies that it is given.

The machine of ``kiebitz hardware`` is asked about the positions of the bench, one call each, to depths of one to four
plies with quiescence behind them and an open window. A call lasts as long as its cycles; what lies between two calls
(the bus, loading a position) counts for nothing, so the figures are upper bounds but for one thing: Hydra asked with
windows that its upper plies had narrowed, which makes calls shorter. So every depth is asked again with a window of one
centipawn that asks whether the value is exceeded, which it isn't: a short call, as a search from above brings.

100,000 calls and 5.4 million nodes a second are 54 nodes a call. Before the rule was kept, an older form of the
machine was known to visit 22, 80 and 317 nodes a call at one, two and three plies on other positions; and one that
evaluated men and their places only, 149 at one ply in an open window.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.hardware.budget import HYDRA_CALLS_A_SECOND, HYDRA_CLOCK_HZ
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.measuring.card import calls_of_depth, card
from kiebitz.lab.measuring.progress import Progress

CLAIM = Claim(
    id="H5",
    title="100,000 calls a second",
    statement="The FPGA searches the last four plies of the tree and is started about 100,000 times a second.",
    source=LORENZ,
)

DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4), (1,)
CLAIMED_DEPTH, NEXT_TO_IT = 4, 3
# "About": within a factor of one and a half.
ABOUT = 1.5
OPEN, NULL = "open", "one centipawn"
CALLS = "Calls by depth and window"


def measure(quick: bool, progress: Progress) -> Result:
    """All depths in both windows; without a simulator nothing."""
    machine = card()
    depths = QUICK_DEPTHS if quick else DEPTHS
    rows: list[tuple[int, str, float, float]] = []
    progress.expect(0 if isinstance(machine, str) else 2 * len(depths))
    if not isinstance(machine, str):
        for depth in depths:
            for window in (OPEN, NULL):
                calls, nodes, cycles = progress.step(
                    f"depth {depth}, window {window}",
                    partial(calls_of_depth, machine, depth, quick=quick, is_null=window == NULL),
                )
                rows.append((depth, window, nodes / calls, HYDRA_CLOCK_HZ * calls / sum(cycles.values())))
    verdict, why = judge(rows)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"calls a second, depth {depth}, window {window}", calls) for depth, window, _, calls in rows
        ),
        tables=(Table(CALLS, ("depth", "window", "nodes a call", "calls a second at 50 MHz"), tuple(rows)),),
        conditions={
            "machine": machine if isinstance(machine, str) else "kiebitz hardware, cycles counted by its simulator",
            "positions": "those of kiebitz bench that are chess and have a move",
        },
    )


def judge(rows: list[tuple[int, str, float, float]]) -> tuple[Verdict, str]:
    """At four plies and 50 MHz there are 100,000 calls a second, by a factor of one and a half, in some window.

    At three plies only, the claim holds in part. Neither depth measured: undecided.
    """
    by_depth = {
        depth: max(calls for at, _, _, calls in rows if at == depth) for depth in sorted({row[0] for row in rows})
    }
    if CLAIMED_DEPTH not in by_depth:
        return Verdict.UNDECIDED, "Calls of four plies were not measured."
    why = "At 50 MHz there are at most " + ", ".join(
        f"{calls:,.0f} calls a second of {depth} {'ply' if depth == 1 else 'plies'}"
        for depth, calls in by_depth.items()
    )
    least = HYDRA_CALLS_A_SECOND / ABOUT
    if by_depth[CLAIMED_DEPTH] >= least:
        return Verdict.HOLDS, f"{why}."
    return (Verdict.IN_PART if by_depth.get(NEXT_TO_IT, 0) >= least else Verdict.FAILS), f"{why}."


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(CALLS),)
