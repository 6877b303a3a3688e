"""The data by which the component draws shogi and writes its moves, without rules of its own."""

from __future__ import annotations

from typing import Any

from kiebitz.commandline import shogi_picture
from kiebitz.kifu import names, told_move, written_move

PASS = "パス"
"""The name of a null move."""


def drawing() -> dict[str, Any]:
    """The board and its men."""
    return {
        "definitions": shogi_picture.page_definitions(),
        "board": shogi_picture.empty_board(),
        "places": shogi_picture.places_of_both_sides(),
    }


def writing() -> dict[str, Any]:
    """How Japanese records write moves: ``kifu.written_move`` says what the words mean."""
    return {
        "marks": [told_move.MARKS[True], told_move.MARKS[False]],
        "pass": PASS,
        "files": names.FULL_DIGITS,
        "ranks": names.KANJI,
        "names": names.LONG_NAMES,
        "same": written_move.SAME,
        "drop": written_move.DROP,
        "promotion": written_move.PROMOTION,
        "no_promotion": written_move.NO_PROMOTION,
        "promoters": written_move.PROMOTERS,
        "forward": written_move.FORWARD,
        "back": written_move.BACK,
        "sideways": written_move.SIDEWAYS,
        "straight": written_move.STRAIGHT,
        "right": written_move.RIGHT,
        "left": written_move.LEFT,
        "sliders": sorted(written_move.SLIDERS),
        "steps": written_move.STEPS,
        "slides": written_move.SLIDES,
    }
