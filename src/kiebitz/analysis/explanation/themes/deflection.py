"""A defender is lured or driven away from what it defends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.guarded import driven_defender, lured_defender


@dataclass(frozen=True, slots=True, kw_only=True)
class Deflection(Fact):
    """A defender takes what the line's first move offers, or must leave, and what it had defended falls."""

    theme: ClassVar[str] = "deflection"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """The piece that is lured away."""
    lost: Man
    """The piece it had defended."""
    is_driven: bool = False
    """True if it was attacked and left, and took nothing."""


def find_deflection(line: ShownLine) -> Deflection | None:
    """A man takes the one that moved first, to where nothing stood, and the next move takes what it had defended.

    A first move that takes something overloads the defender instead (``overload``). Or the man that had defended
    leaves, attacked anew by the first move, and takes nothing (``driven_defender``).
    """
    lured = None if line.start.is_capture(line.moves[0]) else lured_defender(line)
    found = lured or driven_defender(line)
    if found is None:
        return None
    defender, target = (Man.on(line.start, square) for square in found)
    return Deflection(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=defender,
        lost=target,
        is_driven=lured is None,
    )
