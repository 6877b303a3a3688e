"""A defender is taken, then what it defended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.guarded import guarded_capture


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedDefender(Fact):
    """The line's first move takes a man, its next one what that man had defended."""

    theme: ClassVar[str] = "removed defender"
    proof: ClassVar[Proof] = Proof.RULES

    defender: Man
    """The piece that is taken first."""
    lost: Man
    """The piece it defended."""


def find_removed_defender(line: ShownLine) -> RemovedDefender | None:
    """A man is taken; the next capture takes another one that it defended, which pays now and did not before."""
    if len(line.moves) < 3 or not line.start.is_capture(line.moves[0]) or line.start.is_en_passant(line.moves[0]):
        return None
    defender, third = line.moves[0].to_square, line.moves[2]
    target = guarded_capture(line)
    if target is None or target == defender or target not in line.start.attacks(defender):
        return None
    if capture_gain(line.boards[2], third) < 1:
        return None
    return RemovedDefender(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        defender=Man.on(line.start, defender),
        lost=Man.on(line.start, target),
    )
