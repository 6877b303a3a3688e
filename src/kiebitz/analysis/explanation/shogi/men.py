"""The men of shogi: what they are worth, whose they are, and what they attack."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from kiebitz.commandline.shogi_board import RANKS, SIZE, ShogiBoard
from kiebitz.games.shogi.board import Board
from kiebitz.kifu.written_move import STEPS, origins

ShogiLine: TypeAlias = Any
"""A ``ShownLine`` of shogi: its boards are ``games.shogi.board``'s, its moves USI text."""
WORTH = {"P": 1, "L": 3, "N": 4, "S": 5, "G": 6, "B": 8, "R": 10, "K": 0}
"""Values of the men, in pawns, promoted or not; nobody can win a king."""


def owned(board: Board, side: bool) -> Counter[str]:
    """The men of a side on the board and in its hand, by capital letter, none promoted; the king left out."""
    shown = ShogiBoard.of(board.fen())
    counted = Counter(shown.hands[0 if side else 1])
    for row in shown.rows:
        counted.update(man[-1].upper() for man in row if man and man[-1].isupper() is side and man[-1] not in "Kk")
    return counted


def worth(men: Counter[str]) -> int:
    """Value of many men, in pawns."""
    return sum(WORTH[letter] * count for letter, count in men.items())


def is_blacks(man: str) -> bool:
    """True if a man, by its letter, is Black's."""
    return man[-1].isupper()


def occupied(shown: ShogiBoard) -> list[str]:
    """The squares on which men stand."""
    return [f"{SIZE - x}{RANKS[y]}" for y, row in enumerate(shown.rows) for x, man in enumerate(row) if man]


def attackers(board: Board, square: str, side: bool) -> list[str]:
    """The squares of a side's men that attack or guard a square, pinned or not."""
    men = board.position.setup().men
    return [origin for man in STEPS for origin in origins(men, 0 if side else 1, man, square)]


def captures_on(board: Board, square: str) -> list[str]:
    """The legal moves that take what stands on a square."""
    return [move for move in board.legal_moves if move[2:4] == square and move[1] != "*"]


def taken_by(board: Board, move: str) -> str:
    """The man that a move takes; nothing if it takes none."""
    return ShogiBoard.of(board.fen()).man(move[2:4])


def capture_gain(board: Board, capture: str) -> int:
    """Gain of a legal capture after the best recaptures on its square, in pawns; negative where it costs."""
    square, after = capture[2:4], board.copy()
    gain = WORTH[taken_by(board, capture)[-1].upper()]
    after.push(capture)
    shown = ShogiBoard.of(after.fen())
    # Whoever can promote and take does; the least man takes first.
    retakes = sorted(
        captures_on(after, square),
        key=lambda move: (WORTH[shown.man(move[:2])[-1].upper()] or max(WORTH.values()) + 1, "+" not in move),
    )
    return gain - max(0, capture_gain(after, retakes[0])) if retakes else gain


def is_quiet(board: Board) -> bool:
    """True if material has settled: the side to move is not in check, and no capture of more than a pawn pays."""
    if board.is_check():
        return False
    shown = ShogiBoard.of(board.fen())
    captures = {move[:4]: move for move in board.legal_moves if move[1] != "*" and shown.man(move[2:4])}
    return all(capture_gain(board, capture) <= WORTH["P"] for capture in captures.values())
