"""How a game ended, whichever it is. Sides are told apart by True, who moves first by the rules, and False."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Result = Literal["1-0", "0-1", "1/2-1/2"]
"""As PGN writes it in chess, and Kiebitz in both games: the points of who moves first in front."""
DRAW: Result = "1/2-1/2"


def won_by(side: bool) -> Result:
    """The result of a game that a side has won."""
    return "1-0" if side else "0-1"


class Cause(StrEnum):
    """A cause of the end of a game."""

    # The rules, without anybody's word: repetition and fifty moves need no claim.
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient_material"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"
    SENNICHITE = "sennichite"
    PERPETUAL_CHECK = "perpetual_check"
    # A side, or both.
    DECLARATION = "declaration"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    # The clock.
    TIME = "time"
    TIME_WITHOUT_MATE = "time_without_mate"
    # A referee.
    ADJUDICATION = "adjudication"
    MOST_MOVES = "most_moves"
    ILLEGAL_MOVE = "illegal_move"
    CRASH = "crash"
    STALL = "stall"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    winner: bool | None
    """The side that has won; None for a draw."""
    cause: Cause
    """The cause of the end."""
    reason: str
    """The same for people: 'White mates', 'draw: stalemate'."""

    @property
    def result(self) -> Result:
        """'1-0', '0-1' or '1/2-1/2'."""
        return DRAW if self.winner is None else won_by(self.winner)
