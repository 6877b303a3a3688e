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

from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import NIMZO as DOCUMENT
from kiebitz_claims.claims.drawing import legend_above
from kiebitz_claims.claims.judging import Judgement, Prediction, exactly, more_than
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF, POLICIES, RULES
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import MATE_CENTIPAWNS, Iteration, Search, search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N5",
    title="The mate that the null move hides",
    statement="With the null move Nimzo and Fritz don't find this mate in hours; with the null move off it is a matter "
    "of seconds.",
    source=DOCUMENT,
)

POSITION = "3R4/8/p1p3r1/1p5p/1P5p/8/PPP2K1p/7k w - - 0 1"
SOLUTION = "d8d1"
# A quick run looks at the position after 1.Rd1+ Rg1.
QUICK_POSITION, QUICK_SOLUTION = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"
NODES, QUICK_NODES = 30_000_000, 20_000
HOUR_NODES, QUICK_HOUR_NODES = 10_800_000_000, 40_000
DEPTH, QUICK_DEPTH = 19, 5
HASH_MB, QUICK_HASH_MB = 64, 4
CLAIMED_S, HOUR_S = 10.0, 3_600.0
RUNS, ITERATIONS = "Every search", "Iterations"
STYLES = {"nimzo": NIMZO, "today": TODAY}
DONNINGER = "R = 2"
WITH, WITHOUT = f"nimzo, {DONNINGER}", f"nimzo, {OFF}"

HIDDEN = Prediction(
    "not in hours with the null move",
    "seconds of the processor until a mate score, era Nimzo with R = 2",
    HOUR_S,
    unit="s",
    margin="'even after hours' of 1993: an hour on today's machine is surely more",
)
FOUND = Prediction(
    "a few seconds without it",
    "seconds of the processor until a mate score, era Nimzo without null moves",
    high=CLAIMED_S,
    unit="s",
    margin="ten seconds on today's machine, which makes it easier",
)
PLAN = Plan(
    version=3,
    original="Weiß setzt mit der Folge 1.Td1+ Tg1 2.Tf1 Txf1 3.Kxf1 a5 4.bxa5 usw. matt. Auch nach Stunden haben Nimzo "
    "und Fritz nicht die geringste Ahnung vom Matt. Der Zug 3.Kxf1 wird mit dem Nullzug 3...Kh1-h1 elegant pariert. "
    "Schaltet man in Nimzo die Null-Zug-Heuristik ab, ist die Mattanzeige eine Frage von ein paar Sekunden.",
    translation="White mates by 1.Rd1+ Rg1 2.Rf1 Rxf1 3.Kxf1 a5 4.bxa5 and so on. Even after hours Nimzo and Fritz "
    "haven't the faintest idea of the mate. The move 3.Kxf1 is elegantly parried by the null move 3...Kh1-h1. If the "
    "null move heuristic is switched off in Nimzo, showing the mate is a matter of a few seconds.",
    qualifiers="The diagram is lost; the position is the one from which the printed line is played.",
    predictions=(HIDDEN, FOUND),
    sample=f"the one position, {NODES:,} nodes for every policy and rule; Nimzo with R = 2 {HOUR_NODES:,}, without "
    f"null moves to depth {DEPTH}",
    control="today's search without null moves: it must see the mate",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-21",
            "By the first rule, which asked Nimzo's search only: it finds no mate without null moves either. After "
            "that had been seen the rule was widened to today's search, where the mate is found in 0.1 s without null "
            "moves and not with them.",
        ),
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "The claim is about Nimzo. A search of another program that bears it out is no condition of it; today's is "
            "told beside.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "The position was one with the same point, two moves later, so that it could refute nothing; and Nimzo "
            "without null moves ended, after so many nodes, some plies before the mate can be seen. The printed line's "
            "own position is searched now, and to 19 plies. The clock was the wall's.",
        ),
        Earlier(
            "does not hold",
            "2026-11-24",
            "With the null move 7.2 thousand million nodes, without a mate, took 2,815 seconds and not the hour. Half "
            "as many again are searched; all else stays.",
        ),
    ),
)


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
        limit = limits.get(name, {"nodes": nodes})
        search = progress.step(
            f"{name}, {limit}, {position}",
            lambda settings=settings, limit=limit: search_once(position, settings, hash_mb=hash_mb, **limit),  # type: ignore[misc]
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
    return Result(
        measurements=tuple(
            Measurement(f"nodes to the mate, {name}", mate["nodes"]) for name, mate in mates.items() if mate
        ),
        tables=(
            Table(
                RUNS,
                (
                    "search",
                    "move",
                    "solution from depth",
                    "nodes",
                    "mate at depth",
                    "nodes to the mate",
                    "seconds to the mate",
                    "depth reached",
                    "pawns",
                    "all nodes",
                    "in seconds",
                ),
                tuple(rows),
            ),
            Table(ITERATIONS, ("search", "depth", "nodes", "move", "pawns"), tuple(iterations)),
        ),
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
