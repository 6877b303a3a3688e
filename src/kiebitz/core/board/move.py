"""``kiebitz.Move``: a move as Python people hold it: immutable, and equal to python-chess's of the same squares.

Whatever a board generates is made once and handed out again: a list of legal moves costs no objects.
"""

from __future__ import annotations

from typing import Any

import cython

from kiebitz.core.chess.fen import SQUARE_NAMES
from kiebitz.core.chess.notation import MoveError

# As what moves pass beside their own class, and the error of a text that is none (``stand_for``).
STANDS_FOR = [None]
UNREADABLE = [MoveError]
PIECE_LETTERS = " pnbrqk"
NULL_TEXT = "0000"
KNOWN = [None] * MOVES


class Move:
    """A move from a square to a square (0 is a1, 63 h8), and what a pawn becomes (2 knight to 5 queen).

    It equals, and hashes as, the ``chess.Move`` of the same squares and promotion, and goes wherever one does. Castling
    is written as its board has it: the king's step in standard chess, king takes rook in Chess960.
    """

    def __init__(self, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None) -> None:
        """Make a move. Raises MoveError for squares that there aren't, and for drops, which chess has none of."""
        if not (0 <= from_square < SQUARES and 0 <= to_square < SQUARES):
            raise MoveError(f"there is no move from {from_square} to {to_square}; squares are 0 (a1) to 63 (h8)")
        if drop is not None:
            raise MoveError("chess has no drops; leave drop away")
        if promotion is not None and not NO_PIECE < promotion < PIECES:
            raise MoveError(f"promotion is {promotion}; give 2 (knight) to 5 (queen)")
        self.from_square = from_square
        self.to_square = to_square
        self.piece = NO_PIECE if promotion is None else promotion

    @property
    def __class__(self) -> type:
        return STANDS_FOR[0] or Move

    @property
    def promotion(self) -> int | None:
        """The kind a pawn promotes to: 2 knight, 3 bishop, 4 rook, 5 queen; None otherwise."""
        return self.piece if self.piece != NO_PIECE else None

    @property
    def drop(self) -> None:
        """Always None: chess has no drops."""
        return None

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """The move that a UCI text means, such as e2e4 or e7e8q; ``0000`` is the null move. Raises MoveError."""
        piece: cython.int = NO_PIECE
        if uci == NULL_TEXT:
            return known_move(0, 0, NO_PIECE)
        if 4 <= len(uci) <= 5 and uci.isascii():
            origin = square_named(uci, 0)
            target = square_named(uci, 2)
            if len(uci) == 5:
                piece = PIECE_LETTERS.find(uci[4])
            if origin < SQUARES and target < SQUARES and origin != target and piece >= 0 and uci[4:] != " ":
                return known_move(origin, target, piece)
        raise UNREADABLE[0](f"'{uci[:20]}' is no move in UCI's notation; write it as e2e4, e7e8q or 0000")

    @classmethod
    def null(cls) -> Move:
        """The null move, which passes; it alone is false."""
        return known_move(0, 0, NO_PIECE)

    def uci(self) -> str:
        """The move as UCI text, ``0000`` for the null move."""
        if not self:
            return NULL_TEXT
        text = SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square]
        return text + PIECE_LETTERS[self.piece] if self.piece else text

    def xboard(self) -> str:
        """The move as XBoard writes it: ``@@@@`` passes."""
        return self.uci() if self else "@@@@"

    def __bool__(self) -> bool:
        return (self.from_square | self.to_square | self.piece) != 0

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, Move):
            move: Move = other
            return (
                self.from_square == move.from_square and self.to_square == move.to_square and self.piece == move.piece
            )
        if not (hasattr(other, "from_square") and hasattr(other, "to_square")):
            return NotImplemented
        return (
            other.from_square == self.from_square
            and other.to_square == self.to_square
            and other.promotion == self.promotion
            and other.drop is None
        )

    def __hash__(self) -> int:
        return hash((self.from_square, self.to_square, self.promotion, None))

    def __reduce__(self) -> tuple[Any, ...]:
        return known, (self.from_square, self.to_square, self.piece)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: Any) -> Move:
        return self

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


def stand_for(cls: type, error: type[MoveError]) -> None:
    """Let moves be instances of another class, too, and let what is no move raise an error of another kind."""
    STANDS_FOR[0] = cls
    UNREADABLE[0] = error


def known_move(origin, target, piece):
    """The one object of a move; squares and piece must be in their ranges."""
    index = (piece * SQUARES + origin) * SQUARES + target
    move: Move = cython.cast(Move, KNOWN[index])
    if move is None:
        move = Move.__new__(Move)
        move.from_square = origin
        move.to_square = target
        move.piece = piece
        KNOWN[index] = move
    return move


def known(from_square: int, to_square: int, piece: int) -> Move:
    """The move that pickle has kept. Raises MoveError."""
    checked = Move(from_square, to_square, piece or None)
    return known_move(checked.from_square, checked.to_square, checked.piece)


def square_named(text, at):
    """The square that two letters of a text name, 64 if they name none."""
    file: cython.int = ord(text[at]) - 97
    rank: cython.int = ord(text[at + 1]) - 49
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else SQUARES
