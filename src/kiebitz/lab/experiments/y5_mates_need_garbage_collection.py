"""What becomes of mates when the solver's table is too small: overwriting against collecting garbage.

A solver by proof numbers (df-pn, ``core.mate``) is given mates in 6 to 15 moves, to be proved within the moves known,
with tables from 256 entries to a million. A table of a million has room for all that is searched here; what is solved
with it, but no longer with a small one, is lost. Overwriting: always, or the smallest subtree of four entries.
Collecting: entries of small subtrees (Nagai 1999), or first whatever lies beyond settled nodes, as Yane describes it,
at 30% use as he says, or at 90%.

Such a solver may know the children of a node from the table alone, as df-pn is usually written, or keep the numbers of
the children in every node of the line being searched. The claim can only be about the first; both are measured.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.measuring.positions import Mate, mates
from kiebitz.lab.measuring.progress import Progress

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
SIZES, QUICK_SIZES = (256, 1024, 4096, 16_384, 1 << 20), (256, 1 << 20)
NODE_LIMIT, QUICK_NODE_LIMIT = 300_000, 20_000
QUICK_POSITIONS = 8
# A way loses mates if it is more than this share; another way is far better if it loses at most half as many.
LOSES = 0.05
FAR_BETTER = 0.5
SOLVED = "Mates solved"

Row: TypeAlias = tuple[str, str, int, float, int, int, float]


class _Sum(TypedDict):
    """What was done with all positions."""

    solved: list[bool]
    nodes: int
    collections: int


def solve(positions: list[Mate], design: ProofTableDesign, table_only: bool, node_limit: int) -> _Sum:
    """Which of the positions are solved, each from an empty table."""
    total = _Sum(solved=[], nodes=0, collections=0)
    table = ProofTable(design)
    for position in positions:
        table.clear()
        search = MateSearch(table, table_only=table_only)
        proof = search.prove(Position(position.fen), position.moves, node_limit)
        total["solved"].append(proof.mate is True)
        total["nodes"] += proof.nodes
        total["collections"] += proof.collections
    return total


def measure(quick: bool, progress: Progress) -> Result:
    """Every way of keeping entries, with every size and both memories."""
    positions = mates()[:QUICK_POSITIONS] if quick else mates()
    sizes = QUICK_SIZES if quick else SIZES
    node_limit = QUICK_NODE_LIMIT if quick else NODE_LIMIT
    progress.expect(len(MEMORIES) * len(WAYS) * len(sizes))
    rows: list[Row] = []
    lost: dict[tuple[str, str], int] = {}
    solvable: dict[str, int] = {}
    for memory, table_only in MEMORIES.items():
        ample: list[bool] = []
        for way, (keeping, share) in WAYS.items():
            for entries in reversed(sizes):
                design = ProofTableDesign(entries, keeping, share)
                found = progress.step(
                    f"{memory}, {way}, {entries} entries, {node_limit} nodes",
                    partial(solve, positions, design, table_only, node_limit),
                )
                solved = found["solved"]
                if entries == sizes[-1]:
                    # Solvable is what any way solves with room for all.
                    ample = [old or new for old, new in zip(ample or solved, solved, strict=True)]
                rows.append(
                    (
                        memory,
                        way,
                        entries,
                        entries * ENTRY_BYTES / 1024,
                        sum(solved),
                        found["collections"],
                        found["nodes"] / len(positions),
                    )
                )
        solvable[memory] = sum(ample)
    small = sizes[:-1]
    for memory, way, entries, _, solved_count, *_ in rows:
        if entries in small:
            lost[memory, way] = lost.get((memory, way), 0) + solvable[memory] - solved_count
    verdict, why = judge(lost, solvable, len(small))
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(
                f"lost with small tables, {way} ({memory})", 100 * count / (len(small) * max(solvable[memory], 1)), "%"
            )
            for (memory, way), count in lost.items()
        ),
        tables=(
            Table(
                SOLVED,
                ("a node's children are known from", "table", "entries", "KB", "solved", "collections", "nodes each"),
                tuple(rows),
            ),
        ),
        conditions={
            "positions": f"{len(positions)} mates in {positions[0].moves} to {positions[-1].moves} moves, an empty "
            "table for each",
            "search": f"df-pn, all moves, for a mate within the moves known; {node_limit:,} nodes at most",
            "lost": f"of what some way solves with {sizes[-1]:,} entries, summed over the smaller tables",
        },
    )


def judge(lost: dict[tuple[str, str], int], solvable: dict[str, int], sizes: int) -> tuple[Verdict, str]:
    """Whether overwriting loses mates and collecting at 30% far fewer, with either memory."""
    texts, decided = [], {}
    for memory in MEMORIES:
        chances = max(sizes * solvable[memory], 1)
        overwriting = min(lost[memory, way] for way in OVERWRITING)
        claimed = lost[memory, AS_CLAIMED]
        decided[memory] = overwriting > LOSES * chances and claimed <= FAR_BETTER * overwriting
        shares = ", ".join(f"{way} {lost[memory, way] / chances:.0%}" for way in WAYS)
        texts.append(f"children known from {memory}: {shares}")
    why = "Mates lost with tables that are too small; " + "; ".join(texts) + "."
    if all(decided.values()):
        return Verdict.HOLDS, why
    if any(decided.values()):
        return Verdict.CONDITIONALLY, why
    collecting = min(lost[TABLE_ALONE, way] for way in COLLECTING)
    overwriting = min(lost[TABLE_ALONE, way] for way in OVERWRITING)
    if collecting <= FAR_BETTER * overwriting and overwriting > LOSES * sizes * solvable[TABLE_ALONE]:
        return Verdict.CONDITIONALLY, why
    return Verdict.FAILS, why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    small = sorted({row[2] for row in result.rows(SOLVED)})[:-1]
    solved: dict[tuple[str, str], int] = {}
    for memory, way, entries, _, number, *_ in result.rows(SOLVED):
        if entries in small:
            solved[memory, way] = solved.get((memory, way), 0) + number
    # What could be solved in all follows from the shares lost, if anything was solved.
    solvable = dict.fromkeys((memory for memory, _ in solved), 0)
    for (memory, way), number in solved.items():
        share = result.measured[f"lost with small tables, {way} ({memory})"] / 100
        if number:
            solvable[memory] = round(number / (1 - share)) // len(small)
    lost = {(memory, way): solvable[memory] * len(small) - number for (memory, way), number in solved.items()}
    return lost, solvable, len(small)


def draw(result: Result, figure: Figure) -> None:
    """Mates solved by size of the table, one field for each memory."""
    table = result.table(SOLVED)
    fields = figure.subplots(1, len(MEMORIES), sharey=True)
    for axes, memory in zip(fields, MEMORIES, strict=True):
        for way in WAYS:
            where = {"a node's children are known from": memory, "table": way}
            axes.plot(
                table.numbers("KB", **where),
                table.numbers("solved", **where),
                "o--" if way in OVERWRITING else "o-",
                label=way,
            )
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("table, KB")
        axes.set_title(f"children known from\n{memory}", fontsize=9)
    fields[0].set_ylabel("mates solved")
    fields[0].set_ylim(bottom=0)
    fields[-1].legend(fontsize=7, loc="lower right")
