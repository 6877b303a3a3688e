"""Parts of removing, deflecting, overloading and shutting out a defender: a piece falls that was safe at first."""

from __future__ import annotations

import chess

from kiebitz.analysis.explanation.exchange import capture_gain, pays
from kiebitz.analysis.explanation.man import worth
from kiebitz.analysis.explanation.shown_line import ShownLine


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


def lured_defender(line: ShownLine) -> tuple[chess.Square, chess.Square] | None:
    """Where a defender stands that takes the man that moved first, and where the one that then falls, if so.

    It defended that man at first and no longer does; the capture pays now and did not before (``guarded_capture``).
    """
    if len(line.moves) < 3 or line.moves[1].to_square != line.moves[0].to_square:
        return None
    answer = line.moves[1]
    defender, target = answer.from_square, guarded_capture(line)
    if target is None or target == answer.to_square or target not in line.start.attacks(defender):
        return None
    if target in line.boards[2].attacks(answer.to_square) or capture_gain(line.boards[2], line.moves[2]) < 1:
        return None
    return defender, target


def driven_defender(line: ShownLine) -> tuple[chess.Square, chess.Square] | None:
    """Where a man stands that leaves because the first move attacks it, and where the one that then falls, if so.

    Had it stayed, the capture would not have paid.
    """
    if len(line.moves) < 3 or line.boards[1].is_capture(line.moves[1]):
        return None
    _, answer, third = line.moves[:3]
    defender, target = answer.from_square, guarded_capture(line)
    if (
        target is None
        or target not in line.start.attacks(defender)
        or target in line.boards[2].attacks(answer.to_square)
    ):
        return None
    driven = line.boards[1].attackers(line.side, defender) - line.start.attackers(line.side, defender)
    if not driven or capture_gain(line.boards[2], third) < 1:
        return None
    stayed = line.boards[1].copy(stack=False)
    stayed.turn, stayed.ep_square = line.side, None
    return None if stayed.is_legal(third) and capture_gain(stayed, third) >= 1 else (defender, target)
