"""Results of a search: one ``Line`` for each candidate move, one ``Info`` for the whole search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kiebitz.engine.score import Score, plies_to_mate

if TYPE_CHECKING:
    from collections.abc import Sequence

    import chess
    import polars

    from kiebitz.engine.board_libraries import BoardLibrary

Bound = Literal["exact", "lower", "upper"]
GameName = Literal["chess", "shogi"]
EndedBy = Literal["limit", "mate", "over", "stopped", "superseded"]
# Of the lines as columns: what is text.
TEXT_COLUMNS = ("move", "pv")
# In front of a score that is a bound.
BOUND_SIGNS = {"exact": "", "lower": "≥ ", "upper": "≤ "}


@dataclass(frozen=True, slots=True)
class Line:
    """A principal variation and its value."""

    score: Score
    """Value for the side to move at the root."""
    moves: tuple[str, ...]
    """The variation as UCI text, castling as the position's variant writes it; in shogi as USI text."""
    depth: int
    """Plies of the iteration that found it."""
    selective_depth: int
    """The deepest ply visited."""
    nodes: int
    """Positions visited so far."""
    time_ms: int
    """Time since the search began."""
    hashfull: int
    """Hashfull: how much of the transposition table this search has filled, in permille."""
    turn: bool
    """Side to move at the root: True for White, as in python-chess; in shogi for Black, who moves first."""
    rank: int = 1
    """1 for the best line, 2 for the second best, …"""
    bound: Bound = "exact"
    """True if the score is the value, or a bound of it because the aspiration window was left."""
    fen: str | None = field(default=None, compare=False, repr=False)
    """The root, by rook files in Chess960; None if whoever made the line doesn't say. In shogi an SFEN."""
    game: GameName = field(default="chess", compare=False, repr=False)
    """The game that it is a line of."""
    library: BoardLibrary | None = field(default=None, compare=False, repr=False)
    """In shogi the library of the board that was searched, whose moves ``move`` and ``pv`` are; None for another's."""

    @property
    def told_bound(self) -> Bound:
        """The bound that programs are told with the score: a mate whose line ends before it is a bound."""
        mate = self.score.mate
        if mate is None or self.bound != "exact" or len(self.moves) >= plies_to_mate(mate):
            return self.bound
        return "lower" if mate > 0 else "upper"

    @property
    def nodes_per_second(self) -> int:
        """Positions visited a second since the search began."""
        return self.nodes * 1000 // max(self.time_ms, 1)

    @property
    def white_score(self) -> Score:
        """The score as White sees it; in shogi Black, who moves first."""
        return self.score if self.turn else -self.score

    @property
    def move(self) -> chess.Move:
        """The variation's first move, as python-chess has it; in shogi the library that the board was of.

        Of shogi's positions as text python-shogi's, and a DeprecationWarning: they will be rsshogi's.
        """
        first: chess.Move = self._told(self.moves[:1])[0]
        return first

    @property
    def pv(self) -> list[chess.Move]:
        """The variation as moves like ``move``."""
        return self._told(self.moves)

    def _told(self, moves: tuple[str, ...]) -> list[Any]:
        """Moves from the root on, as the board's library has them. Raises ImportError without it."""
        from kiebitz.engine.board_libraries import moves_for

        return moves_for(self.fen, moves, "python-chess" if self.game == "chess" else self.library)

    def _repr_html_(self) -> str:
        """The view in notebooks: the board before the line, and the line; of shogi the line alone."""
        return _lines_html((self,), self.fen if self.game == "chess" else None)


@dataclass(frozen=True, slots=True)
class Info:
    """The outcome of one search."""

    lines: tuple[Line, ...]
    """The best lines, best first; none if the side to move is mated or stalemated."""
    nodes: int
    """Positions visited."""
    time_ms: int
    """Time taken."""
    zugzwang: bool = False
    """True if passing was found to be best, so that the search began again without null moves (zugzwang rule III)."""
    is_check: bool = False
    """True if the side to move was in check."""
    fen: str | None = field(default=None, compare=False, repr=False)
    """The root, by rook files in Chess960; None if whoever made the outcome doesn't say."""
    ended_by: EndedBy = field(default="limit", compare=False)
    """The reason of the end: its limit; the mate that was asked for (``Limit.mate``), found; nothing to search, as the
    game is over; somebody who stopped it, or waits no more; or a later search of the same ``AsyncEngine``, which
    superseded it. After the last two it has seen less than its limit allows."""
    game: GameName = field(default="chess", compare=False, repr=False)
    """The game that was searched."""

    @property
    def is_checkmate(self) -> bool:
        """True if the side to move is mated, so that there is no line."""
        return not self.lines and self.is_check

    @property
    def is_stalemate(self) -> bool:
        """True if the side to move has no move and is not in check, so that there is no line."""
        return not self.lines and not self.is_check

    @property
    def pv(self) -> list[chess.Move]:
        """The best line's moves, as it has them; empty if there is none."""
        return self.lines[0].pv if self.lines else []

    @property
    def move(self) -> chess.Move | None:
        """The move to play, as its line has it; None if there is none."""
        return self.lines[0].move if self.lines else None

    @property
    def best_move(self) -> str | None:
        """The move to play, as UCI text; None if there is none."""
        return self.lines[0].moves[0] if self.lines else None

    @property
    def ponder_move(self) -> str | None:
        """The answer expected to ``best_move``, as UCI text; None if the line ends before it."""
        return self.lines[0].moves[1] if self.lines and len(self.lines[0].moves) > 1 else None

    @property
    def score(self) -> Score | None:
        """Value of the best line for the side to move."""
        return self.lines[0].score if self.lines else None

    @property
    def depth(self) -> int:
        """Depth of the best line."""
        return self.lines[0].depth if self.lines else 0

    def columns(self) -> dict[str, list[str | int | None]]:
        """The lines as columns: rank, move and pv (UCI text), centipawns, mate (moves), depth (plies), nodes, time_ms.

        Scores take the view of the side to move.
        """
        return {
            "rank": [line.rank for line in self.lines],
            "move": [line.moves[0] for line in self.lines],
            "centipawns": [line.score.centipawns for line in self.lines],
            "mate": [line.score.mate for line in self.lines],
            "depth": [line.depth for line in self.lines],
            "nodes": [line.nodes for line in self.lines],
            "time_ms": [line.time_ms for line in self.lines],
            "pv": [" ".join(line.moves) for line in self.lines],
        }

    def to_polars(self) -> polars.DataFrame:
        """The same as a Polars frame. Raises ImportError if Polars is missing."""
        from kiebitz.engine.notebook.frames import polars_frame

        return polars_frame(self.columns(), TEXT_COLUMNS)

    def to_pandas(self) -> Any:
        """The same as a ``pandas.DataFrame``. Raises ImportError if pandas is missing."""
        from kiebitz.engine.notebook.frames import pandas_frame

        return pandas_frame(self.columns(), TEXT_COLUMNS)

    def _repr_html_(self) -> str:
        """The view in notebooks: the board with the moves, and the lines; of shogi the lines alone."""
        return _lines_html(self.lines, self.fen if self.game == "chess" else None)


def _lines_html(lines: Sequence[Line], fen: str | None) -> str:
    """Lines from one root, best first, beside its board; without a root as UCI text. Scores as White sees them."""
    from html import escape

    from kiebitz.engine.notebook.display import beside, board_from, board_svg, table_html

    board = None if fen is None else board_from(fen)
    rows = [
        (f"<b>{BOUND_SIGNS[line.bound]}{line.white_score}</b>", str(line.depth), escape(_variation(line, board)))
        for line in lines
    ]
    if rows:
        best = lines[0]
        viewer = "White" if best.game == "chess" else "Black"
        caption = f"{best.nodes:,} nodes, {best.time_ms / 1000:.1f} s; scores as {viewer} sees them"
        text = table_html(("score", "depth", "line"), rows, caption)
    else:
        text = "<p>no legal move</p>"
    return beside(board_svg(board, arrows(lines)), text) if board is not None else text


def _variation(line: Line, board: chess.Board | None) -> str:
    return " ".join(line.moves) if board is None else board.variation_san(line.pv)


def arrows(lines: Sequence[Line]) -> list[tuple[chess.Move, str]]:
    """The first move of each of the best lines, and its colour."""
    from kiebitz.engine.notebook.display import ARROWS

    return [(line.move, colour) for line, colour in zip(lines, ARROWS, strict=False)]
