"""A man can go where it goes because who could take it is pinned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, worth
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedDefender(Fact):
    """The line's first move goes to a square whose only defender can't take there: that would expose its king."""

    theme: ClassVar[str] = "pinned defender"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """The piece that is pinned."""
    taken: Man | None
    """The piece it fails to defend; None if nothing is taken."""


def find_pinned_defender(line: ShownLine) -> PinnedDefender | None:
    """A move to a square where nobody can take, because the only man that attacks it, beside the king, is pinned.

    The man that moves counts at least as much as what it takes, and if it takes nothing, more than the pinned one, or
    nobody else of its side defends it: without the pin it would be lost there. No other man gives check.
    """
    first, after = line.moves[0], line.boards[1]
    square, side = first.to_square, after.turn
    if line.start.is_en_passant(first) or first.promotion or line.start.is_castling(first):
        return None
    if any(after.generate_legal_moves(to_mask=chess.BB_SQUARES[square])) or after.checkers() - chess.SquareSet(
        [square]
    ):
        return None
    attackers = [at for at in after.attackers(side, square) if after.piece_type_at(at) != chess.KING]
    if len(attackers) != 1 or not after.is_pinned(side, attackers[0]):
        return None
    is_capture = line.start.is_capture(first)
    mover, pinned = worth(after, square), worth(after, attackers[0])
    if is_capture and mover < worth(line.start, square):
        return None
    if not is_capture and mover <= pinned and after.attackers(not side, square):
        return None
    return PinnedDefender(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=Man.on(after, attackers[0]),
        taken=Man.on(line.start, square) if is_capture else None,
    )
