"""A man steps aside and another one attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery(Fact):
    """The line's first move opens another man's way to a target."""

    theme: ClassVar[str] = "discovered attack"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """The piece whose way is opened."""
    target: Man
    """Whom it attacks; the king in a discovered check."""
    is_double_check: bool
    """True if the man that steps aside gives check, too."""


def find_discovery(line: ShownLine) -> Discovery | None:
    """A man leaves the line between a bishop, rook or queen and a target.

    The target is the king; else a man that stays where it is and is taken there by the next move, which pays.
    """
    first, start, opened = line.moves[0], line.start, line.boards[1]
    if start.is_castling(first):
        return None
    king = opened.king(opened.turn)
    uncovered = [square for square in opened.checkers() if square != first.to_square]
    if king is not None and uncovered:
        slider, target = uncovered[0], king
    elif len(line.moves) >= 3 and line.moves[1].from_square != line.moves[2].to_square:
        slider, target = line.moves[2].from_square, line.moves[2].to_square
        if opened.color_at(target) is not opened.turn or line.moves[1].to_square == target:
            return None
        if line.moves[2].promotion or capture_gain(line.boards[2], line.moves[2]) < 1:
            return None
    else:
        return None
    if slider == first.to_square or first.from_square not in chess.SquareSet.between(slider, target):
        return None
    if target not in opened.attacks(slider) or target in start.attacks(slider):
        return None
    return Discovery(
        fen=line.fen,
        chess960=start.chess960,
        line=line.uci,
        by=Man.on(opened, slider),
        target=Man.on(opened, target),
        is_double_check=len(opened.checkers()) > 1,
    )
