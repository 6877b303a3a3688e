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
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.drawing import legend_above, whiskers
from kiebitz.lab.claims.judging import Judgement, Prediction, in_its_own, unsure
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import whole_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_game
from kiebitz.lab.measuring.settings import STYLES, describe
from kiebitz.lab.measuring.statistics import geometric_mean, quotient
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

HELPS = Prediction(
    "replacing only from an equal or greater depth helps",
    "nodes with it by nodes with always replacing, first moves, in an empty table",
    high=1,
    is_ratio=True,
)
STALE = Prediction(
    "but the table fills with stale entries",
    "the same ratio, moves after the first",
    1,
    is_ratio=True,
)
CURED = Prediction(
    "clearing by an impossible depth cures that",
    "nodes with clearing by nodes without, moves after the first",
    high=1,
    is_ratio=True,
)
PLAN = Plan(
    version=1,
    original="Ein Eintrag darf also einen anderen nur dann überschreiben, wenn er eine größere oder gleiche Tiefe "
    "besitzt. … Bei solchen Regeln muss man allerdings sehr aufpassen, dass sich keine Karteileichen ansammeln. … Am "
    "einfachsten löscht man vor jedem Zug die Hashtabelle …: es [werden] nur die Tiefeneinträge auf einen unmöglichen "
    "Wert (-255) gesetzt. … Es bleibt aber die Information über die besten Züge zur Zugsortierung erhalten.",
    translation="So an entry may overwrite another one only if its depth is greater or equal. … With such rules one "
    "has to take great care that no dead files gather. … The simplest is to clear the table before each move …: only "
    "the depths are set to an impossible value (-255). … What remains is the knowledge of the best moves, for their "
    "ordering.",
    predictions=(HELPS, STALE, CURED),
    sample="; ".join(f"{count} games to depth {depth} with {style}" for style, depth, count in PLANS)
    + f"; {POSITIONS} moves of one side of each, the smallest table decides",
    earlier=(
        Earlier(
            "holds under conditions",
            "2026-11-21",
            "The first run searched today's settings to depth 10: too few nodes for the smallest table, with intervals "
            "of 12%. It was measured again to depth 12.",
        ),
        Earlier(
            "holds",
            "2026-11-21",
            "The rule asked the search of the article's time only; in today's, clearing a table of 1 MB surely costs "
            "nodes.",
        ),
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "That the scheme helps in an empty table was read off one total of three searches, which has no interval; "
            "and that it spoils later moves was not asked by itself.",
        ),
    ),
)


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
    return Result(
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
    ratios: dict[tuple[str, int, str], Estimate],
    first_moves: dict[str, Estimate],
    smallest_mb: int,
    moves: dict[str, int],
) -> Judgement:
    """The smallest table decides, where replacement matters most: in the search of the article's time, then in others.

    ``ratios`` are nodes against always replacing by search, size and scheme, of so many ``moves`` by search;
    ``first_moves`` the ratio of 'depth' at the first moves.
    """
    by_depth = {style: ratios[style, smallest_mb, "depth"] for style in first_moves}
    cleared = {style: ratios[style, smallest_mb, "clearing"] for style in first_moves}
    return Judgement(
        (
            in_its_own({style: HELPS.judged(ratio) for style, ratio in first_moves.items()}),
            in_its_own({style: STALE.judged(ratio, moves[style], "moves") for style, ratio in by_depth.items()}),
            in_its_own(
                {
                    style: CURED.judged(quotient(cleared[style], by_depth[style]), moves[style], "moves")
                    for style in first_moves
                }
            ),
        ),
        "Against always replacing clearing takes "
        + " and ".join(f"{ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})" for ratio in cleared.values())
        + f" times the nodes ({' and '.join(cleared)}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    ratios = {row[:3]: Estimate(*row[3:]) for row in result.rows(RATIOS)}
    smallest = min(size for _, size, _ in ratios)
    nodes = {row[:3]: row[4] for row in result.rows(NODES)}
    first_moves = {
        style: unsure(nodes[style, smallest, "depth"] / nodes[style, smallest, "always"])
        for style in dict.fromkeys(style for style, _, _ in nodes)
    }
    return ratios, first_moves, smallest, {style: count * (POSITIONS - 1) for style, _, count in PLANS}


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
            errors = whiskers(ratios, low, high)
            panel.errorbar(sizes, ratios, yerr=errors, marker="o", capsize=2, label=scheme)
        panel.axhline(1, color="grey", linewidth=0.8)
        panel.set_xscale("log", base=2)
        panel.set_xticks(sizes, [f"{size:.0f}" for size in sizes])
        panel.set_xlabel("table, MB")
        panel.set_title(style)
    panels[0].set_ylabel("nodes / nodes with always replacing")
    legend_above(figure, panels[0])
