"""Where the rules end a game of shogi: one answer for matches, for the terminal's game and for the browser's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition


class ShogiEndCause(StrEnum):
    """What ends a game of shogi without anybody's word."""

    CHECKMATE = "checkmate"
    SENNICHITE = "sennichite"
    PERPETUAL_CHECK = "perpetual_check"


@dataclass(frozen=True, slots=True)
class ShogiEnd:
    """How a game of shogi has ended."""

    cause: ShogiEndCause
    winner: bool | None
    """True for Black, who moves first, False for White, None for a draw."""


def shogi_game_end(position: ShogiPosition) -> ShogiEnd | None:
    """What ends the game in a position; None if it goes on. Repetitions are counted in the game behind it.

    Who has no move has lost. The fourth time of a position is a draw (sennichite), unless a side has given check by
    every move since the first: that one loses.
    """
    turn = position.turn
    if not legal_moves(position):
        return ShogiEnd(ShogiEndCause.CHECKMATE, not turn)
    match position.repetition_outcome():
        case "draw":
            return ShogiEnd(ShogiEndCause.SENNICHITE, None)
        case "win":
            return ShogiEnd(ShogiEndCause.PERPETUAL_CHECK, turn)
        case "loss":
            return ShogiEnd(ShogiEndCause.PERPETUAL_CHECK, not turn)
    return None
