"""A stalemate that saves or spoils a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import balance
from kiebitz.analysis.explanation.shown_line import ShownLine

LEAST_AHEAD = 3
"""By how many pawns the other side must be ahead, or a stalemate is nothing special."""
MAX_PLIES = 8
"""The most plies ahead at which a stalemate is spoken of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalemate(Fact):
    """The line ends in stalemate, and the side without a move is the one that was behind."""

    theme: ClassVar[str] = "stalemate"
    proof: ClassVar[Proof] = Proof.SEARCH

    is_white_stalemated: bool
    """True if White has no move left."""


def find_stalemate(line: ShownLine) -> Stalemate | None:
    """A line worth nothing to either side that soon ends in stalemate, of a side that is far behind in material."""
    end = line.boards[-1]
    if line.score.mate is not None or line.score.centipawns != 0 or not 0 < len(line.moves) <= MAX_PLIES:
        return None
    if not end.is_stalemate() or balance(end, not end.turn) < LEAST_AHEAD:
        return None
    return Stalemate(
        fen=line.fen, chess960=line.start.chess960, line=line.uci, is_white_stalemated=end.turn == chess.WHITE
    )
