"""The mate that the null move hides: 3R4/8/p1p3r1/1p5p/1P5p/8/PPP2K1p/7k w.

The article's diagram is missing; this is the position from which its printed line 1.Rd1+ Rg1 2.Rf1 Rxf1 3.Kxf1 a5
4.bxa5 is played: after 1.Rd1+ Rg1 only the white rook stands elsewhere than in the well-known
8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w, where 1.Rf1 mates in ten. Black runs out of pawn moves; whoever may pass is never
in zugzwang. Every policy, and Donninger's by zugzwang rule, gets the same number of nodes. Two searches of Nimzo's get
more, because the claim is about them: with R = 2 as many as an hour brings at three million a second, and without null
moves as many as it takes to a depth at which the mate can be seen, 19 plies. What is noted is the iteration from which
on 1.Rd1+ is the move, and the first with a mate score.

Nodes repeat exactly. Seconds are the processor's, those of the whole search shared out by nodes.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above
from kiebitz_claims.claims.judging import Judgement, exactly, more_than
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF, POLICIES, RULES
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import MATE_CENTIPAWNS, Iteration, Search, search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings

POSITION = "3R4/8/p1p3r1/1p5p/1P5p/8/PPP2K1p/7k w - - 0 1"
SOLUTION = "d8d1"
# A quick run looks at the position after 1.Rd1+ Rg1.
QUICK_POSITION, QUICK_SOLUTION = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"
NODES, QUICK_NODES = 30_000_000, 20_000
HOUR_NODES, QUICK_HOUR_NODES = 10_800_000_000, 40_000
DEPTH, QUICK_DEPTH = 19, 5
HASH_MB, QUICK_HASH_MB = 64, 4
RUNS = "Every search"
STYLES = {"nimzo": NIMZO, "today": TODAY}
DONNINGER = "R = 2"
WITH, WITHOUT = f"nimzo, {DONNINGER}", f"nimzo, {OFF}"

STUDY = Study(__file__, constants=globals())
HIDDEN, FOUND = STUDY.predictions.values()


def variants() -> dict[str, SearchSettings]:
    """The variants compared: the policies in both searches, and Donninger's by rule in Nimzo's."""
    found: dict[str, SearchSettings] = {}
    for style, settings in STYLES.items():
        for policy, change in POLICIES.items():
            found[f"{style}, {policy}"] = {**settings, **change}
    for rule, change in RULES.items():
        found[f"nimzo, {DONNINGER}, {rule}"] = {**NIMZO, **change}
    return found


def since(search: Search, solution: str) -> Iteration | None:
    """The iteration from which on the solution stays."""
    found = None
    for iteration in search["iterations"]:
        found = (found or iteration) if iteration["move"] == solution else None
    return found


def mating(search: Search) -> Iteration | None:
    """The first iteration with a mate score."""
    return next((line for line in search["iterations"] if line["centipawns"] >= MATE_CENTIPAWNS), None)


def measure(quick: bool, progress: Progress) -> Result:
    """Search under every policy and rule."""
    nodes, depth, hash_mb = (QUICK_NODES, QUICK_DEPTH, QUICK_HASH_MB) if quick else (NODES, DEPTH, HASH_MB)
    limits = {WITH: {"nodes": QUICK_HOUR_NODES if quick else HOUR_NODES}, WITHOUT: {"depth": depth}}
    position, solution = (QUICK_POSITION, QUICK_SOLUTION) if quick else (POSITION, SOLUTION)
    compared = variants()
    progress.expect(len(compared))
    rows, iterations = [], []
    mates: dict[str, Iteration | None] = {}
    for name, settings in compared.items():
        limit: dict[str, Any] = limits.get(name, {"nodes": nodes})
        search = progress.step(
            f"{name}, {limit}, {position}", search_once, position, settings, hash_mb=hash_mb, **limit
        )
        move, mate = since(search, solution), mates.setdefault(name, mating(search))
        seconds = search["cpu_milliseconds"] / 1000
        last = search["iterations"][-1]
        rows.append(
            (
                name,
                search["move"],
                move["depth"] if move else None,
                move["nodes"] if move else None,
                mate["depth"] if mate else None,
                mate["nodes"] if mate else None,
                seconds * mate["nodes"] / search["nodes"] if mate else None,
                last["depth"],
                last["centipawns"] / 100,
                search["nodes"],
                seconds,
            )
        )
        iterations += [
            (name, line["depth"], line["nodes"], line["move"], line["centipawns"] / 100)
            for line in search["iterations"]
        ]
    return STUDY.result(
        rows,
        iterations,
        figures=tuple(Measurement(f"nodes to the mate, {name}", mate["nodes"]) for name, mate in mates.items() if mate),
        conditions={
            "position": position,
            "limit": f"{nodes:,} nodes, {hash_mb} MB",
            "other limits": f"{WITH} {limits[WITH]['nodes']:,} nodes, {WITHOUT} to depth {depth}",
            "seconds": "of the processor",
        },
    )


def judge(mates: dict[str, Estimate], nodes: dict[str, int | None], value: float) -> Judgement:
    """Nimzo's seconds until the mate score with the null move and without; where none came the search had not ended.

    ``nodes`` are those until the mate score by search, None where none came; ``value`` is Nimzo's with the null move
    in the end, in pawns.
    """
    found = ", ".join(f"{name} after {count:,} nodes" for name, count in nodes.items() if count is not None)
    return Judgement(
        (HIDDEN.judged(mates[WITH]), FOUND.judged(mates[WITHOUT])),
        f"The mate is found by {found or 'none'}, of {len(nodes)} searches; in the end Nimzo with the null move sees "
        f"{'a mate' if abs(value) >= MATE_CENTIPAWNS / 100 else f'{value:+.2f}'}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(RUNS)
    seconds = {row[0]: more_than(row[10]) if row[6] is None else exactly(row[6]) for row in rows}
    values = {row[0]: row[8] for row in rows}
    return seconds, {row[0]: row[5] for row in rows}, values[WITH]


def draw(result: Result, figure: Figure) -> None:
    """Nodes until the solution stays, of every search, until the mate score, and all where there was none."""
    axes = figure.add_subplot()
    rows = result.rows(RUNS)
    for column, mark, label in ((3, "o", "1.Rd1+ from here on"), (5, "*", "mate score")):
        found = [(row[column], place) for place, row in enumerate(rows) if row[column] is not None]
        axes.plot([nodes for nodes, _ in found], [place for _, place in found], mark, markersize=8, label=label)
    without = [(row[9], place) for place, row in enumerate(rows) if row[5] is None]
    axes.plot([nodes for nodes, _ in without], [place for _, place in without], "k>", label="none in all these nodes")
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), [str(row[0]) for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel("nodes")
    legend_above(figure, axes)
