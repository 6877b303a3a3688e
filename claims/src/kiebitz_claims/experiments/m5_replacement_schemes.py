"""Replacement schemes over the moves of whole games, where entries of earlier moves get in the way.

Games are replayed as one side's player sees them: each position is searched to the same depth, the table living on
from move to move. What a scheme is worth shows in the nodes that the later searches need, the more the smaller the
table. The schemes: the newest result always; only from an equal or greater depth ('depth'); the same, cleared before
each move by an impossible depth while the moves stay ('clearing', where the mark is depth 255: the article's -255 fits
no byte, and an empty entry must look different); one entry for the deepest beside one for the newest ('two_tier'); and
four entries of which the least deep and oldest goes ('buckets'). All have entries of 16 bytes, so that equal sizes are
equal numbers. A game is one item: its moves share a table and a course of play, so intervals go over games.

That entries get stale must show in what the scheme gains: it dwindles from the first move, whose table is empty, to
those after it, game by game. The article's own program decides, the era MiniMAX, where the table's moves are all the
ordering that quiet moves have; a search with killers and history, as other programs of the time had them, and today's
are its conditions. What the article asks of a scheme is efficiency, which nodes say. They are not strength, least of
all where a table's moves decide how deep a move is searched: so 'clearing' also plays 'depth' and 'always' in the
article's program, at fixed nodes a move and with a table that a move overfills as the smallest one above; that is told,
and decides nothing. What the moves are worth that clearing keeps is asked by MA4.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import Any, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import championship_games, whole_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_game
from kiebitz_claims.measuring.settings import STYLES, describe, with_table
from kiebitz_claims.measuring.statistics import geometric_mean

SCHEMES = ("always", "depth", "clearing", "two_tier", "buckets")
SIZES_MB, QUICK_SIZES_MB = (1, 4, 16), (1,)
# Search, depth: 150,000 nodes a move and more, while the smallest table has 65,536 entries.
PLANS, QUICK_PLANS = (("minimax", 5), ("ordered", 6), ("today", 12)), (("minimax", 3),)
GAMES, QUICK_GAMES = slice(40, 60), 2
PROGRAM_OF_THE_TIME = "minimax"
FIRST_PLY, POSITIONS, QUICK_POSITIONS = 16, 16, 4
KEY_BITS = 48
# First side, second side; nodes a move, entries of the table, pairs of games.
MATCHES = (("clearing", "depth"), ("clearing", "always"))
MATCH_PLAN, QUICK_MATCH_PLAN = (5_000, 2_048, 300), (300, 128, 1)
OPENINGS_SEED = 502
EACH, GAMES_PLAYED = "Every game", "Matches at equal nodes"

Row: TypeAlias = tuple[str, int, str, str, int, int, float]
"""Search, MB, scheme, game, nodes at the first move, at later moves, and mean of these against always replacing."""
FIRST, LATER = 4, 6
"""Columns of a row: nodes at the first move, and the mean of later ones against always replacing."""

STUDY = Study(
    __file__,
    constants=globals(),
    headings=HEADINGS,
    planned=", ".join(f"to depth {depth} with {style}" for style, depth in PLANS),
    match_games=2 * MATCH_PLAN[2],
)
PREDICTIONS = tuple(STUDY.predictions.values())


def game_nodes(moves: list[str], *, style: str, scheme: str, size_mb: int, positions: int, depth: int) -> list[int]:
    """Nodes of each search of a game."""
    design = TableDesign(policy=scheme, key_bits=KEY_BITS)
    with Engine(**options_by_name(with_table(STYLES[style], design), hash_mb=size_mb)) as engine:
        found = search_game(engine, moves, first_ply=FIRST_PLY, positions=positions, depth=depth)
    return [search["nodes"] for search in found]


def replayed(quick: bool) -> list[tuple[str, list[str]]]:
    """The games, by name; a quick run takes others."""
    if quick:
        played = enumerate(whole_games()[:QUICK_GAMES], 1)
        return [(f"Kasparov-Deep Blue 1997, game {number}", moves) for number, moves in played]
    return [(game.name, list(game.moves)) for game in championship_games()[GAMES]]


def side_of(scheme: str, entries: int) -> Side:
    """The article's program with a scheme."""
    return Side(STYLES[PROGRAM_OF_THE_TIME], TableDesign(policy=scheme, key_bits=KEY_BITS, entries=entries), hash_mb=1)


def measure(quick: bool, progress: Progress) -> Result:
    """Every scheme and size over the same games, then the matches."""
    plans, sizes = (QUICK_PLANS, QUICK_SIZES_MB) if quick else (PLANS, SIZES_MB)
    match_nodes, entries, pairs = QUICK_MATCH_PLAN if quick else MATCH_PLAN
    games = replayed(quick)
    positions = QUICK_POSITIONS if quick else POSITIONS
    progress.expect(len(plans) * len(games) * len(sizes) * len(SCHEMES) + len(MATCHES) * pairs)
    each: list[Row] = []
    for style, depth in plans:
        for size_mb in sizes:
            for name, moves in games:
                nodes = {
                    scheme: progress.step(
                        f"{style}, depth {depth}, {size_mb} MB, {scheme}, {name}, {positions} moves",
                        game_nodes,
                        moves,
                        style=style,
                        scheme=scheme,
                        size_mb=size_mb,
                        positions=positions,
                        depth=depth,
                    )
                    for scheme in SCHEMES
                }
                each += [
                    (style, size_mb, scheme, name, found[0], sum(found[1:]), against(found, nodes[SCHEMES[0]]))
                    for scheme, found in nodes.items()
                ]
    ratio_rows: list[tuple[str, int, str, float, float | None, float | None]] = []
    for style, size_mb, scheme in dict.fromkeys(row[:3] for row in each):
        later = later_moves(each, style, size_mb)[scheme]
        ratio_rows.append((style, size_mb, scheme, later.value, _finite(later.low), _finite(later.high)))
    outcomes = {
        pair: play_match(
            f"{' - '.join(pair)}, {match_nodes} nodes, {entries} entries",
            side_of(pair[0], entries),
            side_of(pair[1], entries),
            pairs,
            progress,
            match_limit=MatchLimit(nodes=match_nodes),
            openings_seed=OPENINGS_SEED,
        )
        for pair in MATCHES
    }
    return STUDY.result(
        ratio_rows,
        [(*pair, *outcome.row) for pair, outcome in outcomes.items()],
        each,
        figures=tuple(
            Measurement(f"nodes against always replacing, {row[0]}, {row[1]} MB, {row[2]}", row[3])
            for row in ratio_rows
            if row[2] != SCHEMES[0]
        ),
        conditions={
            "games": f"{positions} moves of White from ply {FIRST_PLY} of each",
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in plans)
            + f"; {len(games)} games; {describe([style for style, _ in plans])}",
            "ratio": "nodes of a move by those with always replacing, geometric mean over moves after the first of a "
            "game, then over games",
            "matches": f"{PROGRAM_OF_THE_TIME}, {match_nodes:,} nodes a move, {entries:,} entries",
        },
    )


def against(nodes: list[int], reference: list[int]) -> float:
    """Nodes of the moves after the first by those of another scheme, geometric mean."""
    return math.exp(fmean(math.log(ours / theirs) for ours, theirs in zip(nodes[1:], reference[1:], strict=True)))


def later_moves(rows: list[Row], style: str, size_mb: int) -> dict[str, Estimate]:
    """Nodes against always replacing by scheme, moves after the first; over games."""
    return {scheme: geometric_mean(row[6] for row in rows if row[:3] == (style, size_mb, scheme)) for scheme in SCHEMES}


def asked(rows: list[Row], style: str, size_mb: int) -> list[Estimate]:
    """The predictions' questions about a search with a table of this size, in their order; over games."""

    def of(scheme: str, column: int) -> list[float]:
        return [float(row[column]) for row in rows if row[:3] == (style, size_mb, scheme)]

    def by(above: list[float], below: list[float]) -> list[float]:
        return [top / bottom for top, bottom in zip(above, below, strict=True)]

    first, later = by(of("depth", FIRST), of("always", FIRST)), of("depth", LATER)
    cleared = of("clearing", LATER)
    return [geometric_mean(ratios) for ratios in (first, by(later, first), by(cleared, later), cleared)]


def judge(rows: list[Row], matches: dict[tuple[str, str], tuple[Estimate, int]]) -> Judgement:
    """The smallest table decides, where replacement matters most: in the article's own program, then in others.

    ``rows`` are the games replayed; ``matches`` are Elo and games by who played whom, which are only told. Ratios are
    paired by game.
    """
    styles = list(dict.fromkeys(row[0] for row in rows))
    smallest = min(row[1] for row in rows)
    games = {style: len({row[3] for row in rows if row[0] == style}) for style in styles}
    found = {style: asked(rows, style, smallest) for style in styles}
    told = "; ".join(
        f"{one} is {elo.value:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f}) against {other} in {count} games"
        for (one, other), (elo, count) in matches.items()
    )
    return Judgement(
        tuple(
            in_its_own({style: prediction.judged(found[style][number], games[style], "games") for style in styles})
            for number, prediction in enumerate(PREDICTIONS)
        ),
        f"At equal nodes {told}. What the moves are worth that clearing keeps is asked by MA4.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    matches = {row[:2]: (elo_of_row(*row[5:]), sum(row[2:5])) for row in result.rows(GAMES_PLAYED)}
    return result.rows(EACH), matches


def _finite(end: float) -> float | None:
    return end if 0 < end < math.inf else None


def draw(result: Result, figure: Figure) -> None:
    """Draw the predictions' figures for each search and size; the smallest table of the first search decides."""
    axes = figure.add_subplot()
    rows, _ = kept(result)
    searches = list(dict.fromkeys(row[:2] for row in rows))
    for number, (style, size_mb) in enumerate(searches):
        found = asked(rows, style, size_mb)
        places = [place + 0.12 * (number - (len(searches) - 1) / 2) for place in range(len(found))]
        intervals(
            axes,
            places,
            found,
            fmt="o" if style == PROGRAM_OF_THE_TIME else "s",
            capsize=3,
            label=f"{style}, {size_mb} MB",
        )
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_xticks(
        range(len(PREDICTIONS)),
        ["depth / always,\nfirst moves", "the same, later\nby first moves"]
        + [f"clearing / {other},\nlater moves" for other in ("depth", "always")],
    )
    axes.set_ylabel("nodes by nodes")
    legend_above(figure, axes, 3)
