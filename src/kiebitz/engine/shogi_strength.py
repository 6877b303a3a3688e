"""Playing shogi below full strength, in twenty levels.

As in chess (``strength``) a level is fewer positions a move and a choice by scores with noise. Up to level 4 the move
is chosen among several lines so, above the best is played; level 20 is the engine in full. Ratings count from level 1:
sums of what games between neighbours gave, 100 for each pair (40 from level 14, 20 from 16); the last one is guessed.
"""

from __future__ import annotations

from kiebitz.engine.strength import Level

LEVELS = (
    Level(0, 170, 600.0),
    Level(160, 170, 300.0),
    Level(370, 170, 150.0),
    Level(550, 250, 60.0),
    Level(680, 400, 0.0),
    Level(790, 650, 0.0),
    Level(980, 1_000, 0.0),
    Level(1180, 1_600, 0.0),
    Level(1280, 2_500, 0.0),
    Level(1470, 4_000, 0.0),
    Level(1590, 6_400, 0.0),
    Level(1720, 10_000, 0.0),
    Level(1910, 16_000, 0.0),
    Level(2020, 26_000, 0.0),
    Level(2250, 42_000, 0.0),
    Level(2380, 70_000, 0.0),
    Level(2530, 120_000, 0.0),
    Level(2680, 200_000, 0.0),
    Level(2830, 350_000, 0.0),
)
"""Levels 1 to 19."""
FULL_STRENGTH = len(LEVELS) + 1
"""The level of the engine in full."""


def level_numbered(number: int) -> Level | None:
    """The level with a number from 1; None for full strength."""
    return None if number == FULL_STRENGTH else LEVELS[number - 1]
