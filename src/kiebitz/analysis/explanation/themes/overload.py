"""A defender has more to defend than it can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.guarded import lured_defender


@dataclass(frozen=True, slots=True, kw_only=True)
class Overload(Fact):
    """The line's first move takes a man, its defender retakes, and what it had defended as well falls."""

    theme: ClassVar[str] = "overloaded piece"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """The piece that has too much to do."""
    taken: Man
    """The piece taken first."""
    lost: Man
    """The piece taken when the defender has retaken."""


def find_overload(line: ShownLine) -> Overload | None:
    """A man retakes, and the next move takes another one that it had defended as well."""
    lured, first = lured_defender(line), line.moves[0]
    if lured is None or not line.start.is_capture(first) or line.start.is_en_passant(first):
        return None
    defender, target = (Man.on(line.start, square) for square in lured)
    return Overload(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=defender,
        taken=Man.on(line.start, first.to_square),
        lost=target,
    )
