"""The notes in a game's comments beside words: evaluations, clocks, squares and arrows, as PGN's commands have them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import chess

from kiebitz.engine import comment_notes
from kiebitz.engine.score import Score
from kiebitz.engine.wdl import material_of, win_draw_loss

DRAWN = re.compile(r"\[%c[sa]l\s[^\[\]]*\]\s?")
SHAPE = re.compile(r"[GRYB][a-h][1-8](?:[a-h][1-8])?")
SHAPES = 64
"""So many squares and arrows a position has at most."""


@dataclass(frozen=True, slots=True)
class StoredNotes:
    """The notes of programs and hands in the comment of a move."""

    score: str = ""
    """White's view: '+0.35', '#3'; empty if the comment has none."""
    expected: int = -1
    """White's expectation by that score, in permille; -1 without one."""
    clock: float | None = None
    """The mover's time left, in seconds."""
    spent: float | None = None
    """The time of the move, in seconds."""
    shapes: tuple[str, ...] = ()
    """Squares and arrows as '[%csl]' and '[%cal]' have them: 'Gd4', 'Re2e4'; the first letter is the colour."""


def stored_notes(comment: str, position: Callable[[], chess.Board]) -> StoredNotes:
    """Read the notes in the comment of a move; what can't be read is left out.

    ``position`` gives the board after the move, and is asked only where there is an evaluation.
    """
    clock, spent, centipawns, mate = comment_notes(comment, True)
    score, expected = None, -1
    if centipawns is not None or mate is not None:
        board = position()
        *_, centipawns, mate = comment_notes(comment, not board.turn)
        # A mate in 0 has mated whoever is to move.
        score = Score(centipawns=centipawns, mate=mate or (-1 if board.turn else 1) if mate is not None else None)
        win, draw, _ = win_draw_loss(score, material_of(board.board_fen()))
        expected = win + draw // 2
    shapes = [shape for text in DRAWN.findall(comment) for shape in SHAPE.findall(text)]
    return StoredNotes(
        score="" if score is None else str(score),
        expected=expected,
        clock=clock,
        spent=spent,
        shapes=tuple(dict.fromkeys(shapes[:SHAPES])),
    )
