"""``kiebitz.Piece``: a man of a colour, equal to python-chess's and, as those, everybody's own to change."""

from __future__ import annotations

from typing import Any

import cython

from kiebitz.core.chess.fen import LETTERS

STANDS_FOR = [None]
FIGURES = dict(zip("RNBQKPrnbqkp", "♖♘♗♕♔♙♜♞♝♛♚♟", strict=True))


class Piece:
    """A piece: its type (1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king) and its colour (True is White).

    It equals, and hashes as, the ``chess.Piece`` of the same type and colour.
    """

    def __init__(self, piece_type: int, color: bool) -> None:
        """Make a piece. Raises ValueError for a type that there isn't."""
        if not 1 <= piece_type <= 6:
            raise ValueError(f"there is no piece of type {piece_type}; give 1 (pawn) to 6 (king)")
        self.piece_type = piece_type
        self.color = color

    @property
    def __class__(self) -> type:
        return STANDS_FOR[0] or Piece

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter, P N B R Q K for White, p n b r q k for Black. Raises ValueError."""
        if len(symbol) != 1 or symbol not in LETTERS:
            raise ValueError(f"{symbol!r} is no piece; write one of PNBRQK or pnbrqk")
        return piece_of(LETTERS.index(symbol))

    def symbol(self) -> str:
        """Its letter, a capital for White."""
        return LETTERS[2 * (self.piece_type - 1) + (not self.color)]

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Its figure; with ``invert_color`` the other side's."""
        letter = self.symbol()
        return FIGURES[letter.swapcase() if invert_color else letter]

    def __eq__(self, other: Any) -> bool:
        if not (hasattr(other, "piece_type") and hasattr(other, "color")):
            return NotImplemented
        return other.piece_type == self.piece_type and bool(other.color) == self.color

    def __hash__(self) -> int:
        return self.piece_type + (-1 if self.color else 5)

    def __reduce__(self) -> tuple[Any, ...]:
        return Piece, (self.piece_type, self.color)

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"


def stand_for(cls: type) -> None:
    """Let pieces be instances of another class, too."""
    STANDS_FOR[0] = cls


def piece_of(man):
    """The piece that a man of the core is, made anew."""
    piece: Piece = Piece.__new__(Piece)
    piece.piece_type = (man >> 1) + 1
    piece.color = man & 1 == 0
    return piece
