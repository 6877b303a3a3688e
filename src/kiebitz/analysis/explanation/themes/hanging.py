"""A man that can simply be taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, balance
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging(Fact):
    """The line's first move takes a man, and the exchange pays."""

    theme: ClassVar[str] = "hanging"
    proof: ClassVar[Proof] = Proof.RULES

    man: Man
    """The piece that is taken."""
    is_undefended: bool
    """True if nobody can retake; else the exchange pays all the same."""


def find_hanging(line: ShownLine) -> Hanging | None:
    """A capture whose exchange alone wins all that the line wins, a mate excepted.

    ``is_undefended``: no man of the other side attacks the square, whether it may retake or not.
    """
    capture = line.moves[0]
    if not line.start.is_capture(capture) or line.start.is_en_passant(capture) or capture.promotion:
        return None
    gain = capture_gain(line.start, capture)
    won = balance(line.boards[-1], line.side) - balance(line.start, line.side)
    if gain < 1 or gain < won or line.boards[-1].is_checkmate():
        return None
    retakes = bool(line.boards[1].attackers(not line.side, capture.to_square))
    return Hanging(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        man=Man.on(line.start, capture.to_square),
        is_undefended=not retakes,
    )
