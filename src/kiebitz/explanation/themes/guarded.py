"""What removing, deflecting and overloading a defender have in common: a man falls that was safe at first."""

from __future__ import annotations

import chess

from kiebitz.explanation.exchange import capture_gain, pays
from kiebitz.explanation.man import worth
from kiebitz.explanation.shown_line import ShownLine


def guarded_capture(line: ShownLine) -> chess.Square | None:
    """Where the line's third move takes a man that stood there all the time and that no capture could win at its start.

    A first move that takes something wins less on its own than the man counts, or it would be reason enough.
    None if there is no such man.
    """
    first, answer, third = line.moves[:3]
    target = third.to_square
    if line.start.color_at(target) is not (not line.side) or third.promotion:
        return None
    if line.start.piece_at(target) != line.boards[2].piece_at(target) or target in (
        answer.from_square,
        answer.to_square,
    ):
        return None
    if line.start.is_capture(first) and capture_gain(line.start, first) >= worth(line.start, target):
        return None
    return None if pays(line.start, target) else target
