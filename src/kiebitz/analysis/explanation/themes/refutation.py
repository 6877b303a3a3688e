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


@dataclass(frozen=True, slots=True)
class Scale:
    """From how many centipawns on a side stands so, its own view."""

    winning: int
    better: int
    slightly_better: int
    edge: int
    """So near to a bound nobody knows on which side of it a position is."""

    @property
    def bounds(self) -> tuple[tuple[int, Standing], ...]:
        """The least centipawns of each standing but the last."""
        return (
            (self.winning, Standing.WINNING),
            (self.better, Standing.BETTER),
            (self.slightly_better, Standing.SLIGHTLY_BETTER),
            (1 - self.slightly_better, Standing.EQUAL),
            (1 - self.better, Standing.SLIGHTLY_WORSE),
            (1 - self.winning, Standing.WORSE),
        )


CHESS_SCALE = Scale(300, 120, 50, edge=20)
SHOGI_SCALE = Scale(1500, 800, 300, edge=50)
"""As programs and commentators have it: 有利, 優勢, 勝勢."""
MOST = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation(Fact):
    """The line's first move is the best answer. ``before`` and ``after`` are of the side that is answered."""

    theme: ClassVar[str] = "refutation"
    proof: ClassVar[Proof] = Proof.SEARCH

    before: Standing
    """How it would stand after its best move."""
    after: Standing
    """How it stands now."""


def standing_of(score: Score, scale: Scale = CHESS_SCALE) -> Standing:
    """How a side stands, from a score in its view."""
    centipawns = score.clipped(MOST)
    return next((standing for least, standing in scale.bounds if centipawns >= least), Standing.LOST)


def standings_of(before: Score, after: Score, scale: Scale = CHESS_SCALE) -> tuple[Standing, Standing]:
    """How a side stood and stands; alike where so little as the scale's ``edge`` decides that they differ."""
    stood, stands = standing_of(before, scale), standing_of(after, scale)
    near = (
        standing_of(Score(centipawns=before.clipped(MOST) - scale.edge), scale),
        standing_of(Score(centipawns=after.clipped(MOST) + scale.edge), scale),
    )
    return (stands, stands) if near[0] is near[1] else (stood, stands)


def find_refutation(best: ShownLine, played: ShownLine, answer: ShownLine, scale: Scale = CHESS_SCALE) -> Refutation:
    """The answer to ``played``, and how the side that played it stands beside how ``best`` would have left it.

    Both standings are of one search of the two moves, so that they can be compared.
    """
    return answered(answer, *standings_of(best.score, played.score, scale))


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
