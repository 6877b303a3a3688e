"""A man can be taken because its defender is pinned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, worth
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedDefender(Fact):
    """The line's first move takes a man, and its only defender can't retake: that would expose its king."""

    theme: ClassVar[str] = "pinned defender"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """Who is pinned."""
    taken: Man
    """What it fails to defend."""


def find_pinned_defender(line: ShownLine) -> PinnedDefender | None:
    """A capture that nobody can retake, because the only man that attacks the square is pinned to its king.

    The one that takes counts at least as much as what it takes: without the pin it would win nothing.
    """
    first, after = line.moves[0], line.boards[1]
    square, side = first.to_square, after.turn
    if not line.start.is_capture(first) or line.start.is_en_passant(first) or first.promotion:
        return None
    if worth(line.start, first.from_square) < worth(line.start, square):
        return None
    if any(after.generate_legal_moves(to_mask=chess.BB_SQUARES[square])):
        return None
    attackers = list(after.attackers(side, square))
    if len(attackers) != 1 or not after.is_pinned(side, attackers[0]) or after.is_check():
        return None
    return PinnedDefender(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=Man.on(after, attackers[0]),
        taken=Man.on(line.start, square),
    )
