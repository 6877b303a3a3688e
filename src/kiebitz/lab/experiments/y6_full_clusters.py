"""How many clusters of three are full, and so overwrite, at a given use of the table: measured and computed.

The table is filled by searches of growing length, and its clusters are counted by how many of their entries are in use.
Keys spread evenly, so that the number of different positions sent to a cluster follows a Poisson distribution; of more
than three, three stay. From the use alone follow then the share of full clusters and how many of the new positions find
one full, and overwrite. Both stand side by side.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction, exactly
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import championship_positions, taken_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y6",
    title="Full clusters at half use",
    statement="At 50% use clusters with all three entries taken, and so overwriting, are common; at 10% it can happen "
    "already.",
    source=YANEURAOU,
)

CLUSTER = 3
HASH_MB = 8
NODE_LIMITS = (20_000, 40_000, 80_000, 130_000, 200_000, 300_000, 450_000, 700_000, 1_100_000, 2_000_000)
QUICK_NODE_LIMITS = (20_000, 80_000)
GAMES, QUICK_GAMES = 50, 1
HALF, TENTH = 500, 100
# Common: at least one cluster of ten. It happens: at least one of ten thousand.
COMMON, HAPPENS = 0.1, 0.0001
# Measured and computed agree if they are no further apart than this.
AGREEMENT = 0.02
FILL = "Clusters by use"

COMMON_AT_HALF = Prediction(
    "full clusters are common at 50% use",
    "share of the clusters that are full, computed",
    100 * COMMON,
    unit="%",
    margin="common is one of ten",
)
HAPPENS_AT_TENTH = Prediction(
    "it happens at 10% already",
    COMMON_AT_HALF.measure,
    100 * HAPPENS,
    unit="%",
    margin="it happens if one of ten thousand is full",
)
AS_COMPUTED = Prediction(
    "computed as measured",
    "greatest difference between the computed share and the measured one",
    high=100 * AGREEMENT,
    unit="%",
    margin="the computation stands for real tables if no table is further off than two per cent of the clusters",
)
PLAN = Plan(
    version=2,
    original="HASH使用率50%であれば、TTClusterのなかのTTEntryが3つとも使用中でそのためどれか1つを潰して上書きしなけれ"
    "ば値を格納できないということが頻繁に発生しうるのではないでしょうか。… [10%でも] TTEntry自体はどこか潰して上書きさ"
    "れていてもおかしくはないですね。",
    translation="With 50% in use it may well happen frequently that all three TTEntries of a TTCluster are taken, so "
    "that one of them has to be overwritten. … [At 10% too] it would be no wonder if some TTEntry were overwritten "
    "somewhere.",
    qualifiers="“It is a matter of probability, so I leave the calculation out.”",
    predictions=(COMMON_AT_HALF, HAPPENS_AT_TENTH, AS_COMPUTED),
    sample=f"{GAMES * len(NODE_LIMITS)} tables filled by searches of {GAMES} middlegames, one of a game",
    earlier=(Earlier("holds", "2026-11-23", "Tables of three positions were looked at; there are fifty now."),),
)


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


def fill(fen: str, nodes: int) -> list[int]:
    """Clusters with 0, 1, 2 and 3 entries in use after a search."""
    with Engine(hash_mb=HASH_MB, evaluation="classical") as engine:
        search(engine, fen, nodes=nodes)
        return list(engine.table.survey().by_fill)


def measure(quick: bool, progress: Progress) -> Result:
    """Fill tables, count clusters, compute what is to be expected."""
    limits = QUICK_NODE_LIMITS if quick else NODE_LIMITS
    samples = championship_positions("middlegame", taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(len(samples) * len(limits))
    rows: list[tuple[int, str, float, float, float, float]] = []
    for nodes in limits:
        for sample in samples:
            by_fill = progress.step(f"{nodes:,} nodes, {sample.name}", partial(fill, sample.fen, nodes))
            clusters = sum(by_fill)
            use = sum(count * number for count, number in enumerate(by_fill)) / (CLUSTER * clusters)
            rows.append(
                (nodes, sample.name, 1000 * use, by_fill[CLUSTER] / clusters, full_at(use), overwritten_at(use))
            )
    rows.sort(key=lambda row: row[2])
    half, tenth = full_at(HALF / 1000), full_at(TENTH / 1000)
    filled = [(permille, measured, computed) for _, _, permille, measured, computed, _ in rows]
    apart = greatest_difference(filled)
    return Result(
        measurements=(
            Measurement(f"full clusters at {HALF} permille, computed", 100 * half, "%"),
            Measurement(f"full clusters at {TENTH} permille, computed", 100 * tenth, "%"),
            Measurement(f"positions lost by then at {HALF} permille, computed", 100 * overwritten_at(HALF / 1000), "%"),
            Measurement(
                f"positions lost by then at {TENTH} permille, computed", 100 * overwritten_at(TENTH / 1000), "%"
            ),
            Measurement("greatest difference between measured and computed", 100 * apart, "% of the clusters"),
        ),
        tables=(Table(FILL, ("nodes", "game", "permille", "full", "full, computed", "lost, computed"), tuple(rows)),),
        conditions={
            "table": f"{HASH_MB} MB, clusters of three, empty before each search",
            "search": "today's, middlegames",
            "permille": "of all entries of the table in use",
        },
    )


def greatest_difference(filled: list[tuple[float, float, float]]) -> float:
    """How far measured and computed shares of full clusters are apart at most."""
    return max(abs(measured - computed) for _, measured, computed in filled)


def judge(half: float, tenth: float, filled: list[tuple[float, float, float]]) -> Judgement:
    """The computed shares of full clusters, at half and at a tenth; then whether real tables are as computed.

    ``filled`` are the tables by use: permille, share of full clusters measured and computed.
    """
    return Judgement(
        (
            COMMON_AT_HALF.judged(exactly(100 * half)),
            HAPPENS_AT_TENTH.judged(exactly(100 * tenth)),
            AS_COMPUTED.judged(exactly(100 * greatest_difference(filled))),
        ),
        f"{len(filled)} tables from {filled[0][0]:.0f} to {filled[-1][0]:.0f} permille.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    half, tenth, *_ = (value / 100 for value in result.measured.values())
    return half, tenth, [row[2:5] for row in result.rows(FILL)]


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
    for permille in (TENTH, HALF):
        axes.axvline(permille, color="grey", linewidth=0.8)
    axes.set_xlabel("entries in use, permille")
    axes.set_ylabel("% of the clusters (or positions)")
    legend_above(figure, axes)
