"""The mate that the null move hides: 8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w.

1.Rf1 mates in ten: after ...h3 2.b3 h4 3.c3 Black has only 3...Rxf1+ left, and then runs out of pawn moves. The
article's diagram is missing and its line begins otherwise; this is the well-known position with the same point. Each
policy, and Donninger's by zugzwang rule, gets the same number of nodes; what is noted is the iteration from which on
1.Rf1 is the move, and the first with a mate score. Nodes repeat exactly; times are those of the machine named below.

Rule II does not help as the text lets one expect: Black is in zugzwang already while the rook stands on g1, where it
can do nothing but give itself up. With a rook left, rules I and II let Black pass, and the search believes the pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF, POLICIES, RULES
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import MATE_CENTIPAWNS, Iteration, Search, search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N5",
    title="The mate that the null move hides",
    statement="With the null move Nimzo and Fritz don't find this mate in hours; with the null move off it is a matter "
    "of seconds.",
    source=DOCUMENT,
)

POSITION = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"
SOLUTION = "e1f1"
NODES, QUICK_NODES = 30_000_000, 20_000
HASH_MB, QUICK_HASH_MB = 64, 4
CLAIMED_S = 10.0
RUNS, ITERATIONS = "By policy", "Iterations"
STYLES = {"nimzo": NIMZO, "today": TODAY}
DONNINGER = "R = 2"


def variants() -> dict[str, SearchSettings]:
    """What is compared: the policies in both searches, and Donninger's by rule in Nimzo's."""
    found: dict[str, SearchSettings] = {}
    for style, settings in STYLES.items():
        for policy, change in POLICIES.items():
            found[f"{style}, {policy}"] = {**settings, **change}
    for rule, change in RULES.items():
        found[f"nimzo, {DONNINGER}, {rule}"] = {**NIMZO, **change}
    return found


def since(search: Search) -> Iteration | None:
    """The iteration from which on 1.Rf1 stays."""
    found = None
    for iteration in search["iterations"]:
        found = (found or iteration) if iteration["move"] == SOLUTION else None
    return found


def mating(search: Search) -> Iteration | None:
    """The first iteration with a mate score."""
    return next((line for line in search["iterations"] if line["centipawns"] >= MATE_CENTIPAWNS), None)


def measure(quick: bool, progress: Progress) -> Result:
    """Search under every policy and rule."""
    nodes, hash_mb = (QUICK_NODES, QUICK_HASH_MB) if quick else (NODES, HASH_MB)
    compared = variants()
    progress.expect(len(compared))
    rows, iterations = [], []
    mates: dict[str, Iteration | None] = {}
    for name, settings in compared.items():
        search = progress.step(
            f"{name}, {nodes:,} nodes",
            lambda settings=settings: search_once(POSITION, settings, hash_mb=hash_mb, nodes=nodes),  # type: ignore[misc]
        )
        move, mate = since(search), mates.setdefault(name, mating(search))
        rows.append(
            (
                name,
                search["move"],
                move["depth"] if move else None,
                move["nodes"] if move else None,
                mate["depth"] if mate else None,
                mate["nodes"] if mate else None,
                mate["milliseconds"] / 1000 if mate else None,
                search["depth"],
                search["milliseconds"] / 1000,
            )
        )
        iterations += [
            (name, line["depth"], line["nodes"], line["move"], line["centipawns"] / 100)
            for line in search["iterations"]
        ]
    verdict, why = judge(mates)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"nodes to the mate, {name}", mate["nodes"]) for name, mate in mates.items() if mate
        ),
        tables=(
            Table(
                RUNS,
                (
                    "search",
                    "move",
                    "1.Rf1 from depth",
                    "nodes",
                    "mate at depth",
                    "nodes to the mate",
                    "seconds to the mate",
                    "depth reached",
                    "in seconds",
                ),
                tuple(rows),
            ),
            Table(ITERATIONS, ("search", "depth", "nodes", "move", "pawns"), tuple(iterations)),
        ),
        conditions={"position": POSITION, "limit": f"{nodes:,} nodes, {hash_mb} MB"},
    )


def judge(mates: dict[str, Iteration | None]) -> tuple[Verdict, str]:
    """The claim holds if Nimzo finds the mate in seconds without the null move and not with it."""
    found = [
        f"{name} (depth {mate['depth']}, {mate['nodes']:,} nodes, {mate['milliseconds'] / 1000:.1f} s)"
        for name, mate in mates.items()
        if mate
    ]
    hidden = [name for name, mate in mates.items() if not mate]
    why = f"The mate is found by {'; '.join(found) or 'none'}; not found by {'; '.join(hidden) or 'none'}."
    hides = {}
    for style in STYLES:
        without = mates[f"{style}, {OFF}"]
        in_time = without is not None and without["milliseconds"] / 1000 <= CLAIMED_S
        hides[style] = in_time and not mates[f"{style}, {DONNINGER}"]
    if hides["nimzo"]:
        return Verdict.HOLDS, why
    if hides["today"]:
        return Verdict.CONDITIONALLY, f"In today's search it is so, in Nimzo's it takes more than this limit. {why}"
    return (Verdict.FAILS if mates[f"nimzo, {DONNINGER}"] else Verdict.UNDECIDED), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (
        {
            row[0]: None if row[4] is None else {"depth": row[4], "nodes": row[5], "milliseconds": 1000 * row[6]}
            for row in result.rows(RUNS)
        },
    )


def draw(result: Result, figure: Figure) -> None:
    """Nodes to the mate score, for those who found it."""
    axes = figure.add_subplot()
    found = [row for row in result.table(RUNS).rows if row[5] is not None]
    names = [str(row[0]) for row in found] or ["nobody"]
    axes.barh(names, [float(row[5] or 0) for row in found] or [0])
    axes.set_xlabel("nodes to the mate score")
