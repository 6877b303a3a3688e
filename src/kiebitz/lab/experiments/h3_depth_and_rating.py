"""How deep Kiebitz sees after the opening, by nodes, and what twice the nodes are worth.

Positions after six moves of each side are searched on and on, and the depth of the last complete iteration is taken at
growing numbers of nodes. Depths of different programs mean different things: today's search reduces and prunes what
Hydra's of 2005 searched in full, so the same settings of that time (the era Hydra) stand beside it. Hydra visited 150
million positions a second.

A rating on the scale of people can't be measured without opponents of known rating at long games. What can be: the Elo
that doubling the nodes is worth in games of Kiebitz against itself, from which follows how the rating would grow with
time.
"""

from __future__ import annotations

import math
from functools import partial
from statistics import fmean, linear_regression
from typing import TYPE_CHECKING, Any

from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.claims.drawing import legend_above, whiskers
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.matches import Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import student
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="H3",
    title="Depth after the opening, and rating",
    statement="Hydra typically searches 19 to 20 plies after the opening and plays well above 3000 Elo.",
    source=LORENZ,
)

NODES = tuple(10_000 * 2**step for step in range(10))
QUICK_NODES = (1_000, 2_000, 4_000)
POSITIONS, QUICK_POSITIONS = 12, 2
MATCH_NODES, QUICK_MATCH_NODES = (500, 1_000, 2_000, 4_000, 8_000), (100, 200)
PAIRS, QUICK_PAIRS = 40, 1
HASH_MB = 64
CLAIMED_DEPTH, CLAIMED_RATING = 19, 3_000
# Three minutes a move at the speed that the lecture gives.
HYDRA_NODES = 150_000_000 * 180
SEARCHES: dict[str, SearchSettings] = {"today": TODAY, "hydra": ERAS["hydra"].settings}
DEPTHS, DOUBLINGS = "Depth by nodes", "Twice the nodes"

DEPTH = Prediction(
    "19 to 20 plies after the opening",
    "mean depth of Hydra's search in a game",
    CLAIMED_DEPTH,
    CLAIMED_DEPTH + 1,
    "plies",
)
RATING = Prediction("well above 3000 Elo", "rating on the scale of people", CLAIMED_RATING, unit="Elo")
PLAN = Plan(
    version=1,
    original="Die einzige 'Schacheinheit', die jemals (bis 2009) deutlich über 3000 Elo spielt. 150 Millionen "
    "Schachstellungen pro Sekunde; typische Rechentiefe nach der Eröffnung: 19 bis 20 Halbzüge.",
    translation="The only “chess entity” that ever (until 2009) plays well above 3000 Elo. 150 million positions a "
    "second; typical depth of search after the opening: 19 to 20 plies.",
    qualifiers="“Typical”.",
    predictions=(DEPTH, RATING),
    sample=f"{POSITIONS} positions after the opening, and {len(MATCH_NODES) - 1} matches of {2 * PAIRS} games",
    seeds="the openings are drawn with seed 1",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-22",
            "No sample of ours decides it: Hydra doesn't run here, and no opponent whose rating is on the scale of "
            "people.",
        ),
    ),
)


def depths(sample: Sample, search: str, limits: tuple[int, ...]) -> list[int]:
    """The depth complete at each number of nodes."""
    found = search_once(sample.fen, SEARCHES[search], hash_mb=HASH_MB, nodes=limits[-1])
    ends = [(iteration["nodes"], iteration["depth"]) for iteration in found["iterations"]]
    return [max((depth for nodes, depth in ends if nodes <= limit), default=0) for limit in limits]


def measure(quick: bool, progress: Progress) -> Result:
    """Depths, then matches of twice the nodes against once."""
    limits, match_nodes = (QUICK_NODES, QUICK_MATCH_NODES) if quick else (NODES, MATCH_NODES)
    pairs = QUICK_PAIRS if quick else PAIRS
    samples = phase_positions("opening", QUICK_POSITIONS if quick else POSITIONS)
    progress.expect(len(SEARCHES) * len(samples) + (len(match_nodes) - 1) * pairs)
    depth_rows = []
    deepest: dict[str, float] = {}
    for search in SEARCHES:
        found = [
            progress.step(f"{search}, {limits[-1]:,} nodes, {sample.name}", partial(depths, sample, search, limits))
            for sample in samples
        ]
        for number, limit in enumerate(limits):
            column = [reached[number] for reached in found]
            depth_rows.append((search, limit, fmean(column), min(column), max(column)))
        deepest[search] = depth_rows[-1][2]
    match_rows = []
    gains: dict[int, Estimate] = {}
    for less in match_nodes[:-1]:
        sides = Side(limit=Limit(nodes=2 * less)), Side(limit=Limit(nodes=less))
        match = play_match(f"{2 * less} against {less} nodes", *sides, pairs, progress)
        match_rows.append((2 * less, less, match.games, *match.score_and_elo))
        if math.isfinite(match.elo.error):
            gains[less] = match.elo
    return Result(
        measurements=(
            *(
                Measurement(f"depth with {limits[-1]:,} nodes, {name}", depth, "plies")
                for name, depth in deepest.items()
            ),
            *(
                Measurement(f"Elo of {2 * less:,} nodes over {less:,}", elo.value, "Elo", error=elo.error)
                for less, elo in gains.items()
            ),
        ),
        tables=(
            Table(DEPTHS, ("search", "nodes", "depth", "least", "most"), tuple(depth_rows)),
            Table(DOUBLINGS, ("nodes", "against", "games", "score", "Elo", "low", "high"), tuple(match_rows)),
        ),
        conditions={
            "positions": f"{len(samples)} positions after six moves of each side",
            "depth": "last complete iteration, selective search not counted",
            "table": f"{HASH_MB} MB, empty before each search",
            "matches": f"{pairs} pairs each, today's search, 8moves_v3, colours swapped",
        },
    )


def judge(depths: list[tuple[str, int, float]], gains: dict[int, Estimate]) -> Judgement:
    """Not testable: neither Hydra nor rated opponents are here; the era's depth is told as far as its line reaches.

    ``depths`` are by search and nodes, ``gains`` the Elo of twice so many nodes.
    """
    deepest = {search: (nodes, depth) for search, nodes, depth in depths}
    nodes, today = deepest["today"]
    told = ", ".join(f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}) at {less:,}" for less, elo in gains.items())
    reached = reach([(math.log2(nodes), depth) for search, nodes, depth in depths if search == "hydra"], HYDRA_NODES)
    return Judgement(
        (
            DEPTH.untestable("Hydra's search doesn't run here; depths of other programs mean other things"),
            RATING.untestable("it takes opponents of known rating at long games"),
        ),
        f"With {nodes:,} nodes today's search completes {today:.1f} plies on average, the era Hydra's "
        f"{deepest['hydra'][1]:.1f}. The era's line, drawn on to {HYDRA_NODES / 1e9:.0f} thousand million nodes (three "
        f"minutes of 150 million a second), is at {reached.value:.1f} plies ({reached.low:.1f} to {reached.high:.1f}, "
        f"if it stays straight). Twice the nodes are worth, in Elo by nodes: {told or 'nothing that could be told'}.",
    )


def reach(line: list[tuple[float, float]], nodes: float) -> Estimate:
    """The straight line through depths by doublings of nodes, drawn on, with the 95% interval of a point on it."""
    doublings, depths = (list(column) for column in zip(*line, strict=True))
    fitted = linear_regression(doublings, depths)
    target, middle = math.log2(nodes), fmean(doublings)
    value = fitted.intercept + fitted.slope * target
    left = sum((y - fitted.intercept - fitted.slope * x) ** 2 for x, y in line)
    spread = sum((x - middle) ** 2 for x in doublings)
    freedom = len(line) - 2
    if not freedom:
        return Estimate(value, -math.inf, math.inf)
    margin = student(freedom) * math.sqrt(left / freedom * (1 / len(line) + (target - middle) ** 2 / spread))
    return Estimate(value, value - margin, value + margin)


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    gains = {row[1]: elo_of_row(*row[3:]) for row in result.rows(DOUBLINGS)}
    return [row[:3] for row in result.rows(DEPTHS)], {
        less: elo for less, elo in gains.items() if math.isfinite(elo.error)
    }


def draw(result: Result, figure: Figure) -> None:
    """Depth by nodes, and Elo of doubling."""
    left, right = figure.subplots(1, 2)
    table, doublings = result.table(DEPTHS), result.table(DOUBLINGS)
    for search in table.values("search"):
        depths, least, most = (table.numbers(name, search=search) for name in ("depth", "least", "most"))
        left.errorbar(
            table.numbers("nodes", search=search),
            depths,
            whiskers(depths, least, most),
            fmt="o-",
            capsize=3,
            label=search,
        )
    left.axhline(CLAIMED_DEPTH, color="grey", linestyle="--", linewidth=0.8)
    left.set_xscale("log")
    left.set_xlabel("nodes (dashed: claimed for Hydra)")
    left.set_ylabel("plies, mean and range over positions")
    legend_above(figure, left)
    known = Table(DOUBLINGS, doublings.headings, tuple(row for row in doublings.rows if None not in row))
    values = known.numbers("Elo")
    errors = whiskers(values, known.numbers("low"), known.numbers("high"))
    if values:
        right.errorbar(known.numbers("against"), values, yerr=errors, fmt="o-", capsize=3)
        right.set_xscale("log")
    right.set_ylim(bottom=0)
    right.set_xlabel("nodes a move")
    right.set_ylabel("Elo of twice as many")
