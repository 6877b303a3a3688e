"""Distance of real searches from the critical tree of the same position, technique by technique.

The lecture's theorem says what every exact algorithm must visit; alpha-beta on a perfectly ordered tree visits exactly
that, the critical nodes. Of a real position nobody knows the order beforehand, but afterwards one does: a plain
alpha-beta search to the given depth, without iterative deepening, remembers the best or refuting move of every node;
the same search again tries these moves first, until the tree shrinks no more. In the end the first move refutes at
practically every node that a move refutes, so that what is visited is a critical tree. Where several moves refute, some
are cheaper than others: each of the exact searches below therefore leaves its moves, too, for further such rounds, and
the critical tree is the least of all that were seen.

Against it stand real searches to the same depth, their techniques added one by one. Nodes are those of the tree down to
the horizon: positions from which quiescence goes on are its leaves, and what quiescence visits is not counted.
*Last iteration* is the completed search to that depth alone, *whole search* all iterations with it: what iterative
deepening costs and what it orders. Down to the aspiration window the techniques leave nothing out that could change the
value; the table's values make a graph of the tree, whose nodes need to be visited once only, and the selective ones
leave out critical nodes on purpose: there a ratio below 1 is no contradiction. (Where the table is on, its bounds
sharpen static evaluations, so that now and then a value differs by a centipawn from that without.) Nodes repeat
exactly. Means are geometric, with the 95% interval over positions, or over games where it decides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypedDict, TypeVar

import numpy as np

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above
from kiebitz_claims.claims.judging import Judgement, exactly, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.critical_tree import MAX_ROWS, TooManyNodesError, TreeCount, count_rows, critical_tree
from kiebitz_claims.measuring.positions import PHASES, Sample, championship_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import MINIMAX, SearchSettings, without_table
from kiebitz_claims.measuring.statistics import geometric_mean

PLAIN: SearchSettings = {**without_table(MINIMAX), "evaluation": "classical"}
# What each technique adds to those above it.
EXACT_STEPS: tuple[tuple[str, SearchSettings], ...] = (
    ("captures first", {}),
    ("+ killers, history", {"killers": 1, "history": 1, "continuation_history": 1, "counter_moves": 1}),
    ("+ table's moves", {"transposition_table": 1, "hash_move": 1, "table_cutoffs": 0}),
    ("+ null windows (PVS)", {"principal_variation_search": 1}),
    ("+ aspiration", {"aspiration": 1}),
)
GRAPH_STEP: tuple[str, SearchSettings] = ("+ table's values", {"table_cutoffs": 1})
SELECTIVE_STEPS: tuple[tuple[str, SearchSettings], ...] = (
    ("+ null move", {"null_move_policy": "adaptive"}),
    ("+ late move reductions", {"late_move_reductions": 1}),
)
TODAY = "today's search"
EXACT = tuple(name for name, _ in EXACT_STEPS)
DEPTH = 6
# Others than those of the plan before.
GAMES = slice(20, 40)
QUICK_DEPTH, QUICK_GAMES = 3, slice(-1, None)
HASH_MB = 64
# Below this share of first moves the tree is not called critical.
ENOUGH_FIRST = 0.99
# The table's bounds sharpen evaluations even if its values end no node, which may change a leaf by a few centipawns.
MAX_OTHER_VALUES = 0.25
EACH = "Every position"
FOR_EACH = "nodes for each critical node"
FIRST_REFUTES = "refuted nodes of a critical tree in which the first move tried refutes, at least"
OTHER_VALUES = "positions in which an exact search finds another value than the critical tree has"

STUDY = Study(__file__, constants=globals(), games=GAMES.stop - GAMES.start)
AT_LEAST_CRITICAL, NEARER = STUDY.predictions.values()

Found = TypeVar("Found")


class Counts(TypedDict):
    """Of one search of one position."""

    last: int
    """Nodes to the horizon in the last iteration."""
    whole: int
    """The same in all iterations."""
    first: float
    """First moves among the refuting ones, last iteration."""
    value: int
    """Centipawns, view of the side to move."""


def variants() -> list[tuple[str, SearchSettings]]:
    """The searches by name, each with all the techniques before it."""
    found: list[tuple[str, SearchSettings]] = []
    settings = PLAIN
    for name, more in (*EXACT_STEPS, GRAPH_STEP, *SELECTIVE_STEPS):
        settings = {**settings, **more}
        found.append((name, settings))
    return [*found, (TODAY, {"evaluation": "classical"})]


def real_search(fen: str, depth: int, settings: SearchSettings) -> Counts:
    """Search and count. Raises TooManyNodesError."""
    with Engine(**options_by_name(settings, hash_mb=HASH_MB)) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
    if trace.unrecorded:
        raise TooManyNodesError(f"{fen} to depth {depth} has more than {MAX_ROWS:,} nodes; search less deep")
    value = int(trace.last_iteration().rows["value"][0])
    whole = count_rows(trace.rows, value)
    # A last iteration may have needed several windows.
    roots = trace.iterations
    begins = int(roots[np.flatnonzero(trace.rows["depth"][roots] == depth)[0]])
    rows = trace.rows[begins:].copy()
    rows["parent"] = np.where(rows["parent"] >= 0, rows["parent"] - begins, -1)
    last = count_rows(rows, value)
    return Counts(last=last.to_horizon, whole=whole.to_horizon, first=last.first, value=value)


def critical(fen: str, depth: int) -> list[Counts]:
    """The plain search without iterations, and the critical tree."""
    before = [settings for name, settings in variants() if name in EXACT]
    return [_as_counts(count) for count in critical_tree(fen, depth, PLAIN, before=before, hash_mb=HASH_MB)]


def _as_counts(count: TreeCount) -> Counts:
    return Counts(last=count.to_horizon, whole=count.to_horizon, first=count.first, value=count.value)


def unless_too_many(count: Callable[..., Found], *searched: Any) -> Found | None:
    """The count, or None where it is more than can be recorded."""
    try:
        return count(*searched)
    except TooManyNodesError:
        return None


def measure(quick: bool, progress: Progress) -> Result:
    """Count the critical tree of every position, then what each search visits."""
    depth = QUICK_DEPTH if quick else DEPTH
    games = championship_phases(QUICK_GAMES if quick else GAMES)
    samples = [(phase, Sample(name, phases[phase])) for phase in PHASES for name, phases in games]
    searches = variants()
    progress.expect(len(samples) * (len(searches) + 1))
    rows: list[tuple[str, str, str, int, int, int, float, float, int]] = []
    ratios: dict[str, list[float]] = {}
    whole_ratios: dict[str, list[float]] = {}
    firsts: dict[str, list[float]] = {}
    least_first, least_ratio = 1.0, float("inf")
    others: set[str] = set()
    left_out: list[str] = []
    for phase, sample in samples:
        trees = progress.step(
            f"critical tree, {phase}, {sample.name}, depth {depth}", unless_too_many, critical, sample.fen, depth
        )
        if trees is None:
            left_out.append(f"{sample.name}, {phase} (critical tree)")
            continue
        plain, tree = trees
        counted: dict[str, Counts] = {}
        for name, settings in searches:
            counts = progress.step(
                f"{name}, {phase}, {sample.name}, depth {depth}",
                unless_too_many,
                real_search,
                sample.fen,
                depth,
                settings,
            )
            if counts is None:
                left_out.append(f"{sample.name}, {phase} ({name})")
                break
            counted[name] = counts
        if len(counted) < len(searches):
            continue
        least_first = min(least_first, tree["first"])
        for name, found in counted.items():
            ratio, whole = found["last"] / tree["last"], found["whole"] / tree["last"]
            ratios.setdefault(name, []).append(ratio)
            whole_ratios.setdefault(name, []).append(whole)
            firsts.setdefault(name, []).append(found["first"])
            rows.append(
                (phase, sample.name, name, tree["last"], found["last"], found["whole"], ratio, whole, found["value"])
            )
            if name in EXACT:
                least_ratio = min(least_ratio, ratio)
                if found["value"] != plain["value"]:
                    others.add(sample.fen)
    means = {name: geometric_mean(values) for name, values in ratios.items()}
    return STUDY.result(
        [
            (
                name,
                mean.value,
                mean.low if len(ratios[name]) > 1 else None,
                mean.high if len(ratios[name]) > 1 else None,
                geometric_mean(whole_ratios[name]).value,
                100 * sum(firsts[name]) / len(firsts[name]),
            )
            for name, mean in means.items()
        ],
        rows,
        figures=(
            *(
                Measurement(f"{FOR_EACH}, {name}", mean.value, error=mean.error if not quick else None)
                for name, mean in means.items()
            ),
            Measurement(FIRST_REFUTES, 100 * least_first, "%"),
            Measurement(OTHER_VALUES, len(others)),
        ),
        conditions={
            "depth": f"{depth} plies, then quiescence",
            "positions": f"{len(samples) - len(left_out)}, of all phases",
            "left out": "; ".join(left_out) or "none",
            "table": f"{HASH_MB} MB, empty before each search",
        },
    )


def judge(
    steps: dict[str, Estimate], least_ratio: float, least_first: float, other_values: float, games: int
) -> Judgement:
    """Both statements by the exact searches, unless the trees found are no critical ones or their values differ.

    ``steps`` are nodes with better order by nodes without; ``least_first`` is the least share of first moves that
    refute in a critical tree, ``other_values`` that of positions in which an exact search finds another value.
    """
    if least_first < ENOUGH_FIRST:
        doubt = f"the first move refutes in {least_first:.1%} of the nodes only, so the trees found are not critical"
    elif other_values > MAX_OTHER_VALUES:
        doubt = f"in {other_values:.0%} of the positions exact searches find other values"
    else:
        return Judgement(
            (
                AT_LEAST_CRITICAL.judged(exactly(least_ratio)),
                in_all({name: NEARER.judged(step, games, "games") for name, step in steps.items()}),
            ),
            "The first statement is a theorem, and here a check of the method: the critical tree is the least that any "
            "of these searches leads to, so that one of them could be smaller only by not repeating its own moves.",
        )
    return Judgement((AT_LEAST_CRITICAL.undecided(doubt), NEARER.undecided(doubt)))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows, measured = result.rows(EACH), result.measured
    nodes = {(phase, game, search): last for phase, game, search, _, last, *_ in rows}
    positions = list(dict.fromkeys((row[0], row[1]) for row in rows))
    games = [game for _, game in positions]
    steps = {
        better: geometric_mean((nodes[*where, better] / nodes[*where, worse] for where in positions), games)
        for worse, better in pairwise(EXACT[:3])
    }
    least_ratio = min(row[6] for row in rows if row[2] in EXACT)
    other_values = measured[OTHER_VALUES] / len(positions)
    return steps, least_ratio, measured[FIRST_REFUTES] / 100, other_values, len(set(games))


def draw(result: Result, figure: Figure) -> None:
    """Every position as a point, technique by technique; the critical tree as a line."""
    table = result.table(EACH)
    names = [str(name) for name in table.values("search")]
    axes = figure.add_subplot()
    for phase in PHASES:
        points = [table.numbers("ratio, last", phase=phase, search=name) for name in names]
        aside = (PHASES.index(phase) - 1) * 0.18
        axes.plot(
            [value for values in points for value in values],
            [place + aside for place, values in enumerate(points) for _ in values],
            "o",
            alpha=0.75,
            label=phase,
        )
    axes.axvline(1, color="black", linestyle="dashed", linewidth=0.9)
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("nodes of the last iteration for each critical node (dashed: the critical tree)")
    legend_above(figure, axes)
