"""Zugzwang: the side to move would rather pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine

MOST_PIECES = 1
"""With more pieces than this beside king and pawns a side has a move to spare."""
MARGIN = 200
"""By how many centipawns passing must be better than the best move."""
DECIDED = 500
"""Where evaluations are cut off: beyond them the game is decided either way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zugzwang(Fact):
    """After the line's first move the other side would be better off if it could pass."""

    theme: ClassVar[str] = "zugzwang"
    proof: ClassVar[Proof] = Proof.SEARCH

    centipawns: int
    """The gain, evaluations cut off where a game is decided."""


def find_zugzwang(line: ShownLine, asker: Asker) -> Zugzwang | None:
    """A first move after which passing, searched like any move, is much better than the best answer.

    Not in check, where nobody can pass, and only where the side to move has hardly a piece.
    """
    after = line.boards[1]
    side = after.turn
    pieces = after.occupied_co[side] & ~(after.pawns | after.kings)
    if pieces.bit_count() > MOST_PIECES or after.is_check() or not any(after.legal_moves):
        return None
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    lines = asker.lines(chess.Board(passed.fen(), chess960=after.chess960))
    if not lines:
        return None
    better = line.score.clipped(DECIDED) - lines[0].score.clipped(DECIDED)
    if better < MARGIN:
        return None
    return Zugzwang(fen=line.fen, chess960=line.start.chess960, line=line.uci[:1], centipawns=better)
