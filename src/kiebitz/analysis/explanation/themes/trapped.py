"""A piece that is attacked and has nowhere to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain, exchange_gain, pays
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine

PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trapped(Fact):
    """The line's first move attacks a piece that can't go anywhere without being lost, and it is lost."""

    theme: ClassVar[str] = "trapped piece"
    proof: ClassVar[Proof] = Proof.RULES

    piece: Man
    """The piece that is trapped."""


def find_trapped(line: ShownLine) -> Trapped | None:
    """A move, no capture and no check before or after it, that makes a capture of a piece pay which did not before.

    Wherever the piece can move to, it takes less there than is lost there. The line's third move takes it, where it
    stood or where it went.
    """
    if len(line.moves) < 3 or line.start.is_capture(line.moves[0]):
        return None
    if line.start.is_check() or line.boards[1].is_check():
        return None
    answer, third = line.moves[1], line.moves[2]
    square = answer.from_square if answer.to_square == third.to_square else third.to_square
    after = line.boards[1]
    if after.color_at(square) is not after.turn or after.piece_type_at(square) not in PIECES:
        return None
    if not line.boards[2].is_capture(third) or capture_gain(line.boards[2], third) < 1 or pays(line.start, square):
        return None
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    if not pays(passed, square):
        return None
    if any(_escapes(after, move) for move in after.generate_legal_moves(from_mask=chess.BB_SQUARES[square])):
        return None
    return Trapped(fen=line.fen, chess960=line.start.chess960, line=line.uci, piece=Man.on(after, square))


def _escapes(board: chess.Board, move: chess.Move) -> bool:
    """True if a piece loses less by a move than it takes, or nothing at all."""
    if board.is_capture(move):
        return capture_gain(board, move) >= 0
    after = board.copy(stack=False)
    after.push(move)
    return exchange_gain(after, move.to_square) == 0
