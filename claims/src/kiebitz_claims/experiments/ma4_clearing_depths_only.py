"""Clearing the whole table before each move, against clearing the depths only, so that the best moves stay.

Games are replayed as one side's player sees them, each position searched to the same depth. In the one table every
depth is set to an impossible one before each move (policy 'clearing'): no value is used, every entry may be
overwritten, the moves still order. That is so by the way this table is made: of an entry with the impossible depth it
tells a search neither value nor bound, only the move and what the position was judged at first sight. So it is not
asked whether such entries are used, but what their moves are worth. The other table, of the same rule of replacement
('depth'), is emptied before each move; killers and histories stay as they are.

The ratio of nodes at the moves after the first says what the moves that stayed are worth. In the era MiniMAX they are
all the order that quiet moves have; with killers and history beside them ('ordered') less may be left for them to do.
Shown as well is the table that is never cleared.

The article's -255 fits no byte; the mark is depth 255, and an empty entry looks different.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import START_FEN, Engine, TableDesign, options_by_name, position_from
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import championship_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search
from kiebitz_claims.measuring.settings import STYLES, describe, with_table
from kiebitz_claims.measuring.statistics import geometric_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALL, DEPTHS, NOTHING = "all", "depths only", "nothing"
POLICIES = {ALL: "depth", DEPTHS: "clearing", NOTHING: "depth"}
"""The tables cleared before each move, and the rule of replacement."""
DEPTH_OF = {"minimax": 6, "ordered": 7}
QUICK_DEPTH = 3
HASH_MB = 16
GAMES, QUICK_GAMES = 20, 1
FIRST_PLY, POSITIONS, QUICK_POSITIONS = 16, 10, 3
KEY_BITS = 48
NODES = "Nodes of every move"

STUDY = Study(__file__, constants=globals())
(ORDERS,) = STUDY.predictions.values()


def game_nodes(moves: tuple[str, ...], *, style: str, cleared: str, positions: int, depth: int) -> list[int]:
    """Nodes of each search of a game, with what is cleared before it."""
    design = TableDesign(policy=POLICIES[cleared], key_bits=KEY_BITS)
    nodes = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Engine(**options_by_name(with_table(STYLES[style], design), hash_mb=HASH_MB)) as engine,
    ):
        empty = Path(folder) / "empty.table"
        engine.save_table(empty)
        for ply in range(FIRST_PLY, len(moves), 2)[:positions]:
            if cleared == ALL:
                # So the table alone is emptied: a new game would forget killers and histories, too.
                engine.load_table(empty)
            nodes.append(search(engine, position_from(START_FEN, moves[:ply]), depth=depth)["nodes"])
    return nodes


def measure(quick: bool, progress: Progress) -> Result:
    """Every way of clearing over the same games."""
    # A first look takes other games than the plan's.
    games = championship_games()[-QUICK_GAMES:] if quick else championship_games(GAMES)
    positions = QUICK_POSITIONS if quick else POSITIONS
    progress.expect(len(DEPTH_OF) * len(games) * len(POLICIES))
    rows: list[tuple[Any, ...]] = []
    for style, full_depth in DEPTH_OF.items():
        depth = QUICK_DEPTH if quick else full_depth
        for game in games:
            found = [
                progress.step(
                    f"{style}, depth {depth}, {HASH_MB} MB, {cleared} cleared, {game.name}, {positions} moves",
                    partial(game_nodes, game.moves, style=style, cleared=cleared, positions=positions, depth=depth),
                )
                for cleared in POLICIES
            ]
            rows += [(style, game.name, move, *nodes) for move, nodes in enumerate(zip(*found, strict=True), 1)]
    result = Result(
        tables=(Table(NODES, ("search", "game", "move", *(f"{name} cleared" for name in POLICIES)), tuple(rows)),),
        conditions={
            "table": f"{HASH_MB} MB, entries of 16 bytes",
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in DEPTH_OF.items())
            + f"; {describe(list(DEPTH_OF))}",
        },
    )
    return Result(
        measurements=tuple(
            Measurement(f"nodes with {name} cleared by those with all cleared, {style}", ratio.value, error=ratio.error)
            for name in (DEPTHS, NOTHING)
            for style, (ratio, _) in ratios(result, name).items()
        ),
        tables=result.tables,
        conditions=result.conditions,
    )


def ratios(result: Result, cleared: str) -> dict[str, tuple[Estimate, int]]:
    """By search: nodes by those with all cleared over the moves after the first, errors by games, and the games."""
    column = 3 + list(POLICIES).index(cleared)
    found = {}
    for style in dict.fromkeys(row[0] for row in result.rows(NODES)):
        rows = [row for row in result.rows(NODES) if row[0] == style and row[2] > 1]
        games = [row[1] for row in rows]
        found[style] = geometric_mean((row[column] / row[3] for row in rows), games), len(set(games))
    return found


def judge(cleared: dict[str, tuple[Estimate, int]], kept_all: dict[str, tuple[Estimate, int]]) -> Judgement:
    """Fewer nodes than with an empty table, by a hundredth, in MiniMAX's search; another search is a condition.

    Of each search the ratio of nodes to those with all cleared and the number of games: with the depths cleared, and
    with nothing cleared.
    """
    return Judgement(
        (in_its_own({style: ORDERS.judged(ratio, games, "games") for style, (ratio, games) in cleared.items()}),),
        "With nothing cleared it takes "
        + " and ".join(f"{ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})" for ratio, _ in kept_all.values())
        + f" times the nodes of an empty table ({' and '.join(kept_all)}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return ratios(result, DEPTHS), ratios(result, NOTHING)


def draw(result: Result, figure: Figure) -> None:
    """Nodes by those with all cleared, with intervals over games."""
    axes = figure.add_subplot()
    for number, name in enumerate((DEPTHS, NOTHING)):
        found = [ratio for ratio, _ in ratios(result, name).values()]
        known = [each if each.error != float("inf") else Estimate(each.value, each.value, each.value) for each in found]
        places = [place + 0.16 * number - 0.08 for place in range(len(found))]
        axes.errorbar(
            places, [each.value for each in known], whiskers_of(known), fmt="o", capsize=4, label=f"{name} cleared"
        )
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(DEPTH_OF)), list(DEPTH_OF))
    axes.margins(x=0.4)
    axes.set_ylabel("nodes / nodes with all cleared")
    legend_above(figure, axes)
