"""A search of shogi as data. Made by ``ShogiEngine.trace``; ``any_trace`` says what a row holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.shogi.move import usi_text
from kiebitz.core.shogi.notation import push, push_null
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.any_trace import START, AnyTrace

if TYPE_CHECKING:
    from kiebitz.engine.line import GameName

PASS = "pass"


@dataclass(frozen=True, repr=False)
class ShogiTrace(AnyTrace):
    """The rows of a search of shogi; moves are USI text, 'pass' for a null move."""

    game: ClassVar[GameName] = "shogi"

    def move_text(self, code: int) -> str:
        """A row's move as USI text."""
        return PASS if code == NULL_MOVE else usi_text(code)

    @property
    def turn(self) -> bool:
        """True if Black is to move at the root."""
        return self.position(START).turn

    def position(self, row: int) -> ShogiPosition:
        """The position of a row, with the moves that led there."""
        position = ShogiPosition(self.fen)
        for move in self.moves(row):
            if move == PASS:
                push_null(position)
            else:
                push(position, move)
        return position

    def position_text(self, row: int) -> str:
        """The position of a row as SFEN."""
        return self.position(row).sfen()
