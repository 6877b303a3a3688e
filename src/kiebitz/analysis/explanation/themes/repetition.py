"""A draw by repetition, given away by a side that stood better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.refutation import Standing, standing_of
from kiebitz.engine.score import Score

BETTER = frozenset({Standing.WINNING, Standing.BETTER, Standing.SLIGHTLY_BETTER})


@dataclass(frozen=True, slots=True, kw_only=True)
class RepetitionAllowed(Fact):
    """The answer to a fault comes to positions that were there before in its line; its value is a draw."""

    theme: ClassVar[str] = "repetition"
    proof: ClassVar[Proof] = Proof.SEARCH

    before: Standing
    """How the side that erred would stand after its best move."""


def find_repetition(best: Score, played: Score, answer: ShownLine) -> RepetitionAllowed | None:
    """An answer worth nothing to either side, in whose line a position comes again, where ``best`` was better.

    Scores are of the side that erred.
    """
    if any(score.mate is not None or score.centipawns != 0 for score in (played, answer.score)):
        return None
    if standing_of(best) not in BETTER:
        return None
    seen: set[str] = set()
    for ply, board in enumerate(answer.boards):
        if (position := board.epd()) in seen:
            shown = answer.until(ply)
            return RepetitionAllowed(
                fen=shown.fen, chess960=shown.start.chess960, line=shown.uci, before=standing_of(best)
            )
        seen.add(position)
    return None
