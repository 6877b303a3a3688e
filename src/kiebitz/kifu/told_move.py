"""Moves of shogi told to people in both notations: ``☗７六歩`` and ``P7g-7f``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.core.shogi.notation import parse_move, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, WHITE
from kiebitz.kifu.written_move import ki2_text

MARKS = {True: "☗", False: "☖"}
"""Of Black and of White."""


class ToldMove(NamedTuple):
    """A move as people read it."""

    japanese: str
    """As Japanese records write it, with the mark of its side."""
    western: str
    """With the man's letter: ``P7g-7f``, ``S4dx3c+``, ``G*5b``."""


def told_move(position: ShogiPosition, usi: str, last_target: str | None) -> ToldMove:
    """A legal move, told; ``last_target``: where the move before it went. Raises ShogiMoveError."""
    parse_move(position, usi)
    turn = position.turn
    written = ki2_text(position.setup().men, BLACK if turn else WHITE, usi, last_target)
    return ToldMove(f"{MARKS[turn]}{written}", ShogiBoard.of(position.sfen()).told(usi))


def told_line(position: ShogiPosition, moves: Sequence[str], last_target: str | None) -> list[ToldMove]:
    """Moves one after another, told; the position stays as it is. Raises ShogiMoveError."""
    walk, told = position.copy(), []
    for usi in moves:
        told.append(told_move(walk, usi, last_target))
        push(walk, usi)
        last_target = usi[2:4]
    return told
