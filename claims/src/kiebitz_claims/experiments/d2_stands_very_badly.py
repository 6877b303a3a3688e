"""The exception for who stands very badly: a null move that is hardly ever of use.

Positions of games are searched by the era Nimzo without its table, every node recorded, once so that everybody passes
and once with Donninger's exception: who stands two pawns below beta doesn't pass. In the first search the null moves of
those who stand so badly are counted, with those among them that failed.

With three plies left or fewer a null search is quiescence at once. There the opponent may be content with the very
evaluation by which the other side stands so badly: the null move fails by its definition, and costs hardly more than a
node. So only null moves with four plies left or more are asked, whose search has a ply of its own; the others are told.

The nodes of both searches say what the exception saves. Those of the null searches near the horizon are taken from the
search without it: they are saved by definition, too, and what is left says whether it pays to leave out the deeper
ones. Rule III, which passes beside the tree, is off. Nodes repeat exactly.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS
from kiebitz_claims.claims.claim import Cell, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import championship_games, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import geometric_mean, rate, scaled, share_of_sums

DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 8, 6, 2
PLIES = 24
"""Played before a position is taken from its game."""
DEEP = 4
"""Fewest plies left with which a null search (two plies shallower beyond its own) has a ply before quiescence."""
VERY_BADLY, EVERYBODY = 200, 10_000
"""Centipawns below beta beyond which nobody passes: Donninger's exception, and none."""
MAX_ROWS = 20_000_000
ALL = "all, with 95% interval"
EACH = "Null moves and nodes of every position"

STUDY = Study(__file__, constants=globals(), moves=PLIES // 2)
IN_VAIN, SAVES = STUDY.predictions.values()

Counts: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]
"""Of a position: null moves of who stands very badly, those that failed; the same near the horizon; the same of the
others that are not near it; nodes without the exception, those of them below the null moves of who stands very badly
near the horizon, and nodes with the exception."""
HEADINGS = (
    *("game", "badly: null moves", "badly: failed", "badly, near the horizon: null moves"),
    *("badly, near the horizon: failed", "others: null moves", "others: failed"),
    *("nodes without", "of these badly, near the horizon", "nodes with"),
)


def after_moves() -> list[tuple[str, str]]:
    """Each game's name and its position after ``PLIES``, or the next one without check."""
    import chess

    samples = []
    for game in championship_games():
        board = chess.Board()
        for ply, move in enumerate(game.moves, 1):
            board.push_uci(move)
            if ply >= PLIES and not board.is_check():
                break
        samples.append((game.name, board.fen()))
    return samples


def count(fen: str, depth: int) -> list[int]:
    """Search a position both ways: ``Counts``."""
    with Engine(hash_mb=1, era="nimzo", transposition_table=0, zugzwang_rule_3=0, donninger_margin=EVERYBODY) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        if trace.unrecorded:
            raise RuntimeError(f"{fen} takes more than {MAX_ROWS:,} rows to depth {depth}; search it less deep")
        rows = trace.rows
        passed = np.flatnonzero((rows["move"] == NULL_MOVE) & (rows["fresh"] == 1))
        nodes = rows[rows["parent"][passed]]
        badly = nodes["evaluation"].astype(int) + VERY_BADLY < nodes["beta"]
        failed = nodes["reason"] != REASONS.index("null move")
        deep = nodes["depth"] >= DEEP
        counted = [
            np.count_nonzero(each) for of in (badly & deep, badly & ~deep, ~badly & deep) for each in (of, of & failed)
        ]
        everybody, near = trace.nodes, int(trace.subtree_nodes[passed][badly & ~deep].sum())
        engine.configure(donninger_margin=VERY_BADLY)
        engine.new_game()
        with_exception = engine.analyse(fen, Limit(depth=depth)).nodes
    return [*map(int, counted), everybody, near, with_exception]


def measure(quick: bool, progress: Progress) -> Result:
    """Search the positions."""
    depth = QUICK_DEPTH if quick else DEPTH
    samples = after_moves()
    if quick:
        samples = [(sample.name, sample.fen) for sample in phase_positions("middlegame", QUICK_POSITIONS)]
    progress.expect(len(samples))
    each: list[tuple[Cell, ...]] = [
        (name, *progress.step(f"{name}, depth {depth}, {fen}", count, fen, depth)) for name, fen in samples
    ]
    return Result(
        tables=(Table(EACH, HEADINGS, tuple(each)),),
        conditions={
            "search": f"the era Nimzo without its table, depth {depth}",
            "positions": f"{len(each)}",
            "near the horizon": f"fewer than {DEEP} plies left",
        },
    )


def judge(counts: dict[str, Counts]) -> Judgement:
    """Of who stands very badly nine of ten null moves fail, the deeper ones; without these there are fewer nodes."""
    sample = len(counts), "positions"
    badly, failed, near, near_failed, others, others_failed, without, nodes_near, with_exception = zip(
        *counts.values(), strict=True
    )
    saved = geometric_mean(
        after / (before - less) for after, before, less in zip(with_exception, without, nodes_near, strict=True)
    )
    vain = IN_VAIN.judged(in_vain(failed, badly), *sample) if sum(badly) else IN_VAIN.undecided("nobody stood so badly")
    rest = share_of_sums(others_failed, others).value if sum(others) else 0.0
    return Judgement(
        (vain, SAVES.judged(saved, *sample)),
        f"Of who stood very badly {sum(failed):,} of {sum(badly):,} null moves failed. With fewer than {DEEP} plies "
        f"left, where the opponent need only keep what he has, {sum(near_failed):,} of {sum(near):,} did; of the "
        f"others' with {DEEP} or more {rest:.0%}.",
    )


def in_vain(failed: tuple[int, ...], badly: tuple[int, ...]) -> Estimate:
    """Null moves that failed, in per cent, by position; if all did, what so many positions can say of none."""
    if sum(failed) < sum(badly):
        return scaled(share_of_sums(failed, badly), 100)
    none = rate(0, sum(map(bool, badly)))
    return scaled(Estimate(1.0, max(1 - none.high, 0.0), 1.0), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return ({game: tuple(counted) for game, *counted in result.rows(EACH)},)


def draw(result: Result, figure: Figure) -> None:
    """Draw the share of null moves that fail, and the nodes left without them: each position, and what is asked."""
    axes, right = figure.subplots(1, 2, width_ratios=(3, 2))
    vain, saved = (part.measured for part in judge(*kept(result)).parts)
    table = result.table(EACH)
    badly, failed, others, others_failed = (table.numbers(heading) for heading in (*HEADINGS[1:3], *HEADINGS[5:7]))
    places = [place for place, (some, more) in enumerate(zip(badly, others, strict=True)) if some and more]
    axes.plot(
        [100 * others_failed[place] / others[place] for place in places],
        [100 * failed[place] / badly[place] for place in places],
        "o",
        alpha=0.5,
        label="a position",
    )
    mean_place = 100 * sum(others_failed) / max(sum(others), 1)
    without, near, with_exception = (table.numbers(heading) for heading in HEADINGS[7:])
    ratios = [after / (before - less) for after, before, less in zip(with_exception, without, near, strict=True)]
    right.plot([0.3 * (place / len(ratios) - 0.5) for place in range(len(ratios))], ratios, "o", alpha=0.5)
    for panel, place, found in ((axes, mean_place, vain), (right, 0.3, saved)):
        if found is not None:
            intervals(panel, [place], [found], fmt="D", capsize=6, color="C1", label=ALL)
    axes.axhspan(IN_VAIN.low, 100, color="grey", alpha=0.15, linewidth=0, label="claimed")
    axes.set(xlabel="null moves of the others that fail, %", ylabel="null moves of who stands\nvery badly that fail, %")
    least, most = right.get_ylim()
    right.axhspan(least, 1, color="grey", alpha=0.15, linewidth=0)
    right.set_ylim(least, most)
    right.set_xticks([])
    right.set(xlim=(-0.3, 0.5), ylabel="nodes with the exception / without")
    legend_above(figure, axes, 3)
