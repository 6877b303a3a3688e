"""Another move before the retake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, balance
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class IntermediateMove(Fact):
    """The other side has just taken something; the line's first move is another one, its next one takes back."""

    theme: ClassVar[str] = "intermediate move"
    proof: ClassVar[Proof] = Proof.RULES

    taker: Man
    """The piece that has just taken, where it stands: what could be taken back at once."""
    captured: str
    """The piece it took, as FEN's letter."""


def find_intermediate_move(line: ShownLine) -> IntermediateMove | None:
    """A move played instead of a retake that loses nothing; the line's third move is the retake, of the same man.

    The line wins no less in the end than the exchange on that square would have won at once. Known only where the
    game's last move is. Who is in check has no choice.
    """
    start = line.start
    if len(line.moves) < 3 or not start.move_stack or start.is_check():
        return None
    square, before = start.peek().to_square, start.copy(stack=1)
    before.pop()
    captured = before.piece_at(square)
    if captured is None or captured.color is not line.side or start.peek().promotion:
        return None
    if line.moves[0].to_square == square or line.moves[2].to_square != square:
        return None
    if line.moves[1].from_square == square or line.boards[2].piece_at(square) != start.piece_at(square):
        return None
    retakes = start.generate_legal_moves(to_mask=chess.BB_SQUARES[square])
    at_once = max((capture_gain(start, retake) for retake in retakes), default=-1)
    if at_once < 0 or balance(line.boards[-1], line.side) - balance(start, line.side) < at_once:
        return None
    return IntermediateMove(
        fen=line.fen,
        chess960=start.chess960,
        line=line.uci,
        taker=Man.on(start, square),
        captured=captured.symbol(),
    )
