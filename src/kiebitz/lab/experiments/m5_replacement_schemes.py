"""Replacement schemes over the moves of whole games, where entries of earlier moves get in the way.

Games are replayed as one side's player sees them: each position is searched to the same depth, the table living on
from move to move. What a scheme is worth shows in the nodes that the later searches need, the more the smaller the
table. The schemes: the newest result always; only from an equal or greater depth ('depth'); the same, cleared before
each move by an impossible depth while the moves stay ('clearing', where the mark is depth 255: the article's -255 fits
no byte, and an empty entry must look different); one entry for the deepest beside one for the newest ('two_tier'); and
four entries of which the least deep and oldest goes ('buckets'). All have entries of 16 bytes, so that equal sizes are
equal numbers.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.fit import Fit, exactly, exceeds, fit, told, verdict_of
from kiebitz.lab.measuring.positions import whole_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_game
from kiebitz.lab.measuring.settings import STYLES, describe
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M5",
    title="Replacement schemes",
    statement="Replacing only from an equal or greater depth helps, but fills the table with stale entries; clearing "
    "before each move by an impossible depth cures that and keeps the best moves.",
    source=MINIMAX_ARTICLE,
)

SCHEMES = ("always", "depth", "clearing", "two_tier", "buckets")
SIZES_MB, QUICK_SIZES_MB = (1, 4, 16), (1,)
# Search, depth, games: 150,000 nodes a move and more, while the smallest table has 65,536 entries.
PLANS, QUICK_PLANS = (("ordered", 6, 3), ("today", 12, 2)), (("ordered", 3, 1),)
PROGRAM_OF_THE_TIME = "ordered"
FIRST_PLY, POSITIONS, QUICK_POSITIONS = 16, 16, 4
KEY_BITS = 48
NODES, FIRST, RATIOS = "Nodes over whole games", "First and later moves", "Against always replacing"


def game_nodes(moves: list[str], *, style: str, scheme: str, size_mb: int, positions: int, depth: int) -> list[int]:
    """Nodes of each search of a game."""
    design = TableDesign(policy=scheme, key_bits=KEY_BITS)
    with Engine(**options_by_name(STYLES[style], hash_mb=size_mb, table_design=design)) as engine:
        found = search_game(engine, moves, first_ply=FIRST_PLY, positions=positions, depth=depth)
    return [search["nodes"] for search in found]


def measure(quick: bool, progress: Progress) -> Result:
    """Every scheme and size over the same games."""
    plans, sizes = (QUICK_PLANS, QUICK_SIZES_MB) if quick else (PLANS, SIZES_MB)
    games = whole_games()
    positions = QUICK_POSITIONS if quick else POSITIONS
    progress.expect(sum(count for _, _, count in plans) * len(sizes) * len(SCHEMES))
    nodes: dict[tuple[str, int, str], list[list[int]]] = {}
    for style, depth, count in plans:
        for size_mb in sizes:
            for scheme in SCHEMES:
                nodes[style, size_mb, scheme] = [
                    progress.step(
                        f"{style}, depth {depth}, {size_mb} MB, {scheme}, game {number + 1}, {positions} moves",
                        partial(
                            game_nodes,
                            moves,
                            style=style,
                            scheme=scheme,
                            size_mb=size_mb,
                            positions=positions,
                            depth=depth,
                        ),
                    )
                    for number, moves in enumerate(games[:count])
                ]
    rows, ratio_rows = [], []
    ratios: dict[tuple[str, int, str], Estimate] = {}
    first_moves: dict[tuple[str, int, str], int] = {}
    for (style, size_mb, scheme), searched in nodes.items():
        reference = nodes[style, size_mb, SCHEMES[0]]
        first = first_moves[style, size_mb, scheme] = sum(game[0] for game in searched)
        total = sum(map(sum, searched))
        rows.append((style, size_mb, scheme, total, first, total - first))
        mean = geometric_mean(
            ours / theirs
            for game, other in zip(searched, reference, strict=True)
            for ours, theirs in zip(game[1:], other[1:], strict=True)
        )
        ratios[style, size_mb, scheme] = mean
        ratio_rows.append((style, size_mb, scheme, mean.value, mean.low, mean.high))
    verdict, why = judge(ratios, first_moves, sizes[0])
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(
                f"nodes against always replacing, {row[0]}, {row[1]} MB, {row[2]}", row[3], error=(row[5] - row[4]) / 2
            )
            for row in ratio_rows
            if row[2] != SCHEMES[0]
        ),
        tables=(
            Table(RATIOS, ("search", "MB", "scheme", "ratio", "low", "high"), tuple(ratio_rows)),
            Table(NODES, ("search", "MB", "scheme", "nodes", "at the first move", "at later moves"), tuple(rows)),
        ),
        conditions={
            "games": f"Kasparov-Deep Blue 1997, {positions} moves of White from ply {FIRST_PLY} of each",
            "searches": ", ".join(f"{style} to depth {depth} ({count} games)" for style, depth, count in plans)
            + f"; {describe([style for style, _, _ in plans])}",
            "ratio": "nodes of a move by those with always replacing, geometric mean over moves after the first",
        },
    )


def judge(
    ratios: dict[tuple[str, int, str], Estimate], first_moves: dict[tuple[str, int, str], int], smallest_mb: int
) -> tuple[Verdict, str]:
    """The smallest table decides, where replacement matters most: the search of the article's time, then the others."""
    parts = {
        style: {
            "'depth' helps in an empty table": fit(exactly(first_by_depth(first_moves, style, smallest_mb)), high=1),
            "clearing cures what it spoils later": cures(
                ratios[style, smallest_mb, "clearing"], ratios[style, smallest_mb, "depth"]
            ),
        }
        for style in dict.fromkeys(style for style, _, _ in ratios)
    }
    said = "; ".join(
        f"{style}: "
        + ", ".join(
            f"{scheme} {ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
            for scheme, ratio in ((scheme, ratios[style, smallest_mb, scheme]) for scheme in SCHEMES[1:])
        )
        for style in parts
    )
    in_empty = ", ".join(f"{first_by_depth(first_moves, style, smallest_mb):.3f} ({style})" for style in parts)
    judged = " ".join(f"With {style}, {told(found)}." for style, found in parts.items())
    why = (
        f"Nodes against always replacing, table of {smallest_mb} MB, at the moves after the first, {said}. At the first"
        f" moves, in an empty table, 'depth' takes so many times the nodes of 'always': {in_empty}. {judged}"
    )
    verdicts = {style: verdict_of(found) for style, found in parts.items()}
    if verdicts[PROGRAM_OF_THE_TIME] is Verdict.HOLDS and set(verdicts.values()) != {Verdict.HOLDS}:
        return Verdict.CONDITIONALLY, why
    return verdicts[PROGRAM_OF_THE_TIME], why


def first_by_depth(first_moves: dict[tuple[str, int, str], int], style: str, size_mb: int) -> float:
    """Nodes of the first moves with 'depth' by those with always replacing."""
    return first_moves[style, size_mb, "depth"] / first_moves[style, size_mb, "always"]


def cures(cleared: Estimate, uncleared: Estimate) -> Fit:
    """Whether clearing surely saves nodes against always replacing, and against 'depth' without clearing."""
    against = {fit(cleared, high=1), exceeds(uncleared, cleared)}
    return Fit.OUTSIDE if Fit.OUTSIDE in against else Fit.OPEN if Fit.OPEN in against else Fit.WITHIN


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    ratios = {row[:3]: Estimate(*row[3:]) for row in result.rows(RATIOS)}
    first_moves = {row[:3]: row[4] for row in result.rows(NODES)}
    return ratios, first_moves, min(row[1] for row in result.rows(RATIOS))


def draw(result: Result, figure: Figure) -> None:
    """Nodes against always replacing, by scheme and size, one panel a search."""
    table = result.table(RATIOS)
    styles = table.values("search")
    panels = figure.subplots(1, len(styles), sharey=True, squeeze=False)[0]
    for panel, style in zip(panels, styles, strict=True):
        for scheme in SCHEMES[1:]:
            sizes = table.numbers("MB", search=style, scheme=scheme)
            ratios = table.numbers("ratio", search=style, scheme=scheme)
            low, high = (table.numbers(name, search=style, scheme=scheme) for name in ("low", "high"))
            errors = [
                [ratio - end for ratio, end in zip(ratios, low, strict=True)],
                [end - ratio for ratio, end in zip(ratios, high, strict=True)],
            ]
            panel.errorbar(sizes, ratios, yerr=errors, marker="o", capsize=2, label=scheme)
        panel.axhline(1, color="grey", linewidth=0.8)
        panel.set_xscale("log", base=2)
        panel.set_xticks(sizes, [f"{size:.0f}" for size in sizes])
        panel.set_xlabel("table, MB")
        panel.set_title(style)
    panels[0].set_ylabel("nodes / nodes with always replacing")
    panels[0].legend()
