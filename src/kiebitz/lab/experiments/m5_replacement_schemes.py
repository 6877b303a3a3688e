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
from typing import TYPE_CHECKING

from kiebitz.core.table_design import TableDesign
from kiebitz.lab.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.positions import whole_games
from kiebitz.lab.progress import Progress
from kiebitz.lab.searching import Searcher, search_game
from kiebitz.lab.settings import STYLES, describe
from kiebitz.lab.statistics import geometric_mean

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
# Search and depth: some 100,000 nodes a move, more than the smallest table has entries.
PLANS, QUICK_PLANS = (("ordered", 6), ("today", 10)), (("today", 5),)
GAMES, QUICK_GAMES = 3, 1
FIRST_PLY, POSITIONS, QUICK_POSITIONS = 16, 16, 4
KEY_BITS = 48
NODES, FIRST, RATIOS = "Nodes over whole games", "First and later moves", "Against always replacing"


def game_nodes(moves: list[str], *, style: str, scheme: str, size_mb: int, positions: int, depth: int) -> list[int]:
    """Nodes of each search of a game."""
    searcher = Searcher(STYLES[style], hash_mb=size_mb, design=TableDesign(policy=scheme, key_bits=KEY_BITS))
    found = search_game(searcher, moves, first_ply=FIRST_PLY, positions=positions, depth=depth)
    return [search["nodes"] for search in found]


def measure(quick: bool, progress: Progress) -> Result:
    """Every scheme and size over the same games."""
    plans, sizes = (QUICK_PLANS, QUICK_SIZES_MB) if quick else (PLANS, SIZES_MB)
    games = whole_games()[: QUICK_GAMES if quick else GAMES]
    positions = QUICK_POSITIONS if quick else POSITIONS
    progress.expect(len(plans) * len(sizes) * len(SCHEMES) * len(games))
    nodes: dict[tuple[str, int, str], list[list[int]]] = {}
    for style, depth in plans:
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
                    for number, moves in enumerate(games)
                ]
    rows, ratio_rows = [], []
    ratios: dict[tuple[str, int, str], float] = {}
    for (style, size_mb, scheme), searched in nodes.items():
        reference = nodes[style, size_mb, SCHEMES[0]]
        first = sum(game[0] for game in searched)
        total = sum(map(sum, searched))
        rows.append((style, size_mb, scheme, total, first, total - first))
        mean = geometric_mean(
            ours / theirs
            for game, other in zip(searched, reference, strict=True)
            for ours, theirs in zip(game[1:], other[1:], strict=True)
        )
        ratios[style, size_mb, scheme] = mean.value
        ratio_rows.append((style, size_mb, scheme, mean.value, mean.low, mean.high))
    verdict, why = judge(ratios, sizes[0], [style for style, _ in plans])
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
            "games": f"{len(games)} games of Kasparov-Deep Blue 1997, {positions} moves of White from ply {FIRST_PLY}",
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in plans)
            + f"; {describe([style for style, _ in plans])}",
            "ratio": "nodes of a move by those with always replacing, geometric mean over moves after the first",
        },
    )


def judge(ratios: dict[tuple[str, int, str], float], smallest_mb: int, styles: list[str]) -> tuple[Verdict, str]:
    """In the smallest table: 'depth' must gain against 'always', and 'clearing' against 'depth', in every search."""
    parts, helps, cures = [], [], []
    for style in styles:
        depth, clearing = ratios[style, smallest_mb, "depth"], ratios[style, smallest_mb, "clearing"]
        helps.append(depth < 1)
        cures.append(clearing < depth)
        others = ", ".join(
            f"{scheme} {ratios[style, smallest_mb, scheme]:.2f}" for scheme in SCHEMES if scheme != SCHEMES[0]
        )
        parts.append(f"{style}: {others}")
    why = f"Nodes at later moves against always replacing, table of {smallest_mb} MB, {'; '.join(parts)}."
    if all(helps) and all(cures):
        return Verdict.HOLDS, why
    if all(cures):
        return (
            Verdict.CONDITIONALLY,
            f"{why} By depth alone stale entries cost more than deep ones save; clearing cures it.",
        )
    return (Verdict.CONDITIONALLY if any(helps) or any(cures) else Verdict.FAILS), why


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
