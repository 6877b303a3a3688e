"""Why a move of shogi is a fault: which claims are looked for, in which lines."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shogi.facts import BigManPromoted, MenWon, TakenForNothing
from kiebitz.analysis.explanation.shogi.finding import (
    find_big_man_promoted,
    find_checkmate,
    find_fork,
    find_lasting_men,
    find_mate_not_met,
    find_other_promotion,
    find_shape_of_mate,
    find_taken_back,
    find_taken_for_nothing,
    find_threatmate,
    find_wrong_order,
    settled_worth,
)
from kiebitz.analysis.explanation.shogi.men import ShogiLine
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.refutation import SHOGI_SCALE, find_refutation
from kiebitz.engine.score import Score

WON_CENTIPAWNS = 300
"""From which value on a threat of mate is spoken of: who stands worse threatens for want of better."""


def explain_shogi_fault(best: ShogiLine, played: ShogiLine, asker: Asker) -> tuple[Reason, ...]:
    """Why a move is worse than the best one, from the lines that one search of the two found.

    First what the answer does, then what the better move would have done; where neither does what can be named, the
    answer is shown with how the game stands then.
    """
    after = played.start.copy()
    after.push(played.moves[0])
    reasons: list[Reason] = []
    answers = asker.lines(after)
    for answer in answers:
        mate = find_checkmate(answer, asker)
        reasons += _told(Role.OVERLOOKED, [find_mate_not_met(played.start, answer, mate, asker)])
        reasons += _told(Role.ANSWER, _achieved(answer, mate, -best.score, best, asker, is_answer=True))
    reasons += _told(Role.BETTER, _missed(best, played, asker))
    if answers and not reasons:
        reasons += _told(Role.ANSWER, [find_refutation(best, played, answers[0], SHOGI_SCALE)])
    return tuple(reasons)


def _missed(best: ShogiLine, played: ShogiLine, asker: Asker) -> Sequence[Fact | None]:
    """The gains of the better move that the one played doesn't have."""
    mate, other = find_checkmate(best, asker), find_other_promotion(best, played)
    if other:
        return [other, mate]
    is_same_square = played.moves[0][2:4] == best.moves[0][2:4]
    taken_back = None if mate or is_same_square else find_taken_back(best)
    achieved = _achieved(best, mate, played.score, played, asker)
    # What the move played does as well is no reason against it, nor is it told twice what is taken back.
    told_already: list[type[Fact]] = [TakenForNothing] if taken_back or is_same_square else []
    told_already += [BigManPromoted] if find_big_man_promoted(played, best) else []
    left = [fact for fact in achieved if not isinstance(fact, tuple(told_already))]
    if taken_back:
        gain = (taken_back.man[-1],), ()
        left = [fact for fact in left if not (isinstance(fact, MenWon) and (fact.won, fact.paid) == gain)]
    return [find_wrong_order(best, played), taken_back, *left]


def _achieved(
    line: ShogiLine,
    mate: ForcedMate | None,
    otherwise: Score,
    other: ShogiLine,
    asker: Asker,
    *,
    is_answer: bool = False,
) -> Sequence[Fact | None]:
    """The gains of a line for the side that moves first, and their means; ``other`` is the line it is held against."""
    if mate:
        return [mate, find_shape_of_mate(mate, line)]
    if line.score.mate is not None:
        return []  # A mate that can't be shown: what else the line does is beside the point.
    men = find_lasting_men(line, otherwise, settled_worth(other, line.side), asker, is_answer=is_answer)
    taken = find_taken_for_nothing(line) if men else None
    if men and taken and (men.paid or taken.man[-1] not in men.won):
        taken = None  # Something falls on the other side: nothing is had for nothing.
    is_all = men and taken and (men.won, men.paid) == ((taken.man[-1],), ())
    found: list[Fact | None] = [None if is_all else men, taken or (find_fork(line) if men else None)]
    if line.score.clipped() >= WON_CENTIPAWNS:
        found += [find_threatmate(line, asker)]
    return found if any(found) else [find_big_man_promoted(line, other)]


def _told(role: Role, facts: Sequence[Fact | None]) -> list[Reason]:
    return [Reason(role, fact) for fact in facts if fact]
