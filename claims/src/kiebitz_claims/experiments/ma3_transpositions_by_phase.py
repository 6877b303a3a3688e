"""Share of a search's nodes that are positions it has visited before, by phase of the game.

An opening, a middlegame and an ending of each game are searched without a table, by alpha-beta with killers and history
as programs of the article's time had them (the sentence is of chess, not of the article's own program), and every node
is recorded with its key. Counted are the inner nodes of the last complete iteration: the share of them
whose position was there already. Searches are to an equal depth, which is how the article itself compares the phases
right after its sentence ("the time to answer at depth 8"), and beside that of equally many nodes, since the share grows
with both: to equal depth an ending's tree has a sixth of an opening's nodes, and with equal nodes it is deeper.

Then the same position is searched to the same depth with the table: how many times fewer nodes that takes is what
hashing gains there. Whether it gains more where there are more transpositions is asked of all positions by a line
through the logarithms of both, each less the mean of the game. So phases of one game are compared with each other, and
games, not positions, scatter. Node counts and shares repeat exactly.
"""

from __future__ import annotations

import math
from typing import Any, TypedDict

import numpy as np

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_over, plain_logarithmic
from kiebitz_claims.claims.judging import Judgement, Prediction, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.critical_tree import MAX_ROWS, TooManyNodesError
from kiebitz_claims.measuring.positions import LATER_PLIES, PHASES, championship_phases, later_championship_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import ORDERED, describe, without_table
from kiebitz_claims.measuring.statistics import geometric_mean, mean, ratio_of_sums

DEPTH, NODES = 6, 500_000
QUICK_DEPTH, QUICK_NODES, QUICK_GAMES = 4, 20_000, 3
# Of the first games the first positions were searched for the plan before this one.
GAMES_SEEN = 40
HASH_MB = 64
BY_DEPTH, BY_NODES = "equal depth", "equal nodes"
TREE = KINDS.index("tree")
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
THAN_OPENING, THAN_MIDDLEGAME, GAINS = STUDY.predictions.values()


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


def games_taken(quick: bool) -> list[tuple[str, dict[str, str]]]:
    """Games with a position of each phase (FEN); a game may come twice. The quick ones are others than the plan's."""
    if quick:
        return list(championship_phases(slice(QUICK_GAMES)))
    later = [(name, phases) for name, phases in later_championship_phases(slice(None)) if len(phases) == len(PHASES)]
    return [*later, *championship_phases(slice(GAMES_SEEN, None))]


def measure(quick: bool, progress: Progress) -> Result:
    """Every phase of every game."""
    depth, nodes = (QUICK_DEPTH, QUICK_NODES) if quick else (DEPTH, NODES)
    games = games_taken(quick)
    progress.expect(len(games) * len(PHASES) * 3)
    rows: list[tuple[Any, ...]] = []
    for name, phases in games:
        for phase, fen in phases.items():
            where = f"{name}, {phase}: {fen}"
            found: dict[str, Found] = {
                BY_DEPTH: progress.step(f"depth {depth}, {where}", transpositions, fen, Limit(depth=depth)),
                BY_NODES: progress.step(f"{nodes:,} nodes, {where}", transpositions, fen, Limit(nodes=nodes)),
            }
            without, with_table = progress.step(f"gain, depth {depth}, {where}", gain, fen, depth)
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


def more_where_more(shares: list[dict[str, float]], gains: list[dict[str, float]], games: list[str]) -> Estimate:
    """By how much the gain multiplies where the share doubles, by the line within games; its interval by games.

    Raises ValueError if the share is the same everywhere.
    """
    across: list[float] = []
    up: list[float] = []
    clusters: list[str] = []
    for share_of, gain_of, game in zip(shares, gains, games, strict=True):
        across += _less_their_mean(share_of)
        up += _less_their_mean({phase: gain_of[phase] for phase in share_of})
        clusters += [game] * len(share_of)
    products = (x * y for x, y in zip(across, up, strict=True))
    slope = ratio_of_sums(products, [x**2 for x in across], clusters)
    return Estimate(*(2**end if end < math.inf else end for end in (slope.value, slope.low, slope.high)))


def _less_their_mean(of_game: dict[str, float]) -> list[float]:
    """Logarithms of a game's numbers, less their mean."""
    logs = [math.log(number) for number in of_game.values()]
    return [log - sum(logs) / len(logs) for log in logs]


def judge(shares: dict[str, list[dict[str, float]]], gains: list[dict[str, float]], games: list[str]) -> Judgement:
    """Means over games of ratios within a game; shares at equal depth decide, those of equal nodes are the condition.

    That more of them gain more is judged by the line through all positions at equal depth, within games. ``shares`` are
    those of each game by phase, at equal depth first; ``gains`` the table's in the same ``games``; one may come twice.
    """
    sample = len(set(games)), "games"

    def against(prediction: Prediction, phase: str) -> Any:
        return in_its_own(
            {
                name: prediction.judged(
                    geometric_mean((game["ending"] / game[phase] for game in found), games), *sample
                )
                for name, found in shares.items()
            }
        )

    line = more_where_more(next(iter(shares.values())), gains, games)
    return Judgement(
        (against(THAN_OPENING, "opening"), against(THAN_MIDDLEGAME, "middlegame"), GAINS.judged(line, *sample))
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(EACH)
    # A game's phases stand one below the other.
    sets = [rows[first : first + len(PHASES)] for first in range(0, len(rows), len(PHASES))]
    shares = {
        name: [{row[1]: share(row[column + 1], row[column]) for row in phases} for phases in sets]
        for column, name in ((3, BY_DEPTH), (6, BY_NODES))
    }
    return shares, [{row[1]: row[8] / row[9] for row in phases} for phases in sets], [phases[0][0] for phases in sets]


def draw(result: Result, figure: Figure) -> None:
    """The share of transpositions by phase, with intervals over games; and the gain by the share, within games."""
    by_phase, by_share = figure.subplots(1, 2)
    shares, gains, names = kept(result)
    for number, (name, games) in enumerate(shares.items()):
        places = [place + 0.2 * number - 0.1 for place in range(len(PHASES))]
        for game in games:
            by_phase.plot(places, [100 * game[phase] for phase in PHASES], ".", color=f"C{number}", alpha=0.3)
        means = [mean((100 * game[phase] for game in games), names) for phase in PHASES]
        intervals(by_phase, places, means, color=f"C{number}", label=name)
    by_phase.set_xticks(range(len(PHASES)), PHASES)
    by_phase.set(ylim=(0, None), ylabel="inner nodes that were there before, %")
    across, up = (
        [math.exp(log) for game in each for log in _less_their_mean({phase: game[phase] for phase in PHASES})]
        for each in (shares[BY_DEPTH], gains)
    )
    for number, phase in enumerate(PHASES):
        by_share.plot(
            across[number :: len(PHASES)], up[number :: len(PHASES)], ".", color=f"C{number + 2}", label=phase
        )
    line = more_where_more(shares[BY_DEPTH], gains, names)
    ends = [min(across), max(across)]
    by_share.plot(ends, [end ** math.log2(line.value) for end in ends], color="black", label="line")
    by_share.set(xscale="log", yscale="log")
    plain_logarithmic(by_share.xaxis)
    plain_logarithmic(by_share.yaxis)
    by_share.set(
        xlabel="share of transpositions / mean of the game", ylabel="times that the table saves / mean of the game"
    )
    legend_over(by_phase)
    legend_over(by_share)
