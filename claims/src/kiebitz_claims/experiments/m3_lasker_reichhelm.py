"""The position that shows hashing at its best: Lasker–Reichhelm, known as Fine's No. 70.

White wins only by 1.Kb1, a corresponding-squares manoeuvre; nothing but king moves is possible for long, so that the
same few positions are reached by countless orders of moves. Beside each search another one, as long, looks at all first
moves but 1.Kb1. It is solved at the first depth at which 1.Kb1 is the move and worth most of a pawn more than the next
best one, if it stays the move until the limit, and by so much wherever both searches have come to a depth. The same is
done without the table, with as many nodes as could be waited for. Where that search ends says nothing: it is our limit.
What is asked of it is whether 17 plies come quickly, and how many times the nodes of the solution it has searched in
vain. Nodes repeat exactly; times are of the processor of the machine named below.
"""

from __future__ import annotations

from typing import Any

from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above
from kiebitz_claims.claims.judging import Judgement, exactly, more_than
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import Iteration, Search, search_once
from kiebitz_claims.measuring.settings import STYLES, describe, without_table

POSITION = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
SOLUTION = "a1b1"
# The other first moves.
OTHERS = ("a1a2", "a1b2")
# White is a pawn up from the start and the breakthrough wins another; each evaluation has its own idea of its worth.
WINNING_MARGIN_CENTIPAWNS = 60
CLAIMED_DEPTH_WITHOUT = 17
# With and without table: as many as could be waited for.
NODES = (100_000_000, 150_000_000)
QUICK_NODES = 200_000
HASH_MB, QUICK_HASH_MB = 64, 16
RUNS, ITERATIONS = "Solutions by the margin over the next move", "Iterations beside those of the other moves"
PROGRAM_OF_THE_TIME = "minimax"

STUDY = Study(__file__, constants=globals())
IN_TIME, PLIES, QUICKLY, FAR_FROM_IT = STUDY.predictions.values()


def solution(search: Search, next_best: dict[int, int]) -> Iteration | None:
    """The iteration from which on 1.Kb1 stays, better than the next move by a win; None if the search doesn't end so.

    ``next_best`` are centipawns of the best other move by depth, as far as they are known.
    """
    found = None
    for iteration in search["iterations"]:
        other = next_best.get(iteration["depth"])
        is_behind = other is not None and iteration["centipawns"] < other + WINNING_MARGIN_CENTIPAWNS
        if iteration["move"] != SOLUTION or is_behind:
            found = None
        elif other is not None:
            found = found or iteration
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Solve it with and without table, in every style."""
    limits = (QUICK_NODES, QUICK_NODES) if quick else NODES
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    progress.expect(4 * len(STYLES))
    rows, iterations = [], []
    for style, settings in STYLES.items():
        for table, used, nodes in (
            ("with", settings, limits[0]),
            ("without", without_table(settings), limits[1]),
        ):
            found, beside = (
                progress.step(
                    f"{style}, {table} table, {nodes:,} nodes, {'all moves' if moves is None else ' '.join(moves)}",
                    search_once,
                    POSITION,
                    used,
                    hash_mb=hash_mb,
                    nodes=nodes,
                    searchmoves=moves,
                )
                for moves in (None, OTHERS)
            )
            next_best = {line["depth"]: line["centipawns"] for line in beside["iterations"]}
            solved = solution(found, next_best)
            rows.append(
                (
                    style,
                    table,
                    "yes" if solved else "no",
                    solved["depth"] if solved else None,
                    solved["nodes"] if solved else None,
                    solved["cpu_milliseconds"] / 1000 if solved else None,
                    found["iterations"][-1]["depth"],
                    found["nodes"],
                    found["cpu_milliseconds"] / 1000,
                    (solved["centipawns"] - next_best[solved["depth"]]) / 100 if solved else None,
                )
            )
            iterations += [
                (
                    *(style, table, line["depth"], line["nodes"], line["cpu_milliseconds"] / 1000),
                    *(line["move"], line["centipawns"] / 100),
                    next_best[line["depth"]] / 100 if line["depth"] in next_best else None,
                )
                for line in found["iterations"]
            ]
    return STUDY.result(
        rows,
        iterations,
        figures=tuple(
            Measurement(f"nodes to the solution, {row[0]}, with table", row[4])
            for row in rows
            if row[1] == "with" and row[4] is not None
        ),
        conditions={
            "position": POSITION,
            "solved": f"1.Kb1, {WINNING_MARGIN_CENTIPAWNS} centipawns above the next move, and the move in all that "
            "follow",
            "table": f"{hash_mb} MB",
            "searches": describe(list(STYLES)),
        },
    )


def judge(
    rows: list[tuple[str, str, str, int | None, int | None, float | None, int, int, float, float | None]],
    seconds_to_depth: float | None,
) -> Judgement:
    """MiniMAX's time and depth with the table, and how far it comes without; what was not solved has not ended.

    ``seconds_to_depth`` are those until 17 plies are searched without the table, None if they aren't reached.
    """
    by_run = {(row[0], row[1]): row for row in rows}
    on, off = by_run[PROGRAM_OF_THE_TIME, "with"], by_run[PROGRAM_OF_THE_TIME, "without"]
    seconds = more_than(on[8]) if on[5] is None else exactly(on[5])
    depth = more_than(on[6]) if on[3] is None else exactly(on[3])
    if on[4] is None:
        far = FAR_FROM_IT.undecided("the solution isn't found with a table either")
    else:
        far = FAR_FROM_IT.judged(more_than(off[7] / on[4]) if off[4] is None else exactly(off[4] / on[4]))
    today = by_run["today", "with"]
    return Judgement(
        (
            IN_TIME.judged(seconds),
            PLIES.judged(depth),
            QUICKLY.judged(more_than(off[8]) if seconds_to_depth is None else exactly(seconds_to_depth)),
            far,
        ),
        (f"1.Kb1 is {on[9]:.2f} pawns better than the next move there. " if on[9] is not None else "")
        + f"Without a table {off[7]:,} nodes end at {off[6]} plies. Today's search "
        + (
            f"doesn't find the move within {today[7]:,} nodes."
            if today[4] is None
            else f"finds the move at depth {today[3]} after {today[4]:,} nodes and {today[5]:.2f} s."
        ),
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    table = result.table(ITERATIONS)
    seconds = table.numbers("CPU seconds", search=PROGRAM_OF_THE_TIME, table="without", depth=CLAIMED_DEPTH_WITHOUT)
    return result.rows(RUNS), seconds[0] if seconds else None


def draw(result: Result, figure: Figure) -> None:
    """Nodes by depth, with and without table, and a star at the solution; by how much 1.Kb1 is better, with table."""
    axes, margins = figure.subplots(1, 2)
    table, runs = result.table(ITERATIONS), result.table(RUNS)
    for number, style in enumerate(table.values("search")):
        for kind, line in (("with", "-"), ("without", ":")):
            depths = table.numbers("depth", search=style, table=kind)
            nodes = table.numbers("nodes", search=style, table=kind)
            axes.plot(depths, nodes, line, color=f"C{number}", label=f"{style}, {kind} table")
        solved_at = runs.numbers("at depth", search=style, table="with")
        axes.plot(solved_at, runs.numbers("nodes", search=style, table="with"), "*", color=f"C{number}", markersize=15)
        ahead = [
            (depth, value - other)
            for search, kind, depth, _, _, move, value, other in result.rows(ITERATIONS)
            if (search, kind, move) == (style, "with", SOLUTION) and other is not None
        ]
        margins.plot([depth for depth, _ in ahead], [margin for _, margin in ahead], ".", color=f"C{number}")
    for panel in (axes, margins):
        panel.axvline(PLIES.low, color="grey", linestyle="--", linewidth=0.8)
    axes.set(yscale="log", xlabel="plies (star: solved; dashed: claimed)", ylabel="nodes")
    margins.axhline(WINNING_MARGIN_CENTIPAWNS / 100, color="grey", linewidth=0.8)
    margins.set(xlabel="plies, where 1.Kb1 is the move, with table", ylabel="pawns over the next move (line: winning)")
    legend_above(figure, axes, 2)
