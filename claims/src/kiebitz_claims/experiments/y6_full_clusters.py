"""Share of clusters of three that are full, and overwritten entries, at half and a tenth of the table in use.

A table is filled by a search that is stopped when about half of its entries are in use, and another when it is about a
tenth. The clusters with three entries taken are counted: there the next new position takes the place of another. At a
tenth of the table in use it is looked for whether that has happened already: the same search is stopped at a quarter, a
half and three quarters of its nodes, too, and an entry that stands there and later gives its place to another position
is counted. What comes and goes in between is not seen, so that this is the least that was overwritten. The principal
variation is left out, since the end of a search stores its root.

Beside it stands what chance gives. Keys spread evenly, so that the number of different positions sent to a cluster
follows a Poisson distribution; of more than three, three stay. From the use alone follow then the share of full
clusters and how many of the positions are no longer in the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from kiebitz.engine import Engine
from kiebitz.engine.common_engine import AnyEngine
from kiebitz.engine.table_view import TableSurvey
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, legend_above
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search
from kiebitz_claims.measuring.statistics import mean, proportion, ratio_of_sums, scaled

CLUSTER, CLUSTER_BYTES = 3, 32
HASH_MB, QUICK_HASH_MB = 4, 1
GAMES, QUICK_GAMES = 60, 2
HALF, TENTH = 0.5, 0.1
USES = (HALF, TENTH)
ABOUT = 0.1
"""The tolerance of the use, as a share of it."""
TRIES = 6
NODES_A_POSITION = 2.6
"""A first guess of the nodes that a search visits for each position it stores."""
STAGES = 4
"""Of the search to a tenth: so many times the table is looked at."""
FILL = "Every table"

STUDY = Study(__file__, constants=globals())
COMMON_AT_HALF, HAPPENS_AT_TENTH, AS_COMPUTED = STUDY.predictions.values()


class Filled(NamedTuple):
    """A table as it was found."""

    asked: float
    """The use it was to have, from 0 to 1."""
    use: float
    """The use it had."""
    full: float
    """Share of its clusters with every entry taken."""
    overwritten: int | None
    """Entries that gave their place to another position, at least; None where it was not looked for."""


def use_of(load: float) -> float:
    """The share of entries in use after so many different positions for each cluster on average."""
    kept = sum(min(count, CLUSTER) * poisson(load, count) for count in range(CLUSTER))
    kept += CLUSTER * (1 - sum(poisson(load, count) for count in range(CLUSTER)))
    return kept / CLUSTER


def poisson(mean: float, count: int) -> float:
    """Probability of a count."""
    return math.exp(-mean) * mean**count / math.factorial(count)


def load_of(use: float) -> float:
    """The positions for each cluster that lead to a use between 0 and 1."""
    low, high = 0.0, 100.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if use_of(middle) < use else (low, middle)
    return low


def full_at(use: float) -> float:
    """The share of clusters that are full, which is the share of new positions that overwrite."""
    load = load_of(use)
    return 1 - sum(poisson(load, count) for count in range(CLUSTER))


def overwritten_at(use: float) -> float:
    """The share of all positions sent to the table that are no longer in it."""
    load = load_of(use)
    return 1 - CLUSTER * use / load if load else 0.0


def table_after(
    fen: str, nodes: int, hash_mb: int, engine_of: Callable[..., AnyEngine[Any, Any]] = Engine
) -> tuple[TableSurvey, dict[tuple[int, int], int]]:
    """A table after so many nodes from an empty one: its survey, and the key kept in each place.

    Places (bucket and slot) of the principal variation are left out.
    """
    with engine_of(hash_mb=hash_mb, evaluation="classical") as engine:
        search(engine, fen, nodes=nodes)
        entries = engine.table.sample()
        entries = entries[~entries["pv"]]
        places = zip(entries["bucket"].tolist(), entries["slot"].tolist(), strict=True)
        return engine.table.survey(), dict(zip(places, entries["key"].tolist(), strict=True))


def fill(fen: str, asked: float, hash_mb: int, engine_of: Callable[..., AnyEngine[Any, Any]] = Engine) -> list[int]:
    """Nodes until about so much of the table is in use, then clusters with 0, 1, 2 and 3 entries taken."""
    clusters = (hash_mb << 20) // CLUSTER_BYTES
    nodes = round(NODES_A_POSITION * load_of(asked) * clusters)
    by_fill: tuple[int, ...] = ()
    for _ in range(TRIES):
        survey, _ = table_after(fen, nodes, hash_mb, engine_of)
        by_fill = survey.by_fill
        use = survey.used / survey.entries
        if is_about(use, asked):
            break
        nodes = round(nodes * load_of(asked) / load_of(use))
    return [nodes, *by_fill]


def is_about(use: float, asked: float) -> bool:
    """True if a use is near enough to the one asked for."""
    return abs(use - asked) <= ABOUT * asked


def overwritten(fen: str, nodes: int, hash_mb: int, engine_of: Callable[..., AnyEngine[Any, Any]] = Engine) -> int:
    """Entries that gave their place to another position by then, as far as it is seen at the ends of the stages."""
    stages = [table_after(fen, nodes * stage // STAGES, hash_mb, engine_of)[1] for stage in range(1, STAGES + 1)]
    return sum(later.get(place, key) != key for earlier, later in pairwise(stages) for place, key in earlier.items())


def measure(quick: bool, progress: Progress) -> Result:
    """Fill tables, count clusters, look for what was overwritten."""
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    # A first look takes other games than the plan's.
    samples = phase_positions("opening", QUICK_GAMES) if quick else championship_positions("opening", slice(GAMES))
    progress.expect((len(USES) + 1) * len(samples))
    rows: list[tuple[Cell, ...]] = []
    for asked in USES:
        for sample in samples:
            nodes, *by_fill = progress.step(
                f"{asked:.0%} of {hash_mb} MB in use, {sample.name}", fill, sample.fen, asked, hash_mb
            )
            lost: int | None = None
            if asked == TENTH:
                step = f"overwritten in {hash_mb} MB by {nodes:,} nodes, {sample.name}"
                lost = progress.step(step, overwritten, sample.fen, nodes, hash_mb)
            clusters = sum(by_fill)
            use = sum(count * number for count, number in enumerate(by_fill)) / (CLUSTER * clusters)
            rows.append((1000 * asked, sample.name, nodes, 1000 * use, by_fill[CLUSTER] / clusters, full_at(use), lost))
    return STUDY.result(
        rows,
        conditions={
            "table": f"{hash_mb} MB, clusters of three, empty before each search",
            "search": "today's, with the classical evaluation; openings",
            "permille": "of all entries of the table in use",
        },
    )


def judge(tables: list[Filled]) -> Judgement:
    """Full clusters at half, overwriting at a tenth, and at both what chance gives; of tables with about that use.

    Told are the shares of full clusters, and how many entries were overwritten.
    """
    near = {asked: [each for each in tables if each.asked == asked and is_about(each.use, asked)] for asked in USES}
    if not all(near.values()):
        why = "no table had about that use"
        return Judgement(tuple(prediction.undecided(why) for prediction in STUDY.plan.predictions))
    half, tenth = near.values()
    full = {asked: scaled(mean(each.full for each in found), 100) for asked, found in near.items()}
    counts = [each.overwritten or 0 for each in tenth]
    return Judgement(
        (
            COMMON_AT_HALF.judged(full[HALF], len(half), "tables"),
            HAPPENS_AT_TENTH.judged(
                scaled(proportion(sum(count > 0 for count in counts), len(tenth)), 100), len(tenth), "tables"
            ),
            in_all(
                {
                    f"{asked:.0%} use": AS_COMPUTED.judged(
                        ratio_of_sums([each.full for each in found], [full_at(each.use) for each in found]),
                        len(found),
                        "tables",
                    )
                    for asked, found in near.items()
                }
            ),
        ),
        f"At 10% use {full[TENTH].value:.2f}% of the clusters are full; {min(counts):,} to {max(counts):,} entries, "
        f"{mean(counts).value:,.1f} on average, were overwritten at least. Chance lets {overwritten_at(TENTH):.3%} of "
        f"the positions get lost by then, and {overwritten_at(HALF):.1%} by 50% use.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return ([Filled(row[0] / 1000, row[3] / 1000, row[4], row[6]) for row in result.rows(FILL)],)


def draw(result: Result, figure: Figure) -> None:
    """Full clusters by use: points measured, lines computed."""
    axes = figure.add_subplot()
    table = result.table(FILL)
    uses = [permille / 1000 for permille in range(5, 1000, 5)]
    axes.plot([1000 * use for use in uses], [100 * full_at(use) for use in uses], label="full, computed")
    axes.plot(
        [1000 * use for use in uses], [100 * overwritten_at(use) for use in uses], ":", label="positions lost, computed"
    )
    axes.plot(table.numbers("permille"), [100 * share for share in table.numbers("full")], "o", label="full, measured")
    for use in USES:
        axes.axvline(1000 * use, color="grey", linewidth=0.8)
    axes.set(xlabel="entries in use, permille", ylabel="% of the clusters (or positions)")
    legend_above(figure, axes)
