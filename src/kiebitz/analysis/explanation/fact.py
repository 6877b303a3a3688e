"""Facts: each a claim about a position, with the line that shows it and what proved it.

The facts themselves are defined beside their detectors, in ``themes``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from html import escape
from typing import Any, ClassVar

import chess

from kiebitz.games import game_of


class Proof(StrEnum):
    """The proof of a claim."""

    RULES = "rules"
    """The rules of chess alone, along the line shown."""
    SEARCH = "search"
    """A search whose value agrees with what the line shows."""
    MATE_SEARCH = "mate search"
    """A search for just this mate."""
    TABLE = "table"
    """A table: of endings, or of openings by name."""
    EVALUATION = "evaluation"
    """The evaluation of the positions shown, without search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that is so. Whoever moves first in ``line`` is the one who does what is claimed."""

    theme: ClassVar[str]
    """The claim, by the name that chess players give it."""
    proof: ClassVar[Proof]

    fen: str
    """The position that the line begins in; in shogi an SFEN."""
    chess960: bool = False
    """True if castling is written as the king taking its rook."""
    line: tuple[str, ...]
    """The moves that show it, as UCI text; in shogi USI text."""

    @property
    def motif(self) -> str:
        """The claim, as finely as players name it."""
        return self.theme

    @property
    def board(self) -> Any:
        """The position that the line begins in: ``Game.board``'s."""
        return game_of(self.fen).board(self.fen, chess960=self.chess960)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that show it, as the board takes them."""
        return self.line if game_of(self.fen).name == "shogi" else tuple(map(chess.Move.from_uci, self.line))

    @property
    def is_white(self) -> bool:
        """True if White does what is claimed."""
        return bool(self.board.turn)

    @property
    def record(self) -> dict[str, Any]:
        """The fact as plain data for JSON."""
        claim = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        claim |= {name: inner.record for name in claim if isinstance(inner := getattr(self, name), Fact)}
        return {"theme": self.theme, "proof": self.proof.value, **claim}

    def _repr_html_(self) -> str:
        """The view in notebooks: the board and the line."""
        from kiebitz.engine.notebook.display import BEST, beside, board_svg

        line = escape(self.board.variation_san(self.moves))
        picture = board_svg(self.board, [(move, BEST) for move in self.moves[:1]])
        return beside(picture, f"<p><b>{self.theme}</b>: {line}</p><p>proven by: {self.proof.value}</p>")
