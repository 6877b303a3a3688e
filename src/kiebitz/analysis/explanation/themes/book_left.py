"""A game leaves the openings that have a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.engine import position_of
from kiebitz.engine.opening_names import opening_name


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLeft(Fact):
    """The position before the line's only move has an opening's name; none comes after it."""

    theme: ClassVar[str] = "book left"
    proof: ClassVar[Proof] = Proof.TABLE

    eco: str
    """The code of the opening that is left, ``C54``."""
    name: str
    """Its name, in English."""


def find_book_left(board: chess.Board, move: chess.Move) -> BookLeft | None:
    """A move from a position with a name to one without, from which no move leads to another one with a name."""
    named = opening_name(position_of(board))
    if named is None:
        return None
    after = board.copy(stack=False)
    after.push(move)
    if any(opening_name(position_of(one)) for one in (after, *_followers(after))):
        return None
    return BookLeft(fen=board.fen(), chess960=board.chess960, line=(board.uci(move),), eco=named.eco, name=named.name)


def _followers(board: chess.Board) -> list[chess.Board]:
    """The positions a move later."""
    boards = []
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        boards.append(after)
    return boards
