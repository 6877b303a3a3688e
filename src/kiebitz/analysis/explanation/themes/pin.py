"""A piece is pinned to its king and lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain, pays
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin(Fact):
    """The line's first move pins a piece to its king, or attacks one that is pinned, and the next one takes it."""

    theme: ClassVar[str] = "pin"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """The piece that pins, where it arrives."""
    pinned: Man
    """The piece that can't leave the line to its king."""
    is_new: bool = True
    """True if it wasn't pinned before."""


def find_pin(line: ShownLine) -> Pin | None:
    """A bishop, rook or queen moves and pins a piece (no pawn) to its king; the next move takes it, which pays.

    Or any man moves and attacks a piece that is pinned already and couldn't be won before. In check the pin isn't the
    point.
    """
    if len(line.moves) < 3:
        return None
    first, answer, third = line.moves[:3]
    by, target, after = first.to_square, third.to_square, line.boards[1]
    side = after.turn
    if after.color_at(target) is not side or after.piece_type_at(target) == chess.PAWN or answer.to_square == target:
        return None
    king = after.king(side)
    is_new = not line.start.is_pinned(side, target)
    if king is None or not after.is_pinned(side, target) or target not in after.attacks(by):
        return None
    if is_new and target not in chess.SquareSet.between(by, king):
        return None
    if not is_new and (target in line.start.attacks(first.from_square) or pays(line.start, target)):
        return None
    if after.is_check() or answer.from_square == target or third.promotion or capture_gain(line.boards[2], third) < 1:
        return None
    return Pin(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        by=Man.on(after, by),
        pinned=Man.on(after, target),
        is_new=is_new,
    )
