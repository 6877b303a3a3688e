"""How a game ends on Tartan's board: mate, stalemate, threefold repetition, fifty moves."""

from __future__ import annotations

from enum import StrEnum

from kiebitz.classroom.board.generator import has_legal_move
from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.engine import FIFTY_MOVES

THREEFOLD = 3


class Ending(StrEnum):
    """Why a game is over."""

    MATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "threefold repetition"
    FIFTY_MOVES = "fifty moves"


def ending(board: Mailbox) -> Ending | None:
    """Why the game is over here, None if it goes on. Mate comes before the draws, as the rules have it."""
    if not has_legal_move(board):
        return Ending.MATE if board.is_check() else Ending.STALEMATE
    return draw(board)


def draw(board: Mailbox) -> Ending | None:
    """True if a position with legal moves is drawn all the same."""
    if board.halfmove_clock >= FIFTY_MOVES:
        return Ending.FIFTY_MOVES
    if board.repetitions() >= THREEFOLD:
        return Ending.REPETITION
    return None
