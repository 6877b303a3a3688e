"""Cost of a move: winning chances, accuracy, centipawn loss and judgement as pure functions.

The formulas for winning chances and for a move's accuracy are those published at https://lichess.org/page/accuracy;
the joining of moves to a game's accuracy and the thresholds of the judgements are those that lichess.org uses
(lichess-org/lila, AccuracyPercent and Advice), so that figures can be compared with theirs. Our own are these rules:
whoever has lost already (``LOST_WIN_PERCENT``) gets no mark for losing the rest, nor who wins still
(``WON_WIN_PERCENT``); a mate let go or walked into is a change of chances like any, but one walked into counts a little
longer (``LOST_TO_A_MATE``); and, applied where the game is annotated, a move that the engine would play itself has lost
nothing, a move into a position with an opening's name gets no mark, and what a mark rests on is the mean of two
searches (``mean_of``).

Where a number is asked for, an evaluation enters as centipawns cut off as the game has it (``games.chances``), and so
does a mate. In shogi evaluations become chances as its programs have it, and a mate is certain; the rest is the same.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from enum import StrEnum

from kiebitz.engine.score import Score
from kiebitz.games.chances import Chances
from kiebitz.games.chess.game import CHESS

MAX_CENTIPAWNS, WIN_PERCENT_STEEPNESS = CHESS.chances.most, CHESS.chances.steepness
win_percent = CHESS.chances.win_percent
"""Winning chances in chess, from 0 to 100 for the side whose view the centipawns take: 50 for an equal position."""
ACCURACY_SCALE = 103.1668
ACCURACY_DECAY = 0.04354
ACCURACY_OFFSET = -3.1669

# A move weighs as much in a game's accuracy as the winning chances swing around it: the standard deviation, in
# percentage points, over a window of a tenth of the game's moves.
WINDOWS_A_GAME = 10
MIN_WINDOW, MAX_WINDOW = 2, 8
MIN_WEIGHT, MAX_WEIGHT = 0.5, 12.0
MIN_ACCURACY = 1.0  # an accuracy of 0 would make the harmonic mean 0 whatever else was played


class Judgement(StrEnum):
    """How bad a move is."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def nag(self) -> int:
        """The Numeric Annotation Glyph of PGN: $6, $2 or $4."""
        return {"inaccuracy": 6, "mistake": 2, "blunder": 4}[self.value]

    @property
    def symbol(self) -> str:
        """'?!', '?' or '??'."""
        return {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}[self.value]


# Loss of winning chances in percentage points from which a move is called so, worst first. Lichess counts winning
# chances from -1 to +1 and has .3, .2 and .1: the same losses on our scale from 0 to 100.
THRESHOLDS = ((15.0, Judgement.BLUNDER), (10.0, Judgement.MISTAKE), (5.0, Judgement.INACCURACY))

LOST_WIN_PERCENT = 10.0
"""The winning chances below which nothing is left to lose: the scale's end is near, whatever is played."""

LOST_TO_A_MATE = 5.0
"""The same where the move lets the other side mate: who stands badly still wants to know of that."""

WON_WIN_PERCENT = 100 - LOST_WIN_PERCENT
"""The winning chances after the move with which its side wins still, if perhaps more slowly."""

SURE, SURER = 1.20, 1.27
"""The log odds that a mark is true, where it just is one, and by how much they rise as the loss grows e-fold."""

SURE_ENOUGH = 0.8
"""Marks that are less likely to be true aren't given: those of fewer than 5.8 points."""


def mean_of(first: Score, second: Score) -> Score:
    """The mean of two searches' scores; where one of them sees a mate, the second's.

    Their errors are hardly of one kind. Of 24 games at 100,000 nodes a position, with Stockfish 15.1 as referee, marks
    that both had to give were 79, 6 of them false, and found 65 of 143 real errors; by the mean they are 101, 10 of
    them false, and find 74 (``benches/judge.py``).
    """
    if first.mate is not None or second.mate is not None:
        return second
    return Score(centipawns=round(((first.centipawns or 0) + (second.centipawns or 0)) / 2))


def move_accuracy(win_percent_before: float, win_percent_after: float) -> float:
    """Accuracy from 0 to 100 of a move, from the mover's winning chances before and after it."""
    loss = max(0.0, win_percent_before - win_percent_after)
    return max(0.0, min(100.0, ACCURACY_SCALE * math.exp(-ACCURACY_DECAY * loss) + ACCURACY_OFFSET))


def judge(before: Score, after: Score, chances: Chances = CHESS.chances) -> Judgement | None:
    """The judgement of a move, from the values before and after it; None for a move good enough.

    Both are the mover's view; '#0' after the move means that it mates, which is certain to win as any mate is.
    ``chances`` are the game's.
    """
    lost = LOST_WIN_PERCENT if after.mate is None else LOST_TO_A_MATE
    return judge_chances(chances.of(before), chances.of(after), lost)


def judge_surely(before: Score, after: Score, chances: Chances = CHESS.chances) -> Judgement | None:
    """As ``judge``, but without marks that are less likely to be true than ``SURE_ENOUGH``, as far as that is known.

    It is known of chess, and of what is no mate.
    """
    judgement = judge(before, after, chances)
    if judgement is None or chances is not CHESS.chances or before.mate is not None or after.mate is not None:
        return judgement
    return judgement if sureness_of(chances.of(before) - chances.of(after)) >= SURE_ENOUGH else None


def judge_chances(
    win_percent_before: float, win_percent_after: float, lost: float = LOST_WIN_PERCENT
) -> Judgement | None:
    """The judgement of a move from the mover's winning chances before and after it; below ``lost`` none."""
    if win_percent_before < lost or win_percent_after >= WON_WIN_PERCENT:
        return None
    loss = win_percent_before - win_percent_after
    return next((judgement for threshold, judgement in THRESHOLDS if loss >= threshold), None)


def sureness_of(win_percent_loss: float) -> float:
    """How likely a mark for such a loss is true, 0 to 1: a deeper judge sees at least half of what the mark claims.

    Fitted to 416 marks and 268 moves with nearly one in 106 games of world championships, 300,000 nodes a position and
    a second look, with Stockfish 15.1 at depth 20 as that judge (``benches/judge.py marks``). Fitted to one half of the
    games, of the other's marks told to be true in eight to nine of ten cases 88% and 80% are, of surer ones 96% and
    89%. With 18 men and fewer 82% of all are true, with more 89%: that isn't told.
    """
    odds = SURE + SURER * math.log(max(win_percent_loss, 1e-9) / THRESHOLDS[-1][0])
    return 1 / (1 + math.exp(-odds))


def move_weights(win_percents: Sequence[float]) -> list[float]:
    """Weights of the moves in the accuracy of the game.

    ``win_percents`` holds one side's winning chances in every position of the game, so one more than there are moves.
    """
    moves = len(win_percents) - 1
    size = max(MIN_WINDOW, min(MAX_WINDOW, moves // WINDOWS_A_GAME))
    # The windows look ahead from each move; the first moves share the first window, so that each move has one.
    starts = [max(0, index - (size - 2)) for index in range(moves)]
    return [max(MIN_WEIGHT, min(MAX_WEIGHT, statistics.pstdev(win_percents[start : start + size]))) for start in starts]


def game_accuracy(accuracies: Sequence[float], weights: Sequence[float]) -> float | None:
    """One player's accuracy in a game, from 0 to 100; None if there was no move of theirs.

    The mean of two means: the one weighted by ``weights`` counts what was played when the game was sharp, the harmonic
    one punishes a single bad move.
    """
    if not accuracies:
        return None
    weighted = statistics.fmean(accuracies, weights)
    harmonic = statistics.harmonic_mean([max(MIN_ACCURACY, accuracy) for accuracy in accuracies])
    return (weighted + harmonic) / 2
