"""A won ending thrown away, as tablebases know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.engine.tablebase import DRAW, LOSS, WIN


@dataclass(frozen=True, slots=True, kw_only=True)
class WinThrownAway(Fact):
    """The side that makes the line's only move had a win, and has it no longer."""

    theme: ClassVar[str] = "win thrown away"
    proof: ClassVar[Proof] = Proof.TABLE

    winning: str
    """A move that keeps the win, as UCI text."""
    is_lost: bool
    """True if the other side wins now; else it is a draw."""


def find_win_thrown_away(board: chess.Board, move: chess.Move, asker: Asker) -> WinThrownAway | None:
    """A move after which the tables know no win any more, from a position in which they know one.

    What the rule of fifty moves makes a draw is one. None where no tables are at hand or they don't know the position.
    """
    before = asker.known(board)
    if before is None or before.result != WIN:
        return None
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        return None
    known = asker.known(after)
    if known is None and not after.is_stalemate():
        return None
    result = DRAW if known is None else -known.result
    if result == WIN:
        return None
    return WinThrownAway(
        fen=board.fen(),
        chess960=board.chess960,
        line=(board.uci(move),),
        winning=before.moves[0],
        is_lost=result == LOSS,
    )
