"""An attack through a man that must leave, on the one behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, worth
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Skewer(Fact):
    """The line's first move attacks a man, it leaves, and the one behind it is taken."""

    theme: ClassVar[str] = "skewer"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """The piece that attacks, where it arrives."""
    front: Man
    """The piece that must leave."""
    behind: Man
    """The piece that is taken."""


def find_skewer(line: ShownLine) -> Skewer | None:
    """A bishop, rook or queen moves and attacks a man, it moves away, and the attacker takes a piece behind it.

    The one in front is the king, or counts more than the attacker and no less than the one behind, which is no pawn.
    The capture pays.
    """
    if len(line.moves) < 3:
        return None
    first, answer, third = line.moves[:3]
    attacker, front, behind = first.to_square, answer.from_square, third.to_square
    skewered = line.boards[1]
    if third.from_square != attacker or third.promotion or answer.to_square == behind:
        return None
    if skewered.piece_type_at(attacker) not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        return None
    if front not in skewered.attacks(attacker) or front not in chess.SquareSet.between(attacker, behind):
        return None
    is_king = skewered.piece_type_at(front) == chess.KING
    if not is_king and worth(skewered, front) <= worth(skewered, attacker):
        return None
    if skewered.color_at(behind) is not skewered.turn or skewered.piece_type_at(behind) == chess.PAWN:
        return None
    if not is_king and worth(skewered, behind) > worth(skewered, front):
        return None
    if capture_gain(line.boards[2], third) < 1:
        return None
    return Skewer(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        by=Man.on(skewered, attacker),
        front=Man.on(skewered, front),
        behind=Man.on(skewered, behind),
    )
