"""A search as data: every node of a real search as a row of a NumPy structured array. Made by ``Engine.trace``.

A row is one search of one node. The order is that in which nodes were entered, so the subtree of row ``i`` is the range
from ``i`` to ``rows["end"][i]``. One position may be searched several times in a row: again with a wider window,
without one of its moves to see whether that is singular, by quiescence before it is razored. ``fresh`` marks the first
search since a move was made: fresh rows count positions as ``Info.nodes`` does.

Columns: ``parent`` (row, -1 at the root), ``end``, ``ply``, ``move`` (16-bit code, see ``moves``), ``order`` (of
the move among those tried, from 1; 0 for a null move), ``depth`` (plies left), ``reduction`` and ``extension`` (plies),
``alpha`` and ``beta`` on entry, ``value``, ``evaluation`` (all in centipawns for the side to move; 32002 for none),
``kind``, ``expected``, ``reason`` (indexes into ``KINDS``, ``EXPECTATIONS``, ``REASONS``), ``searched`` (moves),
``best_move``, ``table_bound`` (0 no hit, 1 upper, 2 lower, 3 exact), ``table_depth``, ``key``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.core.chess.move import NO_MOVE, NULL_MOVE, uci_text
from kiebitz.core.shogi.move import usi_text
from kiebitz.core.trace import EXPECTATIONS, FIELDS, KINDS, REASONS, TECHNIQUES, row_size
from kiebitz.engine.line import Info, arrows
from kiebitz.engine.notebook.frames import library
from kiebitz.engine.positions import AnyPosition, notation_of, position_from, shogi_position_from, text_of

if TYPE_CHECKING:
    from pathlib import Path

    import chess
    import polars

    from kiebitz.engine.line import GameName

__all__ = [
    "EXPECTATIONS",
    "KINDS",
    "NULL_MOVE",
    "REASONS",
    "ROW",
    "START",
    "TECHNIQUES",
    "Comparison",
    "CutRate",
    "Exemption",
    "NullMoves",
    "Trace",
]

Rows: TypeAlias = "np.ndarray[Any, np.dtype[np.void]]"
Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"
Hashes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"

ROW = np.dtype(list(FIELDS), align=True)
PASS = "pass"
"""A null move of shogi; of chess it is 0000."""
START = -1
"""In place of a row: the position searched from, which there is even where no row was recorded."""
if ROW.itemsize != row_size():
    raise ImportError(f"a row has {row_size()} bytes in the core and {ROW.itemsize} here; build the core anew")

BOUNDS = ("", "upper", "lower", "exact")
# An odd number without pattern (the golden ratio in 64 bits), for hashing a path.
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class CutRate:
    """Share of refutations that were the first move tried."""

    cuts: int
    """Searches that ended with a beta cut by a move."""
    first: int
    """Those in which the first move tried refuted."""

    @property
    def rate(self) -> float:
        """Their share; 0 without any cut."""
        return self.first / self.cuts if self.cuts else 0.0


@dataclass(frozen=True, slots=True)
class NullMoves:
    """Null-move statistics of a search: cutoffs, and nodes spent."""

    refuting: int
    """Null moves that ended their node."""
    failing: int
    """Null moves after which the node was searched all the same."""
    refuting_nodes: int
    """Positions visited below the refuting ones."""
    failing_nodes: int
    """Positions visited below the failing ones."""
    nodes: int
    """Positions visited by the whole search."""

    @property
    def failing_share(self) -> float:
        """The part of all positions that was visited in vain."""
        return self.failing_nodes / self.nodes if self.nodes else 0.0


@dataclass(frozen=True, slots=True)
class Exemption:
    """A position that a recorded search treats otherwise, wherever it comes upon it."""

    key: int
    """Of the position, as rows have it."""
    techniques: frozenset[str] = frozenset()
    """Those left out there, of ``TECHNIQUES``."""
    depth: int = 0
    """Plies that it is searched at least."""

    def __post_init__(self) -> None:
        """Raise ValueError for what is no technique."""
        if unknown := self.techniques - frozenset(TECHNIQUES):
            raise ValueError(f"{', '.join(sorted(unknown))}: a position can be spared {', '.join(TECHNIQUES)}")

    @property
    def code(self) -> tuple[int, int, int]:
        """Key, techniques as bits, depth."""
        return self.key, sum(1 << TECHNIQUES.index(name) for name in self.techniques), self.depth


@dataclass(frozen=True, slots=True)
class Comparison:
    """The positions, by the path that leads to them, that one of two searches visited and the other did not."""

    common: int
    """Paths that both visited."""
    disappeared: Numbers
    """Rows of the first trace whose path the second never took (the first visit of each)."""
    appeared: Numbers
    """Rows of the second trace whose path the first never took."""


@dataclass(frozen=True)
class Trace:
    """The rows of a search, with what is needed to read them.

    Moves are UCI or USI text; a null move is 0000 in chess, ``pass`` in shogi.
    """

    rows: Rows
    """One a search of a node, see the module."""
    fen: str
    """The root of the search: a FEN, by rook files in Chess960; in shogi an SFEN."""
    info: Info
    """The outcome of the search."""
    unrecorded: int
    """Searches of a node that found no room in the buffer."""

    chess960: bool = False
    """How castling is written in chess."""

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        """In one line: the rows themselves are ``rows``."""
        unrecorded = f", {self.unrecorded:,} more unrecorded" if self.unrecorded else ""
        return f"{type(self).__name__}({len(self):,} searches of {self.nodes:,} nodes from {self.fen!r}{unrecorded})"

    # ------------------------------------------------------------------ the game

    @property
    def game(self) -> GameName:
        """The game that was searched."""
        return self.info.game

    @property
    def turn(self) -> bool:
        """The side to move at the root: True for the one that moves first by the rules."""
        return self.position(START).turn

    def move_text(self, code: int) -> str:
        """A row's move as text."""
        if self.game == "chess":
            return uci_text(code, self.chess960)
        return PASS if code == NULL_MOVE else usi_text(code)

    def position(self, row: int) -> AnyPosition:
        """The position of a row, with the moves that led there."""
        if self.game == "chess":
            return position_from(self.fen, self.moves(row), self.chess960)
        position = shogi_position_from(self.fen)
        for move in self.moves(row):
            if move == PASS:
                notation_of(position).push_null(position)
            else:
                notation_of(position).push(position, move)
        return position

    def board(self, row: int) -> chess.Board:
        """The same in chess on python-chess's board."""
        import chess

        board = chess.Board(self.fen, chess960=self.chess960)
        for move in self.moves(row):
            board.push_uci(move)
        return board

    def position_text(self, row: int) -> str:
        """The position of a row as FEN or SFEN."""
        return text_of(self.position(row))

    def picture(self) -> str:
        """The root as HTML: in chess a board with arrows for the lines that were found, in shogi its text."""
        if self.game == "shogi":
            return f"<code>{escape(self.fen)}</code>"
        from kiebitz.engine.notebook.display import board_svg

        return board_svg(self.board(START), arrows(self.info.lines))

    # ------------------------------------------------------------------ finding one's way

    @property
    def nodes(self) -> int:
        """Positions visited, as the search's counter counts them; less those unrecorded."""
        return int(np.count_nonzero(self.rows["fresh"]))

    @property
    def iterations(self) -> Numbers:
        """Rows of the root: one for each window of each iteration and line."""
        return np.flatnonzero((self.rows["parent"] < 0) & ~self._passes_at_root)

    @cached_property
    def _passes_at_root(self) -> Flags:
        """Rows of zugzwang rule III: between two iterations it passes at the root, where no search is under way."""
        return (self.rows["parent"] < 0) & (self.rows["ply"] > self.rows["ply"][:1])

    def within(self, root: int) -> Trace:
        """The subtree of a row as a trace of its own; rows are counted from its root then."""
        end = int(self.rows["end"][root]) or len(self.rows)
        rows = self.rows[root:end].copy()
        rows["end"] -= root
        rows["parent"] -= root
        rows["parent"][0] = -1
        return replace(self, rows=rows, fen=self.position_text(root), unrecorded=0)

    @property
    def complete_iterations(self) -> list[int]:
        """Those that were completed."""
        return [int(row) for row in self.iterations if self.rows["reason"][row] not in _UNFINISHED]

    def last_iteration(self) -> Trace:
        """The search of the root that was completed last. Raises ValueError if none was."""
        complete = self.complete_iterations
        if not complete:
            raise ValueError("no iteration was completed and recorded; search deeper, or ask for more rows (max_nodes)")
        return self.within(complete[-1])

    def children(self, row: int) -> Numbers:
        """Rows of the searches that a row's search asked for, in order."""
        found = []
        child = row + 1
        end = int(self.rows["end"][row]) or len(self.rows)
        while child < end:
            found.append(child)
            child = int(self.rows["end"][child]) or end
        return np.array(found, dtype=np.int64)

    def moves(self, row: int) -> list[str]:
        """The moves from the root to a row, as ``move_text`` has them."""
        path = []
        while row >= 0:
            parent = int(self.rows["parent"][row])
            # A search in a search stands at the same ply: it made no move.
            if self._passes_at_root[row] or (parent >= 0 and self.rows["ply"][parent] < self.rows["ply"][row]):
                path.append(self.move_text(int(self.rows["move"][row])))
            row = parent
        return path[::-1]

    # ------------------------------------------------------------------ the usual questions

    @cached_property
    def subtree_nodes(self) -> Numbers:
        """By row: positions visited in its subtree, its own included if it is fresh."""
        visited = np.concatenate(([0], np.cumsum(self.rows["fresh"], dtype=np.int64)))
        end = np.where(self.rows["end"] > 0, self.rows["end"], len(self.rows))
        return np.asarray(visited[end] - visited[:-1], dtype=np.int64)

    @cached_property
    def found(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """By row: the type that the node turned out to be, as an index into ``EXPECTATIONS``."""
        rows = self.rows
        kind = np.where(rows["value"] >= rows["beta"], 1, np.where(rows["value"] <= rows["alpha"], 2, 0))
        return np.where(np.isin(rows["reason"], _UNFINISHED), 3, kind).astype(np.int8)

    def reasons(self) -> dict[str, int]:
        """Number of node searches ended by each reason."""
        counts = Counter(self.rows["reason"].tolist())
        return {REASONS[reason]: count for reason, count in sorted(counts.items())}

    def reasons_by_depth(self) -> dict[int, dict[str, int]]:
        """The same by remaining depth, quiescence as depth 0."""
        counts = Counter(zip(self.rows["depth"].tolist(), self.rows["reason"].tolist(), strict=True))
        table: dict[int, dict[str, int]] = {}
        for (depth, reason), count in sorted(counts.items()):
            table.setdefault(depth, {})[REASONS[reason]] = count
        return table

    def cut_rate(self, kind: str = "tree") -> CutRate:
        """Share of refutations that were the first move tried; ``kind`` tree or quiescence."""
        cuts = (self.rows["reason"] == BETA_CUT) & (self.rows["kind"] == KINDS.index(kind))
        return CutRate(int(np.count_nonzero(cuts)), int(np.count_nonzero(self.rows["searched"][cuts] == 1)))

    def null_moves(self) -> NullMoves:
        """Null-move statistics: cutoffs and nodes spent."""
        rows = self.rows
        passed = (rows["move"] == NULL_MOVE) & (rows["fresh"] == 1)
        refuting = passed & (rows["reason"][rows["parent"]] == REASONS.index("null move"))
        failing = passed & ~refuting
        return NullMoves(
            refuting=int(np.count_nonzero(refuting)),
            failing=int(np.count_nonzero(failing)),
            refuting_nodes=int(self.subtree_nodes[refuting].sum()),
            failing_nodes=int(self.subtree_nodes[failing].sum()),
            nodes=self.nodes,
        )

    # ------------------------------------------------------------------ two runs compared

    @cached_property
    def paths(self) -> Hashes:
        """By row: a hash of the moves that lead to it; equal moves, equal hash, in every trace of the same root."""
        rows = self.rows
        parents = rows["parent"]
        moved = parents >= 0
        moved[moved] = rows["ply"][parents[moved]] < rows["ply"][moved]
        hashes = np.zeros(len(rows), dtype=np.uint64)
        hashes[self._passes_at_root] = _MIX
        pending = np.flatnonzero(parents >= 0)
        settled = parents < 0
        while len(pending):
            ready = pending[settled[parents[pending]]]
            step = (hashes[parents[ready]] ^ rows["move"][ready]) * _MIX
            step ^= step >> np.uint64(29)
            hashes[ready] = np.where(moved[ready], step + np.uint64(1), hashes[parents[ready]])
            settled[ready] = True
            pending = pending[~settled[pending]]
        return hashes

    def compare(self, other: Trace) -> Comparison:
        """Which positions of this search the other never visited, and the other way round.

        Raises ValueError if the searches began at different positions.
        """
        if self.fen != other.fen:
            raise ValueError(f"the searches began at different positions: {self.fen} and {other.fen}")
        mine, my_rows = np.unique(self.paths, return_index=True)
        others, other_rows = np.unique(other.paths, return_index=True)
        return Comparison(
            common=len(np.intersect1d(mine, others, assume_unique=True)),
            disappeared=np.sort(my_rows[np.isin(mine, others, invert=True)]),
            appeared=np.sort(other_rows[np.isin(others, mine, invert=True)]),
        )

    # ------------------------------------------------------------------ elsewhere

    def columns(self) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
        """The rows as arrays by name: indexes spelt out, moves as text, with ``found`` and ``subtree_nodes``."""
        names: dict[str, tuple[str, ...]] = {
            "kind": KINDS,
            "expected": EXPECTATIONS,
            "reason": REASONS,
            "table_bound": BOUNDS,
        }
        columns: dict[str, Any] = {}
        for name in ROW.names or ():
            column = self.rows[name]
            if name in names:
                columns[name] = np.array(names[name])[column]
            elif name in ("move", "best_move"):
                codes, places = np.unique(column, return_inverse=True)
                texts = ["" if code == NO_MOVE else self.move_text(int(code)) for code in codes]
                columns[name] = np.array(texts)[places]
            else:
                columns[name] = column
        columns["found"] = np.array(EXPECTATIONS)[self.found]
        columns["subtree_nodes"] = self.subtree_nodes
        return columns

    def to_polars(self) -> polars.DataFrame:
        """The same as a Polars frame. Raises ImportError if Polars is missing."""
        frame: polars.DataFrame = library("polars").DataFrame(self.columns())
        return frame

    def to_pandas(self) -> Any:
        """The same as a ``pandas.DataFrame``. Raises ImportError if pandas is missing."""
        return library("pandas").DataFrame(self.columns())

    def _repr_html_(self) -> str:
        """The view in notebooks: the root, the number of nodes, and the reasons for their ends."""
        from kiebitz.engine.notebook.display import bar, beside, table_html

        reasons = sorted(self.reasons().items(), key=lambda item: -item[1])
        rows = [(escape(reason), f"{count:,}", bar(count, reasons[0][1])) for reason, count in reasons]
        cuts = self.cut_rate()
        caption = (
            f"{len(self):,} searches of {self.nodes:,} nodes; {cuts.rate:.1%} of {cuts.cuts:,} cuts by the first move"
        )
        return beside(self.picture(), table_html(("ended by", "searches", ""), rows, caption))

    def write_parquet(self, path: str | Path) -> None:
        """The same as a Parquet file. Raises ImportError if Polars is missing."""
        self.to_polars().write_parquet(path)


BETA_CUT = REASONS.index("beta cut")
_UNFINISHED = (REASONS.index("open"), REASONS.index("stopped"))
