"""``!``: the only move that keeps a game, and none that one plays at sight.

What the only move is, ``explanation.themes.only_move`` says: good, where the next best one, searched as long, gives the
advantage away, or the game. One plays at sight what the longest of a few short searches finds; so whoever takes what
hangs, takes back, or leaves a check in the one way there is, gets no praise.
"""

from __future__ import annotations

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.only_move import find_only_move, may_be_only_move

NAG = 1
"""The Numeric Annotation Glyph of PGN for ``!``."""
SYMBOL = "!"
PLIES_AT_SIGHT = 4
"""Who searches so far and finds a move sees it at sight."""


def may_be_praised(line: ShownLine) -> bool:
    """Whether the first move of a line, which the engine would play itself, is worth a longer look."""
    is_plain = line.score.mate is not None and 2 * line.score.mate <= PLIES_AT_SIGHT
    return not is_plain and may_be_only_move(line, mates=True)


def find_praise(line: ShownLine, asker: Asker) -> Reason | None:
    """Why such a move has earned a ``!``; None if it hasn't."""
    if not may_be_praised(line) or asker.at_sight(line.start, (), PLIES_AT_SIGHT) == line.moves[0]:
        return None
    found = find_only_move(line, asker, mates=True)
    return Reason(Role.PLAYED, found) if found else None
