"""Cost of a full table: nodes to a depth by the table's size, set against how full it was; and Elo.

Positions are searched to one depth with tables from very small to so large that they stay nearly empty. The nodes
needed beyond those of the largest table are what was lost by overwriting; beside them stand the use in permille that a
program would have shown at the end, and how many nodes there were for each entry, which goes on where the use can't
grow any more. Middlegames and endings are kept apart, because transpositions are more common with few men. Sizes are
told in entries, buckets of four, empty before each search; nodes repeat exactly.

Two searches: one of old, whose nodes to a depth are all that the table can change; and today's, which searches less
deep where the table knows no move (internal iterative reduction): what it loses by overwriting it loses partly in
quality, not in nodes, so that its figures show less than the whole loss. So today's search plays with 1 MB against 64
MB, at nodes a move that overfill the small table within a few moves. To lose 20% of the performance is to be no better
than with the large table and a fifth fewer nodes, to lose no more than 70% to be no worse than with it and 70% fewer.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import TableDesign
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Cell, Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above, plain_logarithmic, whiskers
from kiebitz_claims.claims.judging import Judgement, Part, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import LATER_PLIES, championship_positions, later_championship_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import STYLES, describe
from kiebitz_claims.measuring.statistics import geometric_mean

# Entries of the tables, the largest last: the reference.
SIZES, QUICK_SIZES = tuple(2**power for power in (11, 13, 15, 17, 19, 20, 22)), (2**8, 2**14)
HASH_MB = 64
"""Room for the largest: sizes are told in entries of 16 bytes."""
# Search, phase, depth, games: many times as many nodes as the smallest table has entries.
PLANS = (
    ("ordered", "middlegame", 6, 48),
    ("ordered", "ending", 8, 50),
    ("today", "middlegame", 11, 48),
    ("today", "ending", 13, 50),
)
QUICK_PLANS = (("ordered", "ending", 4, 2), ("today", "ending", 6, 2))
FULL_PERMILLE, FIRST_PERMILLE = 900, 100
# Losses claimed, as shares.
CLAIMED_LOSS = 0.2, 0.7
# Nodes a move with the small table, MB of both, pairs of games.
MATCH_NODES, QUICK_MATCH_NODES, SMALL_MB, LARGE_MB, PAIRS, QUICK_PAIRS = 50_000, 300, 1, 64, 150, 1
ORDERED = "ordered"
FIRST_SEED = 751
BY_SIZE, EACH, GAMES_PLAYED = "By entries", "Each search", "The small table against the large one"

SHARES = (0.0, *CLAIMED_LOSS)
"""The nodes that the side with the large table goes without, in the matches."""
STUDY = Study(
    __file__,
    constants=globals(),
    headings=HEADINGS,
    later_plies=LATER_PLIES,
    planned="; ".join(
        f"{count} positions of the {phase} to depth {depth} with {style}" for style, phase, depth, count in PLANS
    ),
    games=2 * PAIRS,
    last_seed=FIRST_SEED + len(SHARES) - 1,
    least_loss=100 * CLAIMED_LOSS[0],
    most_loss=100 * CLAIMED_LOSS[1],
)
FULL, BEGINS, AT_LEAST, AT_MOST = STUDY.predictions.values()


def design_of(entries: int) -> TableDesign:
    """A table of so many entries, which counts those in use."""
    return TableDesign(key_bits=64, entries=entries, hashfull="used")


def spend(fen: str, style: str, depth: int, entries: int) -> list[int]:
    """Nodes, and use in permille at the end."""
    found = search_once(fen, STYLES[style], hash_mb=HASH_MB, depth=depth, design=design_of(entries))
    return [found["nodes"], found["permille"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every size over the same positions, then the matches."""
    plans, sizes = (QUICK_PLANS, QUICK_SIZES) if quick else (PLANS, SIZES)
    match_nodes, pairs = (QUICK_MATCH_NODES, QUICK_PAIRS) if quick else (MATCH_NODES, PAIRS)
    progress.expect(sum(count for _, _, _, count in plans) * len(sizes) + len(SHARES) * pairs)
    each: list[tuple[Cell, ...]] = []
    rows = []
    for style, phase, depth, count in plans:
        spent: dict[int, list[list[int]]] = {size: [] for size in sizes}
        samples = championship_positions(phase)[-count:] if quick else later_championship_positions(phase)[:count]
        for sample in samples:
            for size in sizes:
                step = f"{style}, {phase}, depth {depth}, {size} entries, {sample.name}"
                found = progress.step(step, spend, sample.fen, style, depth, size)
                spent[size].append(found)
                each.append((f"{style}, {phase}", sample.name, size, *found))
        for size in sizes:
            mean = geometric_mean(
                ours[0] / theirs[0] for ours, theirs in zip(spent[size], spent[sizes[-1]], strict=True)
            )
            permille = fmean(permille for _, permille in spent[size])
            load = fmean(nodes for nodes, _ in spent[size]) / size
            rows.append((f"{style}, {phase}", depth, size, load, permille, mean.value, mean.low, mean.high))
    outcomes = {
        share: play_match(
            f"{SMALL_MB} MB, {match_nodes} nodes, against {LARGE_MB} MB, {100 * share:.0f}% fewer",
            Side(hash_mb=SMALL_MB, limit=Limit(nodes=match_nodes)),
            Side(hash_mb=LARGE_MB, limit=Limit(nodes=round(match_nodes * (1 - share)))),
            pairs,
            progress,
            openings_seed=seed,
        )
        for seed, share in enumerate(SHARES, FIRST_SEED)
    }
    return STUDY.result(
        rows,
        [(round(100 * share), *outcome.row) for share, outcome in outcomes.items()],
        each,
        figures=tuple(
            Measurement(f"nodes against {sizes[-1]:,} entries, {row[0]}, {row[4]:.0f} permille used", row[5])
            for row in rows
            if row[2] != sizes[-1]
        ),
        conditions={
            "nodes": f"to the depth, by those with {sizes[-1]:,} entries; geometric mean over positions with its 95% "
            "interval",
            "permille": "of the first 1000 entries in use at the end, mean over positions",
            "searches": describe(["ordered", "today"]),
            "matches": f"today's search, {match_nodes:,} nodes a move, {2 * pairs} games each",
        },
    )


def judge(
    losses: list[tuple[str, int, float, float, Estimate]],
    counts: dict[str, int],
    matches: dict[float, tuple[Estimate, int]],
) -> Judgement:
    """Every ordered search must lose as much as claimed; efficiency is depth for effort, so 1 - 1 / (nodes by nodes).

    ``losses`` are nodes by those of the largest table, by search, entries, nodes an entry and use in permille, the
    smallest table first and the largest last. ``counts`` are positions by search; ``matches`` Elo and games of the
    small table by the nodes, in per cent, that the large one goes without. Of today's search the nodes are told only.
    """
    full: dict[str, Part] = {}
    first: dict[str, Part] = {}
    told = {}
    for search, count in counts.items():
        by_use = [
            (permille, lost(mean), f"{entries:,} entries, {permille:.0f} permille, {load:.0f} nodes an entry")
            for other, entries, load, permille, mean in losses
            if other == search
        ]
        if not search.startswith(ORDERED):
            told[search] = by_use[0][1]
            continue
        sample = count, "positions"
        overfilled = {
            f"{search}, {table}": FULL.judged(loss, *sample)
            for permille, loss, table in by_use[:-1]
            if permille >= FULL_PERMILLE
        }
        full |= overfilled
        if not overfilled:
            full[search] = FULL.undecided(f"the smallest table was only {by_use[0][0]:.0f} permille full")
        permille, loss, _ = min(by_use[:-1], key=lambda found: abs(found[0] - FIRST_PERMILLE))
        doubt = f"the nearest to 10% was {permille:.0f} permille full"
        first[search] = BEGINS.judged(loss, *sample) if permille <= 2 * FIRST_PERMILLE else BEGINS.undecided(doubt)
    missing = "no such search was made"
    level, _ = matches[0]
    return Judgement(
        (
            in_all(full) if full else FULL.undecided(missing),
            in_all(first) if first else BEGINS.undecided(missing),
            *(
                prediction.judged(*matches[round(100 * share)], "games")
                for prediction, share in zip((AT_LEAST, AT_MOST), CLAIMED_LOSS, strict=True)
            ),
        ),
        "Nodes that today's search loses with the smallest table: "
        + (
            ", ".join(
                f"{search} {loss.value:.0f}% ({loss.low:.0f} to {loss.high:.0f})" for search, loss in told.items()
            )
            or "not measured"
        )
        + f". At equal nodes {SMALL_MB} MB is {level.value:+.0f} Elo ({level.low:+.0f} to {level.high:+.0f}) against "
        f"{LARGE_MB} MB.",
    )


def lost(ratio: Estimate) -> Estimate:
    """The share of efficiency lost, per cent, when so many times the nodes are needed."""
    return Estimate(*(100 * (1 - 1 / end) if end > 0 else -math.inf for end in (ratio.value, ratio.low, ratio.high)))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    games: dict[str, set[str]] = {}
    for search, game, *_ in result.rows(EACH):
        games.setdefault(search, set()).add(game)
    losses = [(row[0], row[2], row[3], row[4], Estimate(*row[5:])) for row in result.rows(BY_SIZE)]
    matches = {row[0]: (elo_of_row(*row[4:]), sum(row[1:4])) for row in result.rows(GAMES_PLAYED)}
    return losses, {search: len(names) for search, names in games.items()}, matches


def draw(result: Result, figure: Figure) -> None:
    """Nodes against the largest table, left by use, right by nodes an entry, where use can't grow any more."""
    panels = figure.subplots(1, 2, sharey=True)
    table = result.table(BY_SIZE)
    for panel, heading in zip(panels, ("permille", "nodes an entry"), strict=True):
        for search in table.values("search"):
            ratios, lows, highs = (table.numbers(name, search=search) for name in ("nodes", "low", "high"))
            panel.errorbar(
                table.numbers(heading, search=search),
                ratios,
                whiskers(ratios, lows, highs),
                marker="o",
                capsize=2,
                label=str(search),
            )
        panel.axhline(1, color="grey", linewidth=0.8)
        panel.set_yscale("log")
        plain_logarithmic(panel.yaxis)
    low, high = (1 / (1 - share) for share in CLAIMED_LOSS)
    panels[0].fill_between([FULL_PERMILLE, 1000], low, high, color="grey", alpha=0.2, label="claimed from 90% on")
    panels[0].set_xlabel("entries in use at the end, permille")
    panels[1].set(xscale="log", xlabel="nodes an entry")
    panels[0].set_ylabel("nodes to the depth / with the largest table")
    legend_above(figure, panels[0], 3)
