"""A passed pawn is made, or one is blocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine

LASTING = 5
"""The plies a line must show, so that its first move's effect is seen to last."""
MADE_RANK = 3
"""From which rank on, counted from 0 at its own side, a new passed pawn is spoken of;"""
STOPPED_RANK = 4
"""and from which on one that is stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedPawnMade(Fact):
    """After the line's first move a pawn of that side is passed that was not, and it stays so as far as is shown."""

    theme: ClassVar[str] = "passed pawn made"
    proof: ClassVar[Proof] = Proof.RULES

    pawn: Man
    """The pawn, where it stands after the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedPawnStopped(Fact):
    """The line's first move stands before a passed pawn, which doesn't move as far as is shown."""

    theme: ClassVar[str] = "passed pawn stopped"
    proof: ClassVar[Proof] = Proof.RULES

    pawn: Man
    """The pawn."""


def find_passed_pawn_made(line: ShownLine) -> PassedPawnMade | None:
    """A pawn without a pawn of either side before it, or of the other side on the files beside it.

    It was not passed before, and it is still there and passed at the end of the line, or has promoted.
    """
    if len(line.moves) < LASTING:
        return None
    first, after = line.moves[0], line.boards[1]
    made = [
        square
        for square in after.pieces(chess.PAWN, line.side)
        if _rank(square, line.side) >= MADE_RANK
        and _is_passed(after, square)
        and not _is_passed(line.start, first.from_square if square == first.to_square else square)
    ]
    for square in sorted(made, key=lambda square: -_rank(square, line.side)):
        if _lasts(line, square):
            return PassedPawnMade(fen=line.fen, chess960=line.start.chess960, line=line.uci, pawn=Man.on(after, square))
    return None


def find_passed_pawn_stopped(line: ShownLine) -> PassedPawnStopped | None:
    """A man moves to the empty square before a passed pawn of the other side, and the pawn stays where it is."""
    first, ahead = line.moves[0], -8 if line.side == chess.BLACK else 8
    pawn = first.to_square + ahead
    if len(line.moves) < LASTING or line.start.is_capture(first) or line.start.is_castling(first):
        return None
    if not 0 <= pawn < len(chess.SQUARES) or line.start.piece_at(pawn) != chess.Piece(chess.PAWN, not line.side):
        return None
    if _rank(pawn, not line.side) < STOPPED_RANK or not _is_passed(line.start, pawn):
        return None
    if any(board.piece_at(pawn) != line.start.piece_at(pawn) for board in line.boards):
        return None
    if any(board.color_at(first.to_square) is not line.side for board in line.boards[1:]):
        return None
    return PassedPawnStopped(fen=line.fen, chess960=line.start.chess960, line=line.uci, pawn=Man.on(line.start, pawn))


def _rank(square: chess.Square, side: chess.Color) -> int:
    """The rank of a square as a side counts it, from 0."""
    return chess.square_rank(square if side else chess.square_mirror(square))


def _is_passed(board: chess.Board, square: chess.Square) -> bool:
    """True if the man on a square is a passed pawn."""
    side = board.color_at(square)
    if side is None or board.piece_type_at(square) != chess.PAWN:
        return False
    file = chess.square_file(square)
    return not any(
        _rank(other, side) > _rank(square, side)
        and (board.color_at(other) is not side or chess.square_file(other) == file)
        for other in chess.SquareSet(board.pawns)
        if abs(chess.square_file(other) - file) <= 1
    )


def _lasts(line: ShownLine, square: chess.Square) -> bool:
    """True if the pawn that stands on a square after the first move promotes, or is passed at the line's end."""
    for move in line.moves[1:]:
        if move.from_square == square:
            if move.promotion:
                return True
            square = move.to_square
        elif move.to_square == square:
            return False
    return _is_passed(line.boards[-1], square)
