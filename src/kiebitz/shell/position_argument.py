"""A position as people name it on the command line: a FEN in quotes, or ``startpos``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.shell.refusal import refuse

if TYPE_CHECKING:
    from kiebitz.engine import Position


def position_argument(text: str, named: str = "not a position") -> Position:
    """The position a user means, of Chess960 if it can't be of chess; refuses what is none, as ``named`` says."""
    from kiebitz.engine import FenError, position_from

    try:
        return position_from(text, chess960=None)
    except FenError as error:
        refuse(f"{named}: {error}")
