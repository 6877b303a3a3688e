"""Adjudication: decided or dead games are ended by the players' own evaluations.

Both players must agree for several moves on end: a player who alone sees a win, or alone sees nothing, ends no game.
Scores count from White's view here, in shogi Black's, who moves first; a move without a score breaks the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kiebitz.commandline.whole_number import whole_number

Ruling = Literal["1-0", "0-1", "1/2-1/2"]
OFF = "off"
MATE_CENTIPAWNS = 100_000
MAX_FIGURE = 100_000
_PLIES_PER_MOVE = 2


class AdjudicationError(ValueError):
    """A rule that can't be read."""


def _figures(text: str, names: tuple[str, ...], example: str) -> list[int] | None:
    """The whole numbers of a rule, None for ``off``."""
    if text.strip().lower() == OFF:
        return None
    parts = text.split(",")
    if len(parts) != len(names) or not all(part.strip().isdecimal() for part in parts):
        raise AdjudicationError(f"'{text}' is no rule; write {','.join(names)}, as {example}, or {OFF}")
    figures = [number for part in parts if (number := whole_number(part, MAX_FIGURE, 1)) is not None]
    if len(figures) < len(parts):
        raise AdjudicationError(f"'{text}': the figures of a rule lie between 1 and {MAX_FIGURE:,}")
    return figures


@dataclass(frozen=True, slots=True)
class DrawRule:
    """When a game is called a draw."""

    from_move: int = 40
    """Number of the first full move that may count."""
    moves: int = 8
    """Full moves on end, both players'."""
    centipawns: int = 10
    """No score is further from 0 than this."""

    @classmethod
    def parse(cls, text: str) -> DrawRule | None:
        """Read ``FROM,MOVES,CENTIPAWNS`` or ``off``. Raises AdjudicationError."""
        figures = _figures(text, ("FROM", "MOVES", "CENTIPAWNS"), "40,8,10")
        return None if figures is None else cls(*figures)

    def __str__(self) -> str:
        return f"{self.from_move},{self.moves},{self.centipawns}"


@dataclass(frozen=True, slots=True)
class ResignRule:
    """When a game is given to the side that both players see winning."""

    moves: int = 4
    """Full moves on end, both players'."""
    centipawns: int = 600
    """Every score is at least this far from 0, on the same side."""

    @classmethod
    def parse(cls, text: str) -> ResignRule | None:
        """Read ``MOVES,CENTIPAWNS`` or ``off``. Raises AdjudicationError."""
        figures = _figures(text, ("MOVES", "CENTIPAWNS"), "4,600")
        return None if figures is None else cls(*figures)

    def __str__(self) -> str:
        return f"{self.moves},{self.centipawns}"


class Adjudicator:
    """The scores of one game, watched for what the rules call decided."""

    def __init__(self, draw: DrawRule | None, resign: ResignRule | None) -> None:
        self._draw = draw
        self._resign = resign
        self._quiet_plies = 0
        self._winning_plies = 0
        self._winner = 0

    def note(self, move_number: int, white_centipawns: int | None) -> Ruling | None:
        """Take note of one move's score; the result, once it is clear.

        The score is White's view, in shogi Black's; a mate counts as very much.
        """
        if white_centipawns is None:
            self._quiet_plies = self._winning_plies = 0
            return None
        if self._draw:
            quiet = move_number >= self._draw.from_move and abs(white_centipawns) <= self._draw.centipawns
            self._quiet_plies = self._quiet_plies + 1 if quiet else 0
            if self._quiet_plies >= self._draw.moves * _PLIES_PER_MOVE:
                return "1/2-1/2"
        if self._resign:
            winner = 1 if white_centipawns > 0 else -1
            clear = abs(white_centipawns) >= self._resign.centipawns
            self._winning_plies = (self._winning_plies + 1 if winner == self._winner else 1) if clear else 0
            self._winner = winner
            if self._winning_plies >= self._resign.moves * _PLIES_PER_MOVE:
                return "1-0" if winner > 0 else "0-1"
        return None
