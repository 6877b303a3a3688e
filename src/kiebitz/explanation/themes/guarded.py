"""What removing, deflecting and overloading a defender have in common: a man falls that was safe at first."""

from __future__ import annotations

import chess

from kiebitz.explanation.exchange import pays
from kiebitz.explanation.shown_line import ShownLine


def guarded_capture(line: ShownLine) -> chess.Square | None:
    """Where the line's third move takes a man that stood there all the time and that no capture could win at its start.

    None if there is no such man.
    """
    answer, third = line.moves[1], line.moves[2]
    target = third.to_square
    if line.start.color_at(target) is not (not line.side) or third.promotion:
        return None
    if line.start.piece_at(target) != line.boards[2].piece_at(target) or target in (
        answer.from_square,
        answer.to_square,
    ):
        return None
    return None if pays(line.start, target) else target
