"""The fate of mates when the solver's table is too small: overwriting against collecting garbage.

A solver by proof numbers (df-pn, ``core.mate``) is given mates of two games, with tables from 256 entries to a million.
In shogi, of which the claim speaks: Microcosmos, the longest problem known, 9, 13, … 57 plies before its mate, to be
proved by checks of any number. These are stages of one problem, not thirteen problems drawn from many: what is counted
there is told as it is, without an interval. In chess: mates in 6 to 15 moves out of a collection, to be proved within
the moves known, by all moves; they are a sample. A table of a million has room for all that is searched here; what is
solved with it, but no longer with a small one, is lost. Ways are compared mate by mate, with tables of the same size.
Overwriting: always, or the smallest subtree of four entries. Collecting: entries of
small subtrees (Nagai 1999), or first whatever lies beyond settled nodes, as Yane describes it, at 30% use as he says,
or at 90%.

Such a solver may know the children of a node from the table alone, as df-pn is usually written, or keep the numbers of
the children in every node of the line being searched. Both are measured.
"""

from __future__ import annotations

from itertools import product
from typing import Any, TypeAlias, TypedDict

from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz_claims.claims.claim import Cell, Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, exactly, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import Mate, mates, tsume_ladder
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import mean, proportion, scaled

OVERWRITING = {"overwrite": ("overwrite", 0.9), "keep the largest of four": ("keep large", 0.9)}
AS_CLAIMED = "collect at 30%"
COLLECTING = {
    AS_CLAIMED: ("collect unreached", 0.3),
    "collect at 90%": ("collect unreached", 0.9),
    "collect small subtrees at 90%": ("collect small", 0.9),
}
WAYS = OVERWRITING | COLLECTING
TABLE_ALONE, NODES_TOO = "the table alone", "the nodes of the line, too"
MEMORIES = {TABLE_ALONE: True, NODES_TOO: False}
SHOGI, CHESS = "shogi", "chess"
GAMES = (SHOGI, CHESS)
EACH_CHESS_MATE = 3
SIZES, QUICK_SIZES = (256, 1024, 4096, 16_384, 1 << 20), (256, 1 << 20)
NODE_LIMIT, QUICK_NODE_LIMIT = 200_000, 5_000
QUICK_POSITIONS = 5
BESIDE = 1.15
"""The distance between drawn marks of one size."""
SOLVED, EACH, CHILDREN = "Mates solved", "Every mate", "a node's children are known from"

Ways: TypeAlias = dict[str, list[tuple[int, ...]]]
"""By way, mate by mate: whether it is solved (1 or 0) with each table, the largest last."""
Outcomes: TypeAlias = dict[tuple[str, str], Ways]
"""The same by game and memory."""

STUDY = Study(__file__)
LOST, NEEDED = STUDY.predictions.values()


class _Done(TypedDict):
    """The outcomes of all positions."""

    solved: list[int]
    """Of each, 1 or 0."""
    nodes: int
    collections: int


def problems(game: str, quick: bool) -> list[Mate]:
    """The mates of a game; those of chess that plan 3 had are for a quick look."""
    if game == SHOGI:
        return tsume_ladder()[: QUICK_POSITIONS if quick else None]
    if quick:
        return mates()[::EACH_CHESS_MATE][:QUICK_POSITIONS]
    return [mate for number, mate in enumerate(mates()) if number % EACH_CHESS_MATE]


def solve(game: str, positions: list[Mate], design: ProofTableDesign, table_only: bool, node_limit: int) -> _Done:
    """Which of the positions are solved, each from an empty table."""
    total = _Done(solved=[], nodes=0, collections=0)
    table = ProofTable(design)
    search = MateSearch(table, checks_only=game == SHOGI, table_only=table_only)
    for mate in positions:
        table.clear()
        if game == SHOGI:
            proof = search.prove(ShogiPosition(mate.fen), None, node_limit)
        else:
            proof = search.prove(Position(mate.fen), mate.moves, node_limit)
        total["solved"].append(int(proof.mate is True))
        total["nodes"] += proof.nodes
        total["collections"] += proof.collections
    return total


def measure(quick: bool, progress: Progress) -> Result:
    """Every way of keeping entries, with every size and both memories, in both games."""
    given = {game: problems(game, quick) for game in GAMES}
    sizes = QUICK_SIZES if quick else SIZES
    node_limit = QUICK_NODE_LIMIT if quick else NODE_LIMIT
    progress.expect(len(GAMES) * len(MEMORIES) * len(WAYS) * len(sizes))
    rows: list[tuple[Cell, ...]] = []
    each: list[tuple[Cell, ...]] = []
    for (game, positions), (memory, table_only) in product(given.items(), MEMORIES.items()):
        for way, (keeping, share) in WAYS.items():
            by_size: dict[int, list[int]] = {}
            for entries in reversed(sizes):
                step = f"{game}, {memory}, {way}, {entries} entries, {node_limit} nodes, {len(positions)} mates"
                found: _Done = progress.step(
                    step, solve, game, positions, ProofTableDesign(entries, keeping, share), table_only, node_limit
                )
                by_size[entries] = found["solved"]
                rows.append(
                    (
                        *(game, memory, way, entries, entries * ENTRY_BYTES / 1024),
                        *(sum(found["solved"]), len(positions), found["collections"]),
                        found["nodes"] / len(positions),
                    )
                )
            each += [
                (game, memory, way, number, mate.moves, *(by_size[entries][number - 1] for entries in sizes))
                for number, mate in enumerate(positions, 1)
            ]
    return Result(
        measurements=tuple(
            Measurement(f"lost with small tables in {game}, {way} ({memory})", 100 * sum(lost) / len(lost), "%")
            for (game, memory), ways in outcomes(each).items()
            for way in WAYS
            for lost in [losses(ways, way) or [0.0]]
        ),
        tables=(
            Table(
                SOLVED,
                ("game", CHILDREN, "table", "entries", "KB", "solved", "of", "collections", "nodes each"),
                tuple(rows),
            ),
            Table(
                EACH,
                ("game", CHILDREN, "table", "mate", "moves", *(f"{entries:,} entries" for entries in sizes)),
                tuple(each),
            ),
        ),
        conditions={
            "positions": f"{len(given[SHOGI])} stages of one problem of shogi, {len(given[CHESS])} of chess; an empty "
            "table for each",
            "search": f"df-pn, {node_limit:,} nodes at most; shogi: checks only, of any number; chess: all moves, "
            "for a mate within the moves known",
            "lost": f"of what some way solves with {sizes[-1]:,} entries, mean over the smaller tables",
            "every mate": "1: solved, 0: not",
        },
    )


def outcomes(rows: list[tuple[Any, ...]]) -> Outcomes:
    """The outcome of every mate, by game, memory and way, out of the table's rows."""
    found: Outcomes = {}
    for game, memory, way, _, _, *solved in rows:
        found.setdefault((game, memory), {}).setdefault(way, []).append(tuple(solved))
    return found


def losses(ways: Ways, way: str) -> list[float]:
    """The share of the small tables with which a way loses a mate, of each that some way solves with the largest."""
    return [
        1 - sum(solved[:-1]) / len(solved[:-1])
        for solved, *others in zip(ways[way], *ways.values(), strict=True)
        if any(other[-1] for other in others)
    ]


def judge(found: Outcomes) -> Judgement:
    """Overwriting loses mates, and collecting at 30% solves more: in shogi where the table is all, and else.

    Ways are compared mate by mate. The stages of one problem of shogi repeat exactly and are no sample; in chess the
    mates are, and of one that is lost with several tables each is a share.
    """
    losing: dict[str, Part] = {}
    needed: dict[str, Part] = {}
    told = []
    for (game, memory), ways in found.items():
        setting = f"{game} ({memory})"
        overwriting = min((losses(ways, way) for way in OVERWRITING), key=sum)
        if not overwriting:
            losing[setting], needed[setting] = (each.undecided("no mate can be solved") for each in (LOST, NEEDED))
            continue
        gained = {
            way: [ours - theirs for ours, theirs in zip(overwriting, losses(ways, way), strict=True)]
            for way in COLLECTING
        }
        for parts, prediction, values in ((losing, LOST, overwriting), (needed, NEEDED, gained[AS_CLAIMED])):
            share = mean(100 * value for value in values)
            parts[setting] = (
                prediction.judged(exactly(share.value))
                if game == SHOGI
                else prediction.judged(share, len(values), "mates")
            )
        others = (f"{100 * sum(gained[way]) / len(gained[way]):+.1f}%" for way in COLLECTING if way != AS_CLAIMED)
        told.append(f"{setting} {' and '.join(others)}")
    names = " and ".join(way for way in COLLECTING if way != AS_CLAIMED)
    return Judgement(
        (in_its_own(losing), in_its_own(needed)), f"What {names} solve more than overwriting: {'; '.join(told)}."
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (outcomes(result.rows(EACH)),)


def draw(result: Result, figure: Figure) -> None:
    """The share of mates solved by size of the table; a field for each game and memory, intervals over chess mates."""
    table = result.table(SOLVED)
    fields = figure.subplots(len(GAMES), len(MEMORIES), sharex=True, sharey="row")
    for row, game in zip(fields, GAMES, strict=True):
        for axes, memory in zip(row, MEMORIES, strict=True):
            for place, way in enumerate(WAYS):
                where = {"game": game, CHILDREN: memory, "table": way}
                counts = zip(table.numbers("solved", **where), table.numbers("of", **where), strict=True)
                shares = [scaled(proportion(solved, number), 100) for solved, number in counts]
                # Beside each other, as many are alike.
                aside = BESIDE ** (place - len(WAYS) // 2)
                axes.errorbar(
                    [size * aside for size in table.numbers("KB", **where)],
                    [share.value for share in shares],
                    # Stages of one problem are no sample.
                    None if game == SHOGI else whiskers_of(shares),
                    fmt="o--" if way in OVERWRITING else "o-",
                    capsize=3,
                    label=way,
                )
            axes.set_xscale("log", base=2)
            axes.xaxis.set_major_formatter("{x:g}")
            axes.set_title(f"{game}, children known from\n{memory}", fontsize=9)
            axes.set_ylim(0, 105)
        row[0].set_ylabel("mates solved, %")
    for axes in fields[-1]:
        axes.set_xlabel("table, KB")
    legend_above(figure, fields[0][-1], 3)
