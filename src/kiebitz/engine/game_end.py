"""Where the rules end a game: one answer for matches, for the terminal's game and for the browser's."""

from __future__ import annotations

from enum import StrEnum

from kiebitz.engine import FIFTY_MOVES, Position, legal_moves

REPETITIONS = 3


class GameEnd(StrEnum):
    """What ends a game without anybody's word. Repetition and fifty moves need no claim."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient_material"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"


def game_end(position: Position) -> GameEnd | None:
    """What ends the game in a position; None if it goes on. Repetitions are counted in the game behind it.

    Checkmate is lost by the side to move; everything else is a draw.
    """
    if not legal_moves(position):
        return GameEnd.CHECKMATE if position.is_check else GameEnd.STALEMATE
    if position.is_insufficient_material:
        return GameEnd.INSUFFICIENT_MATERIAL
    if position.repetitions() >= REPETITIONS:
        return GameEnd.REPETITION
    if position.halfmove_clock >= FIFTY_MOVES:
        return GameEnd.FIFTY_MOVES
    return None
