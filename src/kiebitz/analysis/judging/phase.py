"""The phases of a game: opening, middlegame and endgame, told from the men on the board.

The idea and the numbers are those of lichess.org (lichess-org/scalachess, Divider), without its measure of how mixed
the two sides stand, so that a middlegame begins a little later here.
"""

from __future__ import annotations

from enum import StrEnum

import chess

MIDDLEGAME_PIECES = 10
"""The opening ends when no more knights, bishops, rooks and queens are left, both sides' together,"""
BACK_RANK_MEN = 4
"""or when a side has fewer men than this on its back rank: it has developed."""
ENDGAME_PIECES = 6
"""The endgame begins when no more pieces are left."""


class Phase(StrEnum):
    """Where in a game a move is played."""

    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


def phase_of(board: chess.Board, before: Phase = Phase.OPENING) -> Phase:
    """The phase of a position whose predecessor was in ``before``: a game doesn't go back to an earlier one."""
    pieces = (board.occupied & ~(board.pawns | board.kings)).bit_count()
    if pieces <= ENDGAME_PIECES or before is Phase.ENDGAME:
        return Phase.ENDGAME
    back_ranks = (board.occupied_co[chess.WHITE] & chess.BB_RANK_1, board.occupied_co[chess.BLACK] & chess.BB_RANK_8)
    is_developed = min(rank.bit_count() for rank in back_ranks) < BACK_RANK_MEN
    return Phase.MIDDLEGAME if pieces <= MIDDLEGAME_PIECES or is_developed else before
