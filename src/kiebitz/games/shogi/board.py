"""A board of shogi with python-chess's names: what judging, explaining and reporting a game ask of a board.

A move is its USI text. Where python-chess tells a move in SAN, this board tells it as Japanese records write it, with
the mark of its side; moves are numbered by plies, as records number them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.core.shogi.notation import is_checkmate, legal_moves, push
from kiebitz.engine import ShogiPosition
from kiebitz.engine.positions import shogi_position_from
from kiebitz.kifu.told_move import told_move
from kiebitz.kifu.typed_move import read_typed_move


class Board:
    """A position of shogi, with the moves that led to it."""

    chess960 = False
    """There is one way of writing moves."""

    def __init__(self, text: str) -> None:
        """Set an SFEN up. Raises SfenError."""
        self.position: ShogiPosition = shogi_position_from(text)
        """The position, with the game behind it."""
        self.move_stack: list[str] = []

    def copy(self, *, stack: bool | int = True) -> Self:
        """The same board, always with all of its moves: any of its positions may come again."""
        del stack
        other = type(self).__new__(type(self))
        other.position, other.move_stack = self.position.copy(), [*self.move_stack]
        return other

    @property
    def turn(self) -> bool:
        """True if Black, who moves first by the rules, is to move."""
        return self.position.turn

    @property
    def fullmove_number(self) -> int:
        """The number of the move to be played, counted in plies."""
        return int(self.fen().split()[3])

    @property
    def halfmove_clock(self) -> int:
        """Since when positions may come again: since the start, for what is taken comes back."""
        return self.ply()

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves."""
        return legal_moves(self.position)

    def ply(self) -> int:
        """Number of moves made on the board."""
        return len(self.move_stack)

    def fen(self) -> str:
        """The position as an SFEN."""
        return self.position.sfen()

    def epd(self, *, shredder: bool = False) -> str:
        """The SFEN without the number of the move."""
        del shredder
        return self.fen().rpartition(" ")[0]

    def held(self) -> str:
        """The letters of all men in hand, both sides' together, capital."""
        hands = ShogiBoard.of(self.fen()).hands
        return "".join(letter * count for hand in hands for letter, count in hand.items())

    def promoted(self) -> int:
        """Number of promoted pieces on the board."""
        return self.fen().count("+")

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return self.position.is_check

    def is_checkmate(self) -> bool:
        """True if the side to move is mated."""
        return is_checkmate(self.position)

    def push(self, move: str) -> None:
        """Make a move. Raises ShogiMoveError."""
        push(self.position, move)
        self.move_stack.append(move)

    def pop(self) -> str:
        """Take the last move back, and return it."""
        self.position.pop()
        return self.move_stack.pop()

    def peek(self) -> str:
        """The last move."""
        return self.move_stack[-1]

    def uci(self, move: str) -> str:
        """A move as USI text, which it is."""
        return move

    def parse_uci(self, text: str) -> str:
        """The move that a USI text is."""
        return text

    def san(self, move: str) -> str:
        """A legal move as Japanese records write it: '☗７六歩'. Raises ShogiMoveError."""
        return told_move(self.position, move, self._last_target).japanese

    @property
    def _last_target(self) -> str | None:
        """Where the last move went."""
        return self.move_stack[-1][2:4] if self.move_stack else None

    def parse_san(self, text: str) -> str:
        """The legal move that a text means. Raises TypedMoveError."""
        return read_typed_move(self.position, text, self._last_target)

    def push_san(self, text: str) -> str:
        """As ``parse_san``, and make it."""
        move = self.parse_san(text)
        self.push(move)
        return move

    def san_and_push(self, move: str) -> str:
        """As ``san``, and make it."""
        told = self.san(move)
        self.push(move)
        return told

    def western(self, moves: Iterable[str]) -> list[str]:
        """Moves one after another with the men's letters: 'P7g-7f'. Raises ShogiMoveError."""
        walk, told = self.position.copy(), []
        for move in moves:
            told.append(ShogiBoard.of(walk.sfen()).told(move))
            push(walk, move)
        return told

    def variation_san(self, moves: Iterable[str]) -> str:
        """Moves one after another as ``san`` tells them, the number of the first in front. Raises ShogiMoveError."""
        walk = self.copy()
        return f"{self.fullmove_number}. {' '.join(walk.san_and_push(move) for move in moves)}"
