"""The mate that the null move hides: 8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w.

1.Rf1 mates in ten: after ...h3 2.b3 h4 3.c3 Black has only 3...Rxf1+ left, and then runs out of pawn moves. The
article's diagram is missing and its line begins otherwise; this is the well-known position with the same point. Each
policy, and Donninger's by zugzwang rule, gets the same number of nodes; what is noted is the iteration from which on
1.Rf1 is the move, and the first with a mate score. Nodes repeat exactly; times are those of the machine named below.

Rule II does not help as the text lets one expect: Black is in zugzwang already while the rook stands on g1, where it
can do nothing but give itself up. With a rook left, rules I and II let Black pass, and the search believes the pass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Part, Prediction, Verdict, exactly, more_than
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF, POLICIES, RULES
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import MATE_CENTIPAWNS, Iteration, Search, search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.match.elo import Estimate

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
CLAIMED_S, HOUR_S = 10.0, 3_600.0
RUNS, ITERATIONS = "By policy", "Iterations"
STYLES = {"nimzo": NIMZO, "today": TODAY}
DONNINGER = "R = 2"

HIDDEN = Prediction(
    "not in hours with the null move",
    "seconds until a mate score, era Nimzo with R = 2",
    HOUR_S,
    unit="s",
    margin="'even after hours' of 1993: an hour on today's machine is surely more",
)
FOUND = Prediction(
    "a few seconds without it",
    "seconds until a mate score, era Nimzo without null moves",
    high=CLAIMED_S,
    unit="s",
    margin="ten seconds on today's machine, which makes it easier",
)
PLAN = Plan(
    version=1,
    original="Auch nach Stunden haben Nimzo und Fritz nicht die geringste Ahnung vom Matt. … Schaltet man in Nimzo die "
    "Null-Zug-Heuristik ab, ist die Mattanzeige eine Frage von ein paar Sekunden.",
    translation="Even after hours Nimzo and Fritz haven't the faintest idea of the mate. … If the null move is "
    "switched off in Nimzo, showing the mate is a matter of a few seconds.",
    qualifiers="The diagram is lost and the printed line begins otherwise, so the position is one with the same point.",
    predictions=(HIDDEN, FOUND),
    sample=f"the one position, {NODES:,} nodes for every policy and rule",
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
    ),
)


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


def judge(mates: dict[str, Estimate], nodes: dict[str, int | None]) -> Judgement:
    """Nimzo's seconds until the mate score with the null move and without; where none came the search had not ended.

    ``nodes`` are those until the mate score by search, None where none came.
    """
    found = ", ".join(f"{name} after {count:,} nodes" for name, count in nodes.items() if count is not None)
    return Judgement(
        (
            spared(HIDDEN.judged(mates[f"nimzo, {DONNINGER}"])),
            spared(FOUND.judged(mates[f"nimzo, {OFF}"])),
        ),
        f"The mate is found by {found or 'none'}, of {len(nodes)} searches.",
    )


def spared(part: Part) -> Part:
    """What another position than the article's can say: it may show the statement, but not refute it."""
    if part.verdict is Verdict.FAILS:
        return replace(part, verdict=Verdict.UNDECIDED, note="not in this position, which is not the article's")
    return part


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(RUNS)
    seconds = {row[0]: more_than(row[8]) if row[6] is None else exactly(row[6]) for row in rows}
    return seconds, {row[0]: row[5] for row in rows}


def draw(result: Result, figure: Figure) -> None:
    """Nodes until 1.Rf1 stays, of every search, and until the mate score where there was one."""
    axes = figure.add_subplot()
    rows = result.rows(RUNS)
    for column, mark, label in ((3, "o", "1.Rf1 from here on"), (5, "*", "mate score")):
        found = [(row[column], place) for place, row in enumerate(rows) if row[column] is not None]
        axes.plot([nodes for nodes, _ in found], [place for _, place in found], mark, markersize=8, label=label)
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), [str(row[0]) for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"nodes ({result.conditions['limit']})")
    legend_above(figure, axes)
