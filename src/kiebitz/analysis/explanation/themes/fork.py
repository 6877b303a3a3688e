"""One man attacks several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, worth
from kiebitz.analysis.explanation.shown_line import ShownLine

LEAST_TARGETS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork(Fact):
    """The line's first move attacks several men at once, and the same man then takes one of them."""

    theme: ClassVar[str] = "fork"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """Who forks, where it arrives."""
    targets: tuple[Man, ...]
    """Whom; the king first, then by what they count."""


def find_fork(line: ShownLine) -> Fork | None:
    """A man moves and attacks at least two targets, one of them anew; its next move takes one of them and pays.

    A target is the king, a man that counts more than the one that forks, or a piece (no pawn) that nobody defends.
    """
    if len(line.moves) < 3:
        return None
    first, third = line.moves[0], line.moves[2]
    if third.from_square != first.to_square or third.promotion:
        return None
    forked = line.boards[1]
    targets = [square for square in forked.attacks(first.to_square) if _is_target(forked, first.to_square, square)]
    if len(targets) < LEAST_TARGETS or third.to_square not in targets:
        return None
    if all(square in line.start.attacks(first.from_square) for square in targets):
        return None
    if line.moves[1].to_square == third.to_square and line.boards[2].piece_at(third.to_square) != forked.piece_at(
        third.to_square
    ):
        return None  # somebody else stands there now
    if capture_gain(line.boards[2], third) < 1:
        return None
    targets.sort(key=lambda square: (forked.piece_type_at(square) != chess.KING, -worth(forked, square), square))
    return Fork(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        by=Man.on(forked, first.to_square),
        targets=tuple(Man.on(forked, square) for square in targets),
    )


def _is_target(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    """Whether the side to move has a man there that the attacker threatens."""
    if board.color_at(square) is not board.turn:
        return False
    piece = board.piece_type_at(square)
    if piece == chess.KING or worth(board, square) > worth(board, attacker):
        return True
    return piece != chess.PAWN and not board.attackers(board.turn, square)
