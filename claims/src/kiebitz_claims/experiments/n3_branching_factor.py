"""The effective branching factor by technique: how much an additional ply costs.

Each search goes to a fixed depth from an empty table; the factor of a position is the (d - s)-th root of nodes(d) /
nodes(s), where s skips the first plies, and the mean is geometric over positions. From plain alpha-beta with a table
and good ordering, the techniques are added one after the other: the null move, Nimzo 1's static selectivity instead,
all of today's. Nodes repeat exactly.

The factor of 7 is said of programs whose first move refutes in about 90%; ours does so more often. So alpha-beta
without table and extensions is searched with several orders of its moves as well, from captures alone to killers and
history with them, and of each search is recorded in how many of the nodes that a move refuted it was the first one.
Between the two orders whose mean rates over positions lie next to 90%, one below and one above, the factor at 90% is
interpolated: its logarithm is taken as linear in the rate. The interval goes by positions, one of a game, and holds the
scatter of the rates, too (linearised). These searches end a ply earlier, and begin a ply earlier, too: captures alone
cost too much beyond.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import LATER_PLIES, later_championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import geometric_mean, mean, quotient

WITHOUT: SearchSettings = {**NIMZO, "null_move_policy": OFF}
# The article's two: nothing but alpha-beta, and what a good program of its time added.
PLAIN, SELECTIVE = "alpha-beta without table", "null move"
# Search, settings, first and last depth.
SEARCHES: tuple[tuple[str, SearchSettings, int, int], ...] = (
    (PLAIN, {**WITHOUT, "transposition_table": 0, "check_extension": 0}, 3, 7),
    ("alpha-beta", {**WITHOUT, "check_extension": 0}, 3, 7),
    ("static selectivity", {**WITHOUT, "check_extension": 0, "static_selectivity": "strict"}, 3, 7),
    (SELECTIVE, {**NIMZO, "check_extension": 0}, 3, 8),
    ("nimzo", NIMZO, 3, 8),
    ("today", TODAY, 6, 13),
)
# Alpha-beta's own moves in better and better order.
ORDERS: dict[str, SearchSettings] = {
    "captures first": {"killers": 0, "history": 0},
    "killers": {"history": 0},
    "history": {"killers": 0},
    "killers and history": {},
}
ORDER_DEPTHS = (2, 6)
PHASE = "middlegame"
QUICK_POSITIONS, QUICK_DEPTHS = 2, (2, 4)
HITS = 0.9
"""The rate of first moves of which the article says its factor."""
MAX_ROWS = 20_000_000
HASH_MB, QUICK_HASH_MB = 64, 4
FACTORS, EACH = "Effective branching factor", "Every position"
ORDERED = "Alpha-beta by the order of its moves"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
SEVEN, FOUR_TO_FIVE, LESS = STUDY.predictions.values()

Ordered: TypeAlias = tuple[str, float, float]
"""Of one order in a position: game, rate of first moves among those that refute, factor."""


def factor(fen: str, settings: SearchSettings, first: int, last: int, hash_mb: int) -> float:
    """The factor between two depths of one search."""
    nodes = {
        line["depth"]: line["nodes"] for line in search_once(fen, settings, hash_mb=hash_mb, depth=last)["iterations"]
    }
    spent = {depth: nodes[depth] - nodes.get(depth - 1, 0) for depth in (first, last)}
    return float((spent[last] / spent[first]) ** (1 / (last - first)))


def by_order(fen: str, settings: SearchSettings, first: int, last: int) -> tuple[int, int, float]:
    """Nodes that a move refuted, those refuted by the first move, and the factor between two depths.

    Raises ValueError if the search has more nodes than can be recorded.
    """
    with Engine(**options_by_name({**TODAY, **settings}, hash_mb=QUICK_HASH_MB)) as engine:
        trace = engine.trace(fen, Limit(depth=last), max_nodes=MAX_ROWS)
    if trace.unrecorded:
        raise ValueError(f"{fen} to depth {last} has more than {MAX_ROWS:,} nodes; search less deep")
    roots = trace.iterations
    depths = trace.rows["depth"][roots]
    spent = [int(trace.subtree_nodes[roots[depths == depth]].sum()) for depth in (first, last)]
    found = trace.cut_rate()
    return found.cuts, found.first, float((spent[1] / spent[0]) ** (1 / (last - first)))


def measure(quick: bool, progress: Progress) -> Result:
    """Measure every search."""
    samples = phase_positions(PHASE, QUICK_POSITIONS) if quick else later_championship_positions(PHASE)
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    progress.expect(len(SEARCHES) + len(ORDERS))
    means: dict[str, Estimate] = {}
    rows, each = [], []
    for name, settings, first, last in SEARCHES:
        depths = QUICK_DEPTHS if quick else (first, last)
        found = progress.step(
            f"{name}, depth {depths[0]} to {depths[1]}",
            lambda settings=settings, depths=depths: [  # type: ignore[misc]
                factor(sample.fen, settings, depths[0], depths[1], hash_mb) for sample in samples
            ],
        )
        result = means[name] = geometric_mean(found, [sample.name for sample in samples])
        rows.append((name, depths[0], depths[1], result.value, _end(result.low), _end(result.high)))
        each += [(name, sample.name, value) for sample, value in zip(samples, found, strict=True)]
    depths = QUICK_DEPTHS if quick else ORDER_DEPTHS
    ordered: list[tuple[str, str, int, int, float]] = []
    for name, order in ORDERS.items():
        settings = {**WITHOUT, "transposition_table": 0, "check_extension": 0, **order}
        counts = progress.step(
            f"{PLAIN}, {name}, depth {depths[0]} to {depths[1]}",
            lambda settings=settings: [by_order(sample.fen, settings, *depths) for sample in samples],  # type: ignore[misc]
        )
        ordered += [(name, sample.name, *found) for sample, found in zip(samples, counts, strict=True)]
    return STUDY.result(
        rows,
        ordered,
        each,
        figures=tuple(Measurement(f"factor, {name}", result.value) for name, result in means.items()),
        conditions={
            "positions": f"{len(samples)} of the {PHASE}",
            "table": f"{hash_mb} MB",
            "orders": f"of {PLAIN}, from depth {depths[0]} to {depths[1]}",
        },
    )


def _end(value: float) -> float | None:
    return value if 0 < value < float("inf") else None


def judge(factors: dict[str, Estimate], positions: int, orders: dict[str, list[Ordered]]) -> Judgement:
    """Seven at a rate of 90%, and 4 to 5, by what is rounded to them; and whether selectivity makes a ply cheaper.

    ``orders`` has for each order of alpha-beta's moves the game, the rate of first moves and the factor of every
    position, the same positions for all.
    """
    selective = factors[SELECTIVE]
    sample = positions, "positions"
    told = ", ".join(
        f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}) with {name}" for name, found in factors.items()
    )
    by_rate = ", ".join(
        f"{geometric_mean(factor for *_, factor in found).value:.2f} at {mean_rate(found):.1%} ({name})"
        for name, found in orders.items()
    )
    return Judgement(
        (
            seven_at_hits(orders, positions),
            FOUR_TO_FIVE.judged(selective, *sample),
            LESS.judged(quotient(selective, factors[PLAIN]), *sample),
        ),
        f"A ply costs a factor of {told}."
        + (f" By the order of its moves alpha-beta has {by_rate}." if by_rate else ""),
    )


def seven_at_hits(orders: dict[str, list[Ordered]], positions: int) -> Part:
    """The first statement, between the two orders whose rates lie next to the article's on both sides."""
    if not orders:
        return SEVEN.undecided("how often the first move refutes was not recorded")
    rates = {name: mean_rate(found) for name, found in orders.items()}
    below = [name for name in rates if rates[name] <= HITS]
    above = [name for name in rates if rates[name] > HITS]
    if not below or not above:
        least, most = min(rates.values()), max(rates.values())
        return SEVEN.undecided(f"the first move refutes in {least:.1%} to {most:.1%}, on one side of {HITS:.0%} alone")
    worse, better = max(below, key=rates.__getitem__), min(above, key=rates.__getitem__)
    found = at_rate(orders[worse], orders[better], HITS)
    part = SEVEN.judged(found, positions, "positions")
    return replace(part, note="; ".join(filter(None, (f"between {worse} and {better}", part.note))))


def mean_rate(found: list[Ordered]) -> float:
    """The mean over positions of the rate of first moves."""
    return mean(rate for _, rate, _ in found).value


def at_rate(worse: list[Ordered], better: list[Ordered], wanted: float) -> Estimate:
    """The factor at a rate between the means of two orders, the logarithm linear between them, by games."""
    low, high = mean_rate(worse), mean_rate(better)
    part = (wanted - low) / (high - low)
    lows, highs = ([math.log(factor) for *_, factor in found] for found in (worse, better))
    slope = (sum(highs) - sum(lows)) / len(lows) / (high - low)
    # What a position adds to the interpolated logarithm, by its factors and by its rates: the mean is unchanged by it.
    values = [
        (1 - part) * (one - slope * (worse_rate - wanted)) + part * (other - slope * (better_rate - wanted))
        for one, other, (_, worse_rate, _), (_, better_rate, _) in zip(lows, highs, worse, better, strict=True)
    ]
    return geometric_mean(map(math.exp, values), [game for game, *_ in worse])


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result; those before plan 3 have no orders."""
    factors = {
        name: Estimate(factor, 0.0 if low is None else low, math.inf if high is None else high)
        for name, _, _, factor, low, high in result.rows(FACTORS)
    }
    return factors, len({row[1] for row in result.rows(EACH)}), orders_of(result)


def orders_of(result: Result) -> dict[str, list[Ordered]]:
    """Game, rate of first moves and factor of every position, by order; empty if none were searched."""
    orders: dict[str, list[Ordered]] = {}
    if any(table.title == ORDERED for table in result.tables):
        for name, game, cuts, first, found in result.rows(ORDERED):
            orders.setdefault(name, []).append((game, first / cuts, found))
    return orders


def draw(result: Result, figure: Figure) -> None:
    """The factors with their intervals, those of alpha-beta's orders too; those claimed as bands."""
    axes = figure.add_subplot()
    found = {
        str(row[0]): Estimate(row[3], row[4], row[5])
        for row in result.rows(FACTORS)
        if row[4] is not None and row[5] is not None
    }
    orders = orders_of(result)
    for name, each in orders.items():
        found[f"{name}, first move {mean_rate(each):.0%}"] = geometric_mean(
            [value for *_, value in each], [game for game, *_ in each]
        )
    part = seven_at_hits(orders, 0)
    if part.measured is not None:
        found[f"alpha-beta at {HITS:.0%}"] = part.measured
    found = {name: each for name, each in found.items() if math.isfinite(each.high)}
    places = range(len(found))
    axes.errorbar(
        [each.value for each in found.values()], places, xerr=whiskers_of(list(found.values())), fmt="o", capsize=4
    )
    axes.axvspan(SEVEN.low, SEVEN.high, color="C1", alpha=0.2, label=f"claimed, alpha-beta at {HITS:.0%}")
    axes.axvspan(FOUR_TO_FIVE.low, FOUR_TO_FIVE.high, color="grey", alpha=0.2, label="claimed, selective")
    axes.set_yticks(places, list(found))
    axes.invert_yaxis()
    axes.set_xlabel("effective branching factor")
    legend_above(figure, axes)
