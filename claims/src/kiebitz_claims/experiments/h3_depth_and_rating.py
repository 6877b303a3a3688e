"""How deep Kiebitz sees after the opening, by nodes, what twice the nodes are worth, and what rating that makes.

Positions after six moves of each side are searched on and on, and the depth of the last complete iteration is taken at
growing numbers of nodes. Depths of different programs mean different things: today's search reduces and prunes what
Hydra's of 2005 searched in full, so the same settings of that time (the era Hydra) stand beside it, and for it. Hydra
visited 150 million positions a second; three minutes of that are 27 thousand million. Each position's line of depth by
doublings of nodes is drawn on as far as that, and the depths there are the sample. A line of so few points may bend: it
is fitted to all of them and to the later half alone, and the interval is the one that holds both.

The rating begins with one that can be measured: that of the era Hydra with few nodes a move, by games against
Stockfish's levels, whose ratings its authors state. The levels choose among moves by chance, so that these games are
different each time. Then the era plays itself, twice the nodes against once, and what doublings are worth is drawn on
to Hydra's nodes. That is far, and nobody knows the line: the interval reaches from the steepest fall of the gains that
the games leave to none at all.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import linear_regression
from typing import Any

from kiebitz.arena.match.anchors import ANCHORS
from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.rating import performance
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Cell, Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers
from kiebitz_claims.claims.judging import Judgement, Part
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import OUTCOME, MatchResult, elo_of_row, meet_anchor, play_match, side_of
from kiebitz_claims.measuring.positions import Sample, championship_positions, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import mean

NODES = tuple(10_000 * 2**step for step in range(11))
QUICK_NODES = (1_000, 2_000, 4_000, 8_000)
GAMES, QUICK_GAMES = 50, 2
MATCH_NODES, QUICK_MATCH_NODES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000), (100, 200)
PAIRS, QUICK_PAIRS = 100, 1
# Nodes a move of the era's program and of the rated ones against it; pairs with each of them; their ratings.
ANCHORED_NODES, RATED_NODES, RATED_PAIRS, RATED = 32_000, 100_000, 25, (1_800, 2_100, 2_400)
QUICK_ANCHORED = (200, 200, 1, (1_800,))
FIRST_SEED = 301
HASH_MB = 64
FEWEST_DOUBLINGS = 3
CLAIMED_DEPTH = 19
ERA = "hydra"
# Three minutes a move at the speed that the lecture gives.
HYDRA_NODES = 150_000_000 * 180
SEARCHES: dict[str, SearchSettings] = {"today": TODAY, "hydra": ERAS["hydra"].options}
DEPTHS, DOUBLINGS, EACH = "Depth by nodes", "Twice the nodes", "Every position"
ANCHORED = "Against programs of stated rating"

STUDY = Study(
    __file__,
    constants=globals(),
    most_nodes=NODES[-1],
    matches=len(MATCH_NODES) - 1,
    games=2 * PAIRS,
    rated_games=2 * RATED_PAIRS,
    levels=", ".join(map(str, RATED)),
)
DEPTH, RATING = STUDY.predictions.values()


def depths(sample: Sample, search: str, limits: tuple[int, ...]) -> list[int]:
    """The depth complete at each number of nodes."""
    found = search_once(sample.fen, SEARCHES[search], hash_mb=HASH_MB, nodes=limits[-1])
    ends = [(iteration["nodes"], iteration["depth"]) for iteration in found["iterations"]]
    return [max((depth for nodes, depth in ends if nodes <= limit), default=0) for limit in limits]


def measure(quick: bool, progress: Progress) -> Result:
    """Depths, then matches of twice the nodes against once."""
    limits, match_nodes = (QUICK_NODES, QUICK_MATCH_NODES) if quick else (NODES, MATCH_NODES)
    pairs = QUICK_PAIRS if quick else PAIRS
    own_nodes, rated_nodes, rated_pairs, rated = (
        QUICK_ANCHORED if quick else (ANCHORED_NODES, RATED_NODES, RATED_PAIRS, RATED)
    )
    samples = championship_positions("opening", taken_games(quick, GAMES, QUICK_GAMES))
    anchors = [anchor for anchor in ANCHORS if anchor.rating in rated]
    progress.expect(len(SEARCHES) * len(samples) + (len(match_nodes) - 1) * pairs + len(anchors) * rated_pairs)
    depth_rows = []
    each: list[tuple[Cell, ...]] = []
    deepest: dict[str, Estimate] = {}
    for search in SEARCHES:
        found = [
            progress.step(f"{search}, {limits[-1]:,} nodes, {sample.name}", depths, sample, search, limits)
            for sample in samples
        ]
        for number, limit in enumerate(limits):
            deepest[search] = reached = mean(float(depths[number]) for depths in found)
            depth_rows.append((search, limit, reached.value, reached.low, reached.high))
        each += [(search, sample.name, *depths) for sample, depths in zip(samples, found, strict=True)]
    match_rows = []
    gains: dict[int, Estimate] = {}
    for seed, less in enumerate(match_nodes[:-1], FIRST_SEED):
        twice, once = (replace(side_of(ERA), limit=Limit(nodes=nodes)) for nodes in (2 * less, less))
        name = f"{ERA}, {2 * less} against {less} nodes"
        match = play_match(name, twice, once, pairs, progress, openings_seed=seed)
        match_rows.append((2 * less, less, match.games, *match.outcome))
        if math.isfinite(match.elo.error):
            gains[less] = match.elo
    met: list[tuple[Cell, ...]] = []
    for seed, anchor in enumerate(anchors, FIRST_SEED + len(match_nodes)):
        against = meet_anchor(
            f"{ERA}, {own_nodes} nodes, against {anchor.name}, {rated_nodes} nodes",
            replace(side_of(ERA), limit=Limit(nodes=own_nodes)),
            anchor,
            rated_pairs,
            progress,
            match_limit=MatchLimit(nodes=rated_nodes),
            openings_seed=seed,
        )
        if against is not None:
            met.append((anchor.name, anchor.rating, own_nodes, against.games, *against.outcome))
    return Result(
        measurements=(
            *(
                Measurement(f"depth with {limits[-1]:,} nodes, {name}", depth.value, "plies", error=depth.error)
                for name, depth in deepest.items()
            ),
            *(
                Measurement(f"Elo of {2 * less:,} nodes over {less:,}", elo.value, "Elo", error=elo.error)
                for less, elo in gains.items()
            ),
        ),
        tables=(
            Table(DEPTHS, ("search", "nodes", "depth", "low", "high"), tuple(depth_rows)),
            Table(DOUBLINGS, ("nodes", "against", "games", *OUTCOME), tuple(match_rows)),
            Table(ANCHORED, ("opponent", "rating", "nodes", "games", *OUTCOME), tuple(met)),
            Table(EACH, ("search", "game", *(f"{limit:,}" for limit in limits)), tuple(each)),
        ),
        conditions={
            "positions": f"{len(samples)} positions after six moves of each side",
            "depth": "last complete iteration, selective search not counted",
            "table": f"{HASH_MB} MB, empty before each search",
            "matches": f"{pairs} pairs each, the era Hydra, 8moves_v3, colours swapped",
            "rated opponents": f"{', '.join(str(row[0]) for row in met) or 'none installed'}, {rated_nodes:,} nodes a "
            f"move against {own_nodes:,}, {rated_pairs} pairs each",
        },
    )


def judge(
    lines: dict[str, list[list[tuple[float, float]]]],
    gains: dict[int, Estimate],
    met: list[tuple[float, int, tuple[int, ...]]],
) -> Judgement:
    """The era's depth and its rating by opponents of stated ratings, both drawn on to Hydra's nodes.

    ``lines`` are depths by doublings of nodes, one line a position, by search; ``gains`` Elo of twice so many nodes;
    ``met`` the rating of each opponent, the nodes against it, and the pairs of games by points.
    """
    told = ", ".join(f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}) at {less:,}" for less, elo in gains.items())
    slopes = {search: mean(slope(line) for line in found) for search, found in lines.items()}
    a_doubling = " and ".join(
        f"{found.value:.2f} plies ({found.low:.2f} to {found.high:.2f}) with {search}"
        for search, found in slopes.items()
    )
    return Judgement(
        (
            DEPTH.judged(reach(lines[ERA], HYDRA_NODES), len(lines[ERA]), "positions"),
            _rating(gains, met),
        ),
        f"A doubling of the nodes brings {a_doubling}, and in Elo by nodes: {told or 'nothing that could be told'}."
        + (f" {_anchored(met)}" if met else ""),
    )


def _rating(gains: dict[int, Estimate], met: list[tuple[float, int, tuple[int, ...]]]) -> Part:
    """The sentence on the rating."""
    if not met:
        return RATING.untestable("it takes Stockfish, whose levels have stated ratings")
    here = performance([(rating, pairs) for rating, _, pairs in met])
    if len(gains) < FEWEST_DOUBLINGS or not math.isfinite(here.error):
        return RATING.undecided("too few games to draw a rating on")
    more = gained(gains, met[0][1], HYDRA_NODES)
    drawn = Estimate(here.value + more.value, here.low + more.low, here.high + more.high)
    return RATING.judged(drawn, sum(2 * sum(pairs) for _, _, pairs in met), "games")


def _anchored(met: list[tuple[float, int, tuple[int, ...]]]) -> str:
    """A sentence on the opponents of stated ratings."""
    each = ((rating, performance([(rating, pairs)])) for rating, _, pairs in met)
    by_each = ", ".join(
        f"{elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f}) by the level {rating}"
        if math.isfinite(elo.error)
        else f"nobody whom the level {rating} could tell"
        for rating, elo in each
    )
    return f"With {met[0][1]:,} nodes a move the era plays like {by_each}."


def gained(gains: dict[int, Estimate], nodes: int, target: float) -> Estimate:
    """Elo from these nodes a move to so many, by what doublings were worth; at least three of them must be known.

    The value is that of a straight line through the gains, which never fall below nothing. Far from them no line is
    sure: the ends are those of the steepest fall that the intervals of the first and the last gain leave, and of no
    fall at all from the upper end of the last one.
    """
    steps = [(math.log2(less), elo) for less, elo in gains.items()]
    (first, at_first), (last, at_last) = steps[0], steps[-1]
    fitted = linear_regression([step for step, _ in steps], [elo.value for _, elo in steps])
    steepest = (at_last.low - at_first.high) / (last - first)
    value = low = high = 0.0
    step, end = math.log2(nodes), math.log2(target)
    while step < end:
        share = min(1.0, end - step)
        value += share * max(0.0, fitted.intercept + fitted.slope * step)
        low += share * max(0.0, at_last.low + min(0.0, steepest) * (step - last))
        high += share * at_last.high
        step += 1
    return Estimate(value, min(low, value), max(high, value))


def slope(line: list[tuple[float, float]]) -> float:
    """Plies a doubling, of a straight line."""
    return linear_regression(*zip(*line, strict=True)).slope


def drawn_on(line: list[tuple[float, float]], doublings: float) -> float:
    """The depth of a straight line so far out."""
    fitted = linear_regression(*zip(*line, strict=True))
    return fitted.intercept + fitted.slope * doublings


def reach(lines: list[list[tuple[float, float]]], nodes: float) -> Estimate:
    """The mean depth of lines drawn on, with the interval over positions that holds the later halves' lines, too."""
    target = math.log2(nodes)
    whole = mean(drawn_on(line, target) for line in lines)
    later = mean(drawn_on(line[len(line) // 2 :], target) for line in lines)
    return Estimate(whole.value, min(whole.low, later.low), max(whole.high, later.high))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    gains = {row[1]: elo_of_row(*row[3:]) for row in result.rows(DOUBLINGS)}
    limits = [math.log2(float(number)) for number in dict.fromkeys(row[1] for row in result.rows(DEPTHS))]
    lines: dict[str, list[list[tuple[float, float]]]] = {}
    for search, _, *depths in result.rows(EACH):
        lines.setdefault(search, []).append(list(zip(limits, map(float, depths), strict=True)))
    met = [(rating, nodes, MatchResult(each).pairs) for _, rating, nodes, *_, each in result.rows(ANCHORED)]
    return lines, {less: elo for less, elo in gains.items() if math.isfinite(elo.error)}, met


def draw(result: Result, figure: Figure) -> None:
    """Depth by nodes with its interval over positions, and Elo of doubling."""
    left, right = figure.subplots(1, 2)
    table, doublings = result.table(DEPTHS), result.table(DOUBLINGS)
    for search in table.values("search"):
        depths, lows, highs = (table.numbers(name, search=search) for name in ("depth", "low", "high"))
        left.errorbar(
            table.numbers("nodes", search=search),
            depths,
            whiskers(depths, lows, highs),
            fmt="o-",
            capsize=3,
            label=search,
        )
    left.axhline(CLAIMED_DEPTH, color="grey", linestyle="--", linewidth=0.8)
    left.set(xscale="log", xlabel="nodes (dashed: claimed for Hydra)", ylabel="plies, mean over positions")
    legend_above(figure, left)
    known = Table(DOUBLINGS, doublings.headings, tuple(row for row in doublings.rows if None not in row))
    values = known.numbers("Elo")
    errors = whiskers(values, known.numbers("low"), known.numbers("high"))
    if values:
        right.errorbar(known.numbers("against"), values, yerr=errors, fmt="o-", capsize=3)
        right.set_xscale("log")
        right.set_xticks(known.numbers("against"))
        right.xaxis.set_major_formatter("{x:,g}")
        right.minorticks_off()
    right.axhline(0, color="grey", linewidth=0.8)
    right.set(xlabel="nodes a move", ylabel="Elo of twice as many")
