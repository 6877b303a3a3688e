"""What becomes of mates when the solver's table is too small: overwriting against collecting garbage.

A solver by proof numbers (df-pn, ``core.mate``) is given mates of two games, with tables from 256 entries to a million.
In shogi, of which the claim speaks: Microcosmos, the longest problem known, 9, 13, … 57 plies before its mate, to be
proved by checks of any number. In chess: mates in 6 to 15 moves, every third of a collection, to be proved within the
moves known, by all moves. A table of a million has room for all that is searched here; what is solved with it, but no
longer with a small one, is lost. Overwriting: always, or the smallest subtree of four entries. Collecting: entries of
small subtrees (Nagai 1999), or first whatever lies beyond settled nodes, as Yane describes it, at 30% use as he says,
or at 90%.

Such a solver may know the children of a node from the table alone, as df-pn is usually written, or keep the numbers of
the children in every node of the line being searched. Both are measured.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction, in_its_own
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import Mate, mates, tsume_ladder
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.statistics import proportion, quotient, scaled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y5",
    title="Mates need garbage collection",
    statement="In mate search a table that overwrites loses mates; one that collects garbage, at about 30% use, solves "
    "them with little memory.",
    source=YANEURAOU,
)

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
# A way loses mates if it is more than this share; another way is far better if it loses at most half as many.
LOSES = 0.05
FAR_BETTER = 0.5
BESIDE = 1.15
"""How far apart what is of one size is drawn."""
SOLVED, CHILDREN = "Mates solved", "a node's children are known from"

Row: TypeAlias = tuple[str, str, str, int, float, int, int, int, float]
# By game, memory and way: the mates lost, summed over the small tables; by game and memory: those that can be solved.
Lost: TypeAlias = dict[tuple[str, str, str], int]
Solvable: TypeAlias = dict[tuple[str, str], int]


LOST = Prediction(
    "a table that overwrites loses mates",
    "mates lost with small tables by the better way of overwriting",
    100 * LOSES,
    unit="%",
    margin="more than a twentieth of what can be solved",
)
SOLVES = Prediction(
    "one that collects garbage at about 30% solves them with little memory",
    "mates that it loses, by those that overwriting loses",
    high=FAR_BETTER,
    is_ratio=True,
    margin="it loses at most half as many",
)
PLAN = Plan(
    version=3,
    original="HASHの使用率が30%ぐらいになってきたときに不要な情報を削除して掃除してやる必要があります。… 詰将棋探索に"
    "限って言えば、情報が消失すると詰むはずのものが詰まなくなることがあり、… 詰将棋探索で超長手数の詰将棋を解かなけれ"
    "ばならないときは、ガベージコレクションを実装する必要があります。",
    translation="When about 30% of the hash are in use, information no longer needed has to be deleted and cleaned "
    "away. … As for tsume search, when information vanishes, what should be mate may no longer be found, … and where a "
    "tsume search must solve problems of very many moves, garbage collection has to be implemented.",
    qualifiers="Of tsume shogi of very many moves; here of up to 57 plies and more, and mates in chess beside it.",
    predictions=(LOST, SOLVES),
    sample="13 ends of Microcosmos and 20 mates in 6 to 15 moves in chess, with each memory and table",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-22",
            "Mates in chess alone were measured, with entries of 24 bytes; the claim is of shogi.",
        ),
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "Shares of 60 mates were compared without intervals; the mates are the sample, and the claim is of a "
            "search whose table is its only memory.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "The table did not keep of how many mates each number is, so that the figure had no intervals.",
        ),
    ),
)


class _Sum(TypedDict):
    """What was done with all positions."""

    solved: int
    nodes: int
    collections: int


def problems(game: str) -> list[Mate]:
    """The mates of a game."""
    return tsume_ladder() if game == SHOGI else mates()[::EACH_CHESS_MATE]


def solve(game: str, positions: list[Mate], design: ProofTableDesign, table_only: bool, node_limit: int) -> _Sum:
    """How many of the positions are solved, each from an empty table."""
    total = _Sum(solved=0, nodes=0, collections=0)
    table = ProofTable(design)
    search = MateSearch(table, checks_only=game == SHOGI, table_only=table_only)
    for mate in positions:
        table.clear()
        if game == SHOGI:
            proof = search.prove(ShogiPosition(mate.fen), None, node_limit)
        else:
            proof = search.prove(Position(mate.fen), mate.moves, node_limit)
        total["solved"] += proof.mate is True
        total["nodes"] += proof.nodes
        total["collections"] += proof.collections
    return total


def measure(quick: bool, progress: Progress) -> Result:
    """Every way of keeping entries, with every size and both memories, in both games."""
    given = {game: problems(game)[: QUICK_POSITIONS if quick else None] for game in GAMES}
    sizes = QUICK_SIZES if quick else SIZES
    node_limit = QUICK_NODE_LIMIT if quick else NODE_LIMIT
    progress.expect(len(GAMES) * len(MEMORIES) * len(WAYS) * len(sizes))
    rows: list[Row] = []
    for (game, positions), (memory, table_only) in product(given.items(), MEMORIES.items()):
        for (way, (keeping, share)), entries in product(WAYS.items(), reversed(sizes)):
            found = progress.step(
                f"{game}, {memory}, {way}, {entries} entries, {node_limit} nodes",
                partial(solve, game, positions, ProofTableDesign(entries, keeping, share), table_only, node_limit),
            )
            rows.append(
                (
                    game,
                    memory,
                    way,
                    entries,
                    entries * ENTRY_BYTES / 1024,
                    found["solved"],
                    len(positions),
                    found["collections"],
                    found["nodes"] / len(positions),
                )
            )
    lost, solvable, small = losses(rows)
    return Result(
        measurements=tuple(
            Measurement(
                f"lost with small tables in {game}, {way} ({memory})",
                100 * count / max(small * solvable[game, memory], 1),
                "%",
            )
            for (game, memory, way), count in lost.items()
        ),
        tables=(
            Table(
                SOLVED,
                ("game", CHILDREN, "table", "entries", "KB", "solved", "of", "collections", "nodes each"),
                tuple(rows),
            ),
        ),
        conditions={
            "positions": f"{len(given[SHOGI])} of shogi, {len(given[CHESS])} of chess; an empty table for each",
            "search": f"df-pn, {node_limit:,} nodes at most; shogi: checks only, of any number; chess: all moves, "
            "for a mate within the moves known",
            "lost": f"of what the best way solves with {sizes[-1]:,} entries, summed over the smaller tables",
        },
    )


def losses(rows: list[Row]) -> tuple[Lost, Solvable, int]:
    """The mates that each way loses with small tables, those that the best solves with the largest; the small ones."""
    largest = max(row[3] for row in rows)
    small = {row[3] for row in rows} - {largest}
    solvable: Solvable = {}
    for game, memory, _, entries, _, solved, *_ in rows:
        if entries == largest:
            solvable[game, memory] = max(solvable.get((game, memory), 0), solved)
    lost: Lost = {}
    for game, memory, way, entries, _, solved, *_ in rows:
        if entries in small:
            lost[game, memory, way] = lost.get((game, memory, way), 0) + solvable[game, memory] - solved
    return lost, solvable, len(small)


def judge(lost: Lost, solvable: Solvable, sizes: int) -> Judgement:
    """Whether overwriting loses mates and collecting at 30% far fewer: in shogi where the table is all, and else.

    ``lost`` are mates lost with ``sizes`` small tables by game, memory and way, ``solvable`` those that some way
    solves. The sample are the mates: of one that is lost with several tables each is a share.
    """
    losing, solving = {}, {}
    for (game, memory), number in solvable.items():
        mates_there = max(number, 1)
        overwriting = min(lost[game, memory, way] for way in OVERWRITING) / sizes
        collecting = lost[game, memory, AS_CLAIMED] / sizes
        share = proportion(overwriting, mates_there)
        setting = f"{game}, {memory}"
        losing[setting] = LOST.judged(scaled(share, 100), mates_there, "mates")
        solving[setting] = (
            SOLVES.judged(quotient(proportion(collecting, mates_there), share), mates_there, "mates")
            if overwriting
            else SOLVES.undecided("overwriting loses none")
        )
    return Judgement((in_its_own(losing), in_its_own(solving)))


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return losses(result.rows(SOLVED))


def draw(result: Result, figure: Figure) -> None:
    """The share of mates solved by size of the table, intervals over mates; a field for each game and memory."""
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
                    whiskers_of(shares),
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
