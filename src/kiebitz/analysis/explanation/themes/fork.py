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
    """The line's first move attacks several men at once, and that wins something."""

    theme: ClassVar[str] = "fork"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """The piece that forks, where it arrives."""
    targets: tuple[Man, ...]
    """Whom; the king first, then by what they count."""


def find_fork(line: ShownLine) -> Fork | None:
    """A man moves and attacks at least two targets, one of them anew; the next move takes and pays (``_comes_of_it``).

    A target is the king, a man that counts more than the one that forks, or a piece (no pawn) that nobody defends; but
    none that can take the one that forks at no loss.
    """
    if len(line.moves) < 3:
        return None
    first, forked = line.moves[0], line.boards[1]
    targets = [square for square in forked.attacks(first.to_square) if _is_target(forked, first.to_square, square)]
    if len(targets) < LEAST_TARGETS or not _comes_of_it(line, targets):
        return None
    if all(square in line.start.attacks(first.from_square) for square in targets):
        return None
    targets.sort(key=lambda square: (forked.piece_type_at(square) != chess.KING, -worth(forked, square), square))
    return Fork(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        by=Man.on(forked, first.to_square),
        targets=tuple(Man.on(forked, square) for square in targets),
    )


def _comes_of_it(line: ShownLine, targets: list[chess.Square]) -> bool:
    """True if the third move takes a target, or who has taken the one that forks, or who came between; and pays."""
    first, answer, third = line.moves[:3]
    if third.promotion or not line.boards[2].is_capture(third):
        return False
    if answer.to_square == first.to_square:
        return third.to_square == first.to_square
    if capture_gain(line.boards[2], third) < 1:
        return False
    is_between = third.to_square == answer.to_square and not line.boards[1].is_capture(answer)
    if is_between and third.from_square == first.to_square:
        return answer.from_square not in targets
    return third.to_square in targets and third.to_square != answer.to_square


def _is_target(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    """True if the side to move has a man there that the attacker threatens."""
    if board.color_at(square) is not board.turn:
        return False
    piece = board.piece_type_at(square)
    capture = chess.Move(square, attacker)
    if piece != chess.KING and board.is_legal(capture) and capture_gain(board, capture) >= 0:
        return False
    if piece == chess.KING or worth(board, square) > worth(board, attacker):
        return True
    if piece == chess.PAWN:
        return False
    gone = board.copy(stack=False)  # who stands behind the attacker defends through it
    gone.remove_piece_at(attacker)
    return not gone.attackers(board.turn, square)
