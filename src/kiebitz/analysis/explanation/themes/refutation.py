"""The best answer to a move, and what it does to the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine.score import Score

SHOWN_PLIES = 6
"""The most plies of the answer's line that are shown."""


class Standing(StrEnum):
    """How a side stands, by its score."""

    WINNING = "winning"
    BETTER = "clearly better"
    SLIGHTLY_BETTER = "slightly better"
    EQUAL = "equal"
    SLIGHTLY_WORSE = "slightly worse"
    WORSE = "clearly worse"
    LOST = "lost"


BOUNDS = (
    (300, Standing.WINNING),
    (120, Standing.BETTER),
    (50, Standing.SLIGHTLY_BETTER),
    (-49, Standing.EQUAL),
    (-119, Standing.SLIGHTLY_WORSE),
    (-299, Standing.WORSE),
)
"""From how many centipawns on a side stands so, its own view."""
MOST = 1000
EDGE = 20
"""So near to a bound nobody knows on which side of it a position is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation(Fact):
    """The line's first move is the best answer. ``before`` and ``after`` are of the side that is answered."""

    theme: ClassVar[str] = "refutation"
    proof: ClassVar[Proof] = Proof.SEARCH

    before: Standing
    """How it would stand after its best move."""
    after: Standing
    """How it stands now."""


def standing_of(score: Score) -> Standing:
    """How a side stands, from a score in its view."""
    centipawns = score.clipped(MOST)
    return next((standing for least, standing in BOUNDS if centipawns >= least), Standing.LOST)


def standings_of(before: Score, after: Score) -> tuple[Standing, Standing]:
    """How a side stood and stands; alike where so little as ``EDGE`` decides that they differ."""
    stood, stands = standing_of(before), standing_of(after)
    near = (
        standing_of(Score(centipawns=before.clipped(MOST) - EDGE)),
        standing_of(Score(centipawns=after.clipped(MOST) + EDGE)),
    )
    return (stands, stands) if near[0] is near[1] else (stood, stands)


def find_refutation(best: ShownLine, played: ShownLine, answer: ShownLine) -> Refutation:
    """The answer to ``played``, and how the side that played it stands beside how ``best`` would have left it.

    Both standings are of one search of the two moves, so that they can be compared.
    """
    return answered(answer, *standings_of(best.score, played.score))


def find_best_answer(line: ShownLine) -> Refutation | None:
    """The second move of a line whose first one is no fault: nothing changes by it. None if the line is a move long."""
    if len(line.moves) < 2:
        return None
    answer = ShownLine.of(line.boards[1], line.moves[1:], -line.score, line.depth - 1)
    return answered(answer, standing_of(line.score), standing_of(line.score))


def answered(answer: ShownLine, before: Standing, after: Standing) -> Refutation:
    """An answer, as much of its line as is shown, and how the side that is answered stood and stands."""
    shown = answer.until(min(SHOWN_PLIES, len(answer.moves)))
    return Refutation(fen=shown.fen, chess960=shown.start.chess960, line=shown.uci, before=before, after=after)
