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
    """The line's first move, or the answer to it, shuts a defender off, and what it had defended falls."""

    theme: ClassVar[str] = "interference"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """The piece whose way is shut."""
    lost: Man
    """The piece it had defended."""
    is_own: bool = False
    """True if the answer shuts it off, by a man of its own side."""


def find_interference(line: ShownLine) -> Interference | None:
    """The first move ends between a bishop, rook or queen and a man that it defends; the next move takes that man.

    Or the answer to it does, a forced one or not. The defender and whatever stands in its way stay there; the capture
    pays now and did not before.
    """
    if len(line.moves) < 3:
        return None
    third, target = line.moves[2], guarded_capture(line)
    if target is None or capture_gain(line.boards[2], third) < 1:
        return None
    for ply in (0, 1):
        defender = _shut_off(line, target, ply)
        if defender is None or third.from_square == line.moves[ply].to_square:
            continue
        return Interference(
            fen=line.fen,
            chess960=line.start.chess960,
            line=line.uci,
            defender=Man.on(line.start, defender),
            lost=Man.on(line.start, target),
            is_own=ply == 1,
        )
    return None


def _shut_off(line: ShownLine, target: chess.Square, ply: int) -> chess.Square | None:
    """The defender of a piece until the move of a ply came between; None if there was none."""
    move = line.moves[ply]
    if line.boards[ply].is_capture(move) or line.boards[2].piece_at(move.to_square) is None:
        return None
    for defender in line.start.attackers(not line.side, target):
        stays = line.boards[2].piece_at(defender) == line.start.piece_at(defender)
        if stays and move.to_square in chess.SquareSet.between(defender, target):
            return defender
    return None
