"""A man stands between a defender and what it defends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.guarded import guarded_capture


@dataclass(frozen=True, slots=True, kw_only=True)
class Interference(Fact):
    """The line's first move shuts a defender off, and what it had defended falls."""

    theme: ClassVar[str] = "interference"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """Whose way is shut."""
    lost: Man
    """What it had defended."""


def find_interference(line: ShownLine) -> Interference | None:
    """The first move ends between a bishop, rook or queen and a man that it defends; the next move takes that man.

    The defender and whatever stands in its way stay there; the capture pays now and did not before.
    """
    if len(line.moves) < 3:
        return None
    square, target = line.moves[0].to_square, guarded_capture(line)
    if target is None or line.moves[2].from_square == square:
        return None
    for defender in line.start.attackers(not line.side, target):
        if square not in chess.SquareSet.between(defender, target) or line.start.is_capture(line.moves[0]):
            continue
        if line.boards[2].piece_at(defender) != line.start.piece_at(defender):
            continue
        if line.boards[2].piece_at(square) is None or capture_gain(line.boards[2], line.moves[2]) < 1:
            continue
        return Interference(
            fen=line.fen,
            chess960=line.start.chess960,
            line=line.uci,
            defender=Man.on(line.start, defender),
            lost=Man.on(line.start, target),
        )
    return None
