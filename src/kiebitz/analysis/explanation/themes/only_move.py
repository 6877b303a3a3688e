"""A move without an alternative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import centipawns
from kiebitz.analysis.explanation.themes.refutation import Standing, standing_of

GOOD = -50
"""From how many centipawns on a move is good."""
NO_LONGER_GOOD = 50
"""Most centipawns that the next best move keeps: whoever was ahead no longer is."""
MARGIN = 300
"""By how many centipawns the next best move must be worse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyMove(Fact):
    """Every other move than the line's first gives the advantage away, or the game."""

    theme: ClassVar[str] = "only move"
    proof: ClassVar[Proof] = Proof.SEARCH

    second: str
    """Another move, the best of them by a shorter search, as UCI text."""
    left: Standing
    """How the side would stand after it."""


def may_be_only_move(best: ShownLine, *, mates: bool = False) -> bool:
    """True if the best move is good, and worth a word.

    A mate says enough, unless ``mates``; to take back what has just been taken is too plain to be spoken of, and who
    has one move only doesn't choose.
    """
    if centipawns(best.score) < GOOD or (best.score.mate is not None and not mates):
        return False
    start, first = best.start, best.moves[0]
    is_retake = bool(start.move_stack) and start.peek().to_square == first.to_square
    return not is_retake and any(move != first for move in start.legal_moves)


def find_only_move(best: ShownLine, asker: Asker) -> OnlyMove | None:
    """The best move, if it is good and all others, searched together, are much worse, and are not."""
    if not may_be_only_move(best):
        return None
    second = next_best(best, asker)
    if second is None:
        return None
    left = centipawns(second.score)
    if left > NO_LONGER_GOOD or centipawns(best.score) - left < MARGIN:
        return None
    return only_move(best, second)


def next_best(best: ShownLine, asker: Asker) -> ShownLine | None:
    """The best line that begins with another move of several, searched together."""
    others = [move for move in best.start.legal_moves if move != best.moves[0]]
    return next(iter(asker.lines(best.start, 1, among=others)), None)


def only_move(best: ShownLine, second: ShownLine) -> OnlyMove:
    """That the first move of a line is so much better than that of another one."""
    return OnlyMove(
        fen=best.fen,
        chess960=best.start.chess960,
        line=best.uci[:1],
        second=second.uci[0],
        left=standing_of(second.score),
    )
