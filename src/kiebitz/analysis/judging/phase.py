"""The phases of a game: opening, middlegame and endgame, told from the men.

The idea and the numbers are those of lichess.org (lichess-org/scalachess, Divider), without its measure of how mixed
the two sides stand, so that a middlegame begins a little later here. In shogi no man leaves the game; what tells its
phases is how many have changed sides or promoted, and the numbers are ours.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import chess

from kiebitz.games.shogi.board import Board

MIDDLEGAME_PIECES = 10
"""The opening ends when no more knights, bishops, rooks and queens are left, both sides' together,"""
BACK_RANK_MEN = 4
"""or when a side has fewer men than this on its back rank: it has developed."""
ENDGAME_PIECES = 6
"""The endgame begins when no more pieces are left."""
OPENING_HAND = frozenset("PB")
"""Of shogi the opening lasts while nobody holds anything else: bishops are traded early."""
ENDGAME_MEN = 6
"""Its endgame begins when so many men are promoted or, pawns left out, in hand, both sides' together."""


class Phase(StrEnum):
    """Where in a game a move is played."""

    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


def phase_of(board: Any, before: Phase = Phase.OPENING) -> Phase:
    """The phase of a position whose predecessor was in ``before``: a game doesn't go back to an earlier one.

    ``board`` is ``Game.board``'s.
    """
    if not isinstance(board, chess.Board):
        return _phase_of_shogi(board, before)
    pieces = (board.occupied & ~(board.pawns | board.kings)).bit_count()
    if pieces <= ENDGAME_PIECES or before is Phase.ENDGAME:
        return Phase.ENDGAME
    back_ranks = (board.occupied_co[chess.WHITE] & chess.BB_RANK_1, board.occupied_co[chess.BLACK] & chess.BB_RANK_8)
    is_developed = min(rank.bit_count() for rank in back_ranks) < BACK_RANK_MEN
    return Phase.MIDDLEGAME if pieces <= MIDDLEGAME_PIECES or is_developed else before


def _phase_of_shogi(board: Board, before: Phase) -> Phase:
    held = board.held()
    if before is Phase.ENDGAME or board.promoted() + sum(letter != "P" for letter in held) >= ENDGAME_MEN:
        return Phase.ENDGAME
    return before if OPENING_HAND.issuperset(held) else Phase.MIDDLEGAME
