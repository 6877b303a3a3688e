"""A defender is lured away from what it defends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.explanation.exchange import capture_gain
from kiebitz.explanation.fact import Fact, Proof
from kiebitz.explanation.man import Man
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.explanation.themes.guarded import guarded_capture


@dataclass(frozen=True, slots=True, kw_only=True)
class Deflection(Fact):
    """A defender takes what the line's first move offers, and what it had defended falls."""

    theme: ClassVar[str] = "deflection"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """Who is lured away."""
    lost: Man
    """What it had defended."""
    is_overloaded: bool
    """Whether the first move took something, which the same man defended as well."""


def find_deflection(line: ShownLine) -> Deflection | None:
    """A man takes the one that moved first, and the next move takes another man that it had defended.

    It no longer does; the capture pays now and did not before.
    """
    if len(line.moves) < 3 or line.moves[1].to_square != line.moves[0].to_square:
        return None
    first, answer, third = line.moves[:3]
    defender, target = answer.from_square, guarded_capture(line)
    if target is None or target == answer.to_square or target not in line.start.attacks(defender):
        return None
    if target in line.boards[2].attacks(answer.to_square) or capture_gain(line.boards[2], third) < 1:
        return None
    return Deflection(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=Man.on(line.start, defender),
        lost=Man.on(line.start, target),
        is_overloaded=line.start.is_capture(first) and not line.start.is_en_passant(first),
    )
