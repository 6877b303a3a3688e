"""The position that shows hashing at its best: Lasker–Reichhelm, known as Fine's No. 70.

White wins only by 1.Kb1, a corresponding-squares manoeuvre; nothing but king moves is possible for long, so that the
same few positions are reached by countless orders of moves. The search runs until 1.Kb1 is the move of an iteration,
with a winning score (most of a pawn more than in the first iteration), and stays the move until the limit; then the
same search without the table, with as many nodes as could be waited for. Nodes repeat exactly; the time is that of the
machine named below.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import MINIMAX
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import Iteration, Search, search_once
from kiebitz.lab.measuring.settings import STYLES, describe, without_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M3",
    title="The pawn ending that needs a table",
    statement="In 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w the program plays 1.Kb1 with a winning score within 2 seconds with a "
    "table; it has to see 25 plies for that, and without a table it stops near 17.",
    source=MINIMAX,
)

POSITION = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
SOLUTION = "a1b1"
# White is a pawn up from the start and the breakthrough wins another; each evaluation has its own idea of its worth.
WINNING_GAIN_CENTIPAWNS = 60
CLAIMED_SECONDS, CLAIMED_DEPTH, CLAIMED_DEPTH_WITHOUT = 2.0, 25, 17
# With and without table: as many as could be waited for.
NODES = (100_000_000, 150_000_000)
QUICK_NODES = 200_000
HASH_MB, QUICK_HASH_MB = 64, 16
RUNS, ITERATIONS = "Solutions", "Iterations"
PROGRAM_OF_THE_TIME = "minimax"


def solution(search: Search) -> Iteration | None:
    """The iteration from which on 1.Kb1 with a winning score stays; None if the search doesn't end with it."""
    found = None
    winning = search["iterations"][0]["centipawns"] + WINNING_GAIN_CENTIPAWNS
    for iteration in search["iterations"]:
        if iteration["move"] == SOLUTION and iteration["centipawns"] >= winning:
            found = found or iteration
        else:
            found = None
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Solve it with and without table, in every style."""
    limits = (QUICK_NODES, QUICK_NODES) if quick else NODES
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    progress.expect(2 * len(STYLES))
    rows, iterations = [], []
    for style, settings in STYLES.items():
        for table, used, nodes in (
            ("with", settings, limits[0]),
            ("without", without_table(settings), limits[1]),
        ):
            found = progress.step(
                f"{style}, {table} table, {nodes:,} nodes",
                partial(search_once, POSITION, used, hash_mb=hash_mb, nodes=nodes),
            )
            solved = solution(found)
            rows.append(
                (
                    style,
                    table,
                    "yes" if solved else "no",
                    solved["depth"] if solved else None,
                    solved["nodes"] if solved else None,
                    solved["milliseconds"] / 1000 if solved else None,
                    found["iterations"][-1]["depth"],
                    found["nodes"],
                    found["milliseconds"] / 1000,
                )
            )
            iterations += [
                (style, table, line["depth"], line["nodes"], line["move"], line["centipawns"] / 100)
                for line in found["iterations"]
            ]
    verdict, why = judge(rows)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"nodes to the solution, {row[0]}, with table", row[4])
            for row in rows
            if row[1] == "with" and row[4] is not None
        ),
        tables=(
            Table(
                RUNS,
                (
                    "search",
                    "table",
                    "solved",
                    "at depth",
                    "nodes",
                    "seconds",
                    "depth reached",
                    "of nodes",
                    "in seconds",
                ),
                tuple(rows),
            ),
            Table(ITERATIONS, ("search", "table", "depth", "nodes", "move", "pawns"), tuple(iterations)),
        ),
        conditions={
            "position": POSITION,
            "solved": f"1.Kb1, {WINNING_GAIN_CENTIPAWNS} centipawns above the first iteration, in all that follow",
            "table": f"{hash_mb} MB",
            "searches": describe(list(STYLES)),
        },
    )


def judge(
    rows: list[tuple[str, str, str, int | None, int | None, float | None, int, int, float]],
) -> tuple[Verdict, str]:
    """The claim holds if MiniMAX solves it in time with the table and not at all without."""
    by_run = {(row[0], row[1]): row for row in rows}
    on, off = by_run[PROGRAM_OF_THE_TIME, "with"], by_run[PROGRAM_OF_THE_TIME, "without"]
    today = by_run["today", "with"]
    parts = []
    for name, row in (("MiniMAX with a table", on), ("today's search", today)):
        parts.append(
            f"{name} finds 1.Kb1 at depth {row[3]} after {row[4]:,} nodes and {row[5]:.2f} s"
            if row[4] is not None
            else f"{name} doesn't find 1.Kb1 within {row[7]:,} nodes (depth {row[6]})"
        )
    parts.append(
        f"without the table MiniMAX {'finds' if off[2] == 'yes' else 'does not find'} it within {off[7]:,} "
        f"nodes, at depth {off[6]}"
    )
    why = "; ".join(parts) + "."
    solved_in_time = on[5] is not None and on[5] <= CLAIMED_SECONDS
    if on[2] == "yes" and off[2] == "no":
        return (Verdict.HOLDS if solved_in_time else Verdict.CONDITIONALLY), why
    return (Verdict.CONDITIONALLY if on[2] == "yes" or today[2] == "yes" else Verdict.FAILS), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(RUNS),)


def draw(result: Result, figure: Figure) -> None:
    """Nodes by depth, with and without table; a star where the solution is found."""
    axes = figure.add_subplot()
    table, runs = result.table(ITERATIONS), result.table(RUNS)
    for number, style in enumerate(table.values("search")):
        for kind, line in (("with", "-"), ("without", ":")):
            depths = table.numbers("depth", search=style, table=kind)
            nodes = table.numbers("nodes", search=style, table=kind)
            axes.plot(depths, nodes, line, color=f"C{number}", label=f"{style}, {kind} table")
        solved_at = runs.numbers("at depth", search=style, table="with")
        axes.plot(solved_at, runs.numbers("nodes", search=style, table="with"), "*", color=f"C{number}", markersize=15)
    axes.axvline(CLAIMED_DEPTH, color="grey", linestyle="--", linewidth=0.8)
    axes.annotate("claimed depth", (CLAIMED_DEPTH + 0.3, 0.9), xycoords=("data", "axes fraction"))
    axes.set_yscale("log")
    axes.set_xlabel("depth, plies (star: 1.Kb1 with a winning score from here on)")
    axes.set_ylabel("nodes")
    axes.legend()
