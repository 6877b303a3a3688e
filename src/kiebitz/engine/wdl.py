"""Chances of a win, a draw and a loss by a score, from a model fitted to Kiebitz's own games.

A game is won with the probability of a logistic function of the score, ``1 / (1 + exp((middle - score) / slope))``: at
``middle`` centipawns half of the games are won, ``slope`` says how fast that changes. Both depend on how much material
is left. A loss is a win seen from the other side; what remains is drawn.

The parameters were fitted by maximum likelihood with ``tools/fit_wdl.py`` to 1,600 games of Kiebitz against a Kiebitz
that reduces a little less (November 2026, a network taught nearly as long as the one that ships, 2,000 nodes a move,
the match's own openings, played out without adjudication): 148,000 positions scored within six pawns. They speak of
Kiebitz's own games at that length; how far they hold for longer searches has not been measured.
"""

from __future__ import annotations

import math

from kiebitz.engine.score import Score

# Middle and slope in centipawns: the value without any material, and what full material adds to it.
MIDDLE_BARE, MIDDLE_MATERIAL = 205.6, -124.5
SLOPE_BARE, SLOPE_MATERIAL = 53.1, 147.4
FULL_MATERIAL = 78
"""Material of the starting position, both sides together."""
# The fit has seen no less material, and no more.
MIN_MATERIAL = 3
PIECE_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
# Logistic arguments beyond this are 0 or 1 to the last permille, and far from an overflow.
MAX_EXPONENT = 50.0


def material_of(fen: str) -> int:
    """Material of both sides in pawns: 1, 3, 3, 5, 9; 78 at the start."""
    return sum(PIECE_VALUES.get(letter, 0) for letter in fen.split(maxsplit=1)[0].lower())


def win_draw_loss(score: Score, material: int) -> tuple[int, int, int]:
    """Chances of win, draw and loss in permille, which add up to 1000, for the side whose view the score takes.

    ``material`` is ``material_of`` the position.
    """
    if score.mate is not None:
        return (1000, 0, 0) if score.mate > 0 else (0, 0, 1000)
    centipawns = score.centipawns or 0
    win = round(1000 * win_chance(centipawns, material))
    loss = min(round(1000 * win_chance(-centipawns, material)), 1000 - win)
    return win, 1000 - win - loss, loss


def win_chance(centipawns: int, material: int) -> float:
    """Probability of winning, 0 to 1."""
    share = max(MIN_MATERIAL, min(FULL_MATERIAL, material)) / FULL_MATERIAL
    middle = MIDDLE_BARE + MIDDLE_MATERIAL * share
    slope = SLOPE_BARE + SLOPE_MATERIAL * share
    exponent = max(-MAX_EXPONENT, min(MAX_EXPONENT, (middle - centipawns) / slope))
    return 1 / (1 + math.exp(exponent))
