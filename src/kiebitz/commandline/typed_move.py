"""A move as people type it: '1. e4', 'e4!' and 'e2 e4' are all the same."""

from __future__ import annotations

import re

import chess

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.san_text import plain_san

MAX_QUOTED = 40
# What people write about a move and doesn't change it: its number, spaces, praise and blame.
ORNAMENTS = re.compile(r"^\s*\d+\s*\.+|\s+|[!?]+\s*$")


class MoveTextError(ValueError):
    """A text that was typed is no legal move."""


def read_move(board: chess.Board, text: str) -> chess.Move:
    """The move that a text means: SAN, also with a small letter for the piece, or UCI. Raises MoveTextError."""
    bare = plain_san(ORNAMENTS.sub("", text))
    # A small b is a pawn's file first.
    spellings = [bare, bare[:1].upper() + bare[1:]] if bare[:1] in "nrqkb" else [bare]
    readings = [*((board.parse_san, spelling) for spelling in spellings), (board.parse_uci, bare.lower())]
    problem = "is no move"
    for parse, spelling in readings:
        try:
            move = parse(spelling)
        except chess.AmbiguousMoveError:
            problem = "is ambiguous: say from where, as in Nbd2"
        except chess.IllegalMoveError:
            problem = "is not legal here"
        except ValueError:
            pass
        else:
            if move:
                return move
    if _lacks_promotion(board, bare):
        problem = f"promotes a pawn: say to what, as in {clean(bare[:MAX_QUOTED])}=Q"
    raise MoveTextError(f"'{clean(text[:MAX_QUOTED])}' {problem}")


def _lacks_promotion(board: chess.Board, text: str) -> bool:
    """True if a text were a move if it said what the pawn becomes."""
    for parse, piece in ((board.parse_san, "=Q"), (board.parse_uci, "q")):
        try:
            parse(f"{text.lower()}{piece}" if piece == "q" else f"{text}{piece}")
        except ValueError:
            continue
        return True
    return False
