"""How many nodes of a search are positions that it has visited before, by phase of the game.

An opening, a middlegame and an ending of each game are searched without a table by the search of the article's time,
and every node is recorded with its key. Counted are the inner nodes of the last complete iteration: the share of them
whose position was there already. Searches are to an equal depth, and beside that of equally many nodes, since the share
grows with both and an ending's nodes reach deeper. Then the same position is searched to the same depth with the table:
how many times fewer nodes that takes is what hashing gains there. Phases of one game are compared with each other, so
that games and not positions scatter. Node counts and shares repeat exactly.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction, in_its_own
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.critical_tree import MAX_ROWS, TooManyNodesError
from kiebitz.lab.measuring.positions import PHASES, championship_phases, taken_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import ORDERED, describe, without_table
from kiebitz.lab.measuring.statistics import geometric_mean, mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="MA3",
    title="Transpositions by phase of the game",
    statement="Transpositions are more frequent in the ending, with fewer but more mobile men, than in the opening or "
    "the middlegame; and the more of them a search meets, the more hashing gains.",
    source=MINIMAX_ARTICLE,
)

DEPTH, NODES, GAMES = 6, 500_000, 40
QUICK_DEPTH, QUICK_NODES, QUICK_GAMES = 4, 20_000, 2
HASH_MB = 64
BY_DEPTH, BY_NODES = "equal depth", "equal nodes"
TREE = KINDS.index("tree")
EACH = "Every position"

THAN_OPENING = Prediction(
    "transpositions are more frequent in the ending than in the opening",
    "share of nodes whose position was there before, ending by opening of the same game",
    1,
    is_ratio=True,
)
THAN_MIDDLEGAME = Prediction(
    "and than in the middlegame",
    "the same, ending by middlegame",
    1,
    is_ratio=True,
)
GAINS = Prediction(
    "the more of them, the more hashing gains",
    "nodes without table by nodes with it, in the phase of a game with the most transpositions by that with the fewest",
    1,
    is_ratio=True,
)
PLAN = Plan(
    version=1,
    original="Zugumstellungen sind im Endspiel, wo die Figuren weniger aber beweglicher werden, häufiger anzutreffen "
    "als in der Eröffnungsphase oder im Mittelspiel. Je mehr Zugumstellungen im Verlauf der Suche auftreten, desto "
    "besser greift das Hashing.",
    translation="Transpositions are met more often in the ending, where men become fewer but more mobile, than in the "
    "opening or in the middlegame. The more transpositions occur in the course of the search, the better hashing "
    "works.",
    qualifiers="“As it depends on the position, it makes little sense to give exact figures here.”",
    predictions=(THAN_OPENING, THAN_MIDDLEGAME, GAINS),
    sample=f"the three phases of {GAMES} games, to {DEPTH} plies and for {NODES:,} nodes; errors by games",
)


class Found(TypedDict):
    """Of one search."""

    nodes: int
    """Inner nodes of the last complete iteration."""
    again: int
    """Those of them whose position was there before."""
    depth: int
    """Plies of that iteration."""


def transpositions(fen: str, limit: Limit) -> Found:
    """Search without a table and count. Raises TooManyNodesError."""
    with Engine(**options_by_name(without_table(ORDERED), hash_mb=1)) as engine:
        trace = engine.trace(fen, limit, max_nodes=MAX_ROWS)
    if trace.unrecorded:
        raise TooManyNodesError(f"{fen} has more than {MAX_ROWS:,} nodes; search less deep")
    rows = trace.last_iteration().rows
    keys = rows["key"][(rows["fresh"] == 1) & (rows["kind"] == TREE)]
    return Found(nodes=len(keys), again=len(keys) - len(np.unique(keys)), depth=int(rows["depth"][0]))


def gain(fen: str, depth: int) -> list[int]:
    """Nodes to a depth without and with the table."""
    without = search_once(fen, without_table(ORDERED), hash_mb=1, depth=depth)
    return [without["nodes"], search_once(fen, ORDERED, hash_mb=HASH_MB, depth=depth)["nodes"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every phase of every game."""
    depth, nodes = (QUICK_DEPTH, QUICK_NODES) if quick else (DEPTH, NODES)
    # A first look takes other games than the plan's.
    games = championship_phases(taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(len(games) * len(PHASES) * 3)
    rows: list[tuple[Any, ...]] = []
    for name, phases in games:
        for phase, fen in phases.items():
            where = f"{name}, {phase}: {fen}"
            found: dict[str, Found] = {
                BY_DEPTH: progress.step(f"depth {depth}, {where}", partial(transpositions, fen, Limit(depth=depth))),
                BY_NODES: progress.step(f"{nodes:,} nodes, {where}", partial(transpositions, fen, Limit(nodes=nodes))),
            }
            without, with_table = progress.step(f"gain, depth {depth}, {where}", partial(gain, fen, depth))
            counts = [number for each in found.values() for number in (each["depth"], each["nodes"], each["again"])]
            rows.append((name, phase, *counts, without, with_table))
    return Result(
        measurements=tuple(
            Measurement(f"transpositions, {phase}, {name}", 100 * found.value, "%", error=100 * found.error)
            for column, name in ((3, BY_DEPTH), (6, BY_NODES))
            for phase in PHASES
            for found in [mean(share(row[column + 1], row[column]) for row in rows if row[1] == phase)]
        ),
        tables=(
            Table(
                EACH,
                (
                    "game",
                    "phase",
                    *(
                        f"{name}: {what}"
                        for name in (BY_DEPTH, BY_NODES)
                        for what in ("plies", "inner nodes", "there before")
                    ),
                    "nodes without table",
                    "nodes with table",
                ),
                tuple(rows),
            ),
        ),
        conditions={
            "search": f"without table; {describe(['ordered'])}",
            "limits": f"{depth} plies, and {nodes:,} nodes; gain to {depth} plies with {HASH_MB} MB, empty before",
        },
    )


def share(again: int, nodes: int) -> float:
    """The share of nodes that were there before; half a node more keeps one that was never seen from being nothing."""
    return (again + 0.5) / (nodes + 1)


def judge(shares: dict[str, list[dict[str, float]]], gains: list[dict[str, float]]) -> Judgement:
    """Means over games of ratios within a game; shares at equal depth decide, those of equal nodes are the condition.

    ``shares`` are those of each game by phase, at equal depth first; ``gains`` the table's in the same games.
    """
    games = len(gains)

    def against(prediction: Prediction, phase: str) -> Any:
        return in_its_own(
            {
                name: prediction.judged(geometric_mean(game["ending"] / game[phase] for game in found), games, "games")
                for name, found in shares.items()
            }
        )

    by_depth = next(iter(shares.values()))
    ratios = [
        gained[max(game, key=game.__getitem__)] / gained[min(game, key=game.__getitem__)]
        for game, gained in zip(by_depth, gains, strict=True)
    ]
    return Judgement(
        (
            against(THAN_OPENING, "opening"),
            against(THAN_MIDDLEGAME, "middlegame"),
            GAINS.judged(geometric_mean(ratios), games, "games"),
        )
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    games = list(dict.fromkeys(row[0] for row in rows))
    shares = {
        name: [{row[1]: share(row[column + 1], row[column]) for row in rows if row[0] == game} for game in games]
        for column, name in ((3, BY_DEPTH), (6, BY_NODES))
    }
    return shares, [{row[1]: row[8] / row[9] for row in rows if row[0] == game} for game in games]


def draw(result: Result, figure: Figure) -> None:
    """The share of transpositions by phase, with intervals over games, at equal depth and with equal nodes."""
    axes = figure.add_subplot()
    shares, _ = kept(result)
    for number, (name, games) in enumerate(shares.items()):
        places = [place + 0.2 * number - 0.1 for place in range(len(PHASES))]
        for game in games:
            axes.plot(places, [100 * game[phase] for phase in PHASES], ".", color=f"C{number}", alpha=0.3)
        means = [mean(100 * game[phase] for game in games) for phase in PHASES]
        axes.errorbar(
            places,
            [each.value for each in means],
            whiskers_of(means),
            fmt="o",
            capsize=4,
            color=f"C{number}",
            label=name,
        )
    axes.set_xticks(range(len(PHASES)), PHASES)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("inner nodes that were there before, %")
    legend_above(figure, axes)
