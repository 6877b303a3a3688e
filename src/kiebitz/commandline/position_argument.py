"""A position as people name it on the command line: a FEN or an SFEN, in quotes or word by word, or ``startpos``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.commandline.refusal import refuse, warn

if TYPE_CHECKING:
    from kiebitz.engine import Position
    from kiebitz.engine.mate_solver import AnyPosition


def position_argument(words: str | list[str], named: str = "not a position") -> Position:
    """The position a user means, of Chess960 if it shows that; refuses what is none, as ``named`` says.

    What is dropped of it is told.
    """
    from kiebitz.engine import FenError, dropped_from, position_from

    text = words if isinstance(words, str) else " ".join(words)
    try:
        position = position_from(text)
    except FenError as error:
        refuse(f"{named}: {error}")
    for note in dropped_from(text):
        warn(note)
    return position


def position_of_either_game(words: str | list[str]) -> AnyPosition:
    """The position of chess or shogi that a user means, told apart by its ranks; refuses what is none."""
    from kiebitz.engine.mate_solver import position_named

    try:
        return position_named(words if isinstance(words, str) else " ".join(words))
    except ValueError as error:
        refuse(f"not a position: {error}")
