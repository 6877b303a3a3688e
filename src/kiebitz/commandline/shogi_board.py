"""The pieces on a board of shogi by their squares, by the letters of SFEN, for drawing and writing it."""

from __future__ import annotations

import re
from dataclasses import dataclass

SIZE = 9
RANKS = "abcdefghi"
KANJI = "一二三四五六七八九"
"""The ranks, as Japanese calls them."""
# The order in which men in hand are named, the most valuable first.
HAND = "RBGSNLP"
# A digit stands for free squares, a plus promotes the man behind it.
SQUARES = re.compile(r"\d|\+?[A-Za-z]")
HELD = re.compile(r"(\d*)([A-Za-z])")


@dataclass(frozen=True, slots=True)
class ShogiBoard:
    """A position as it is seen; Black's men are capital letters, ``+`` promotes, nothing is a free square."""

    rows: tuple[tuple[str, ...], ...]
    """The nine ranks from a to i, each from file 9 to file 1."""
    hands: tuple[dict[str, int], dict[str, int]]
    """Number of each piece in the hands of Black and White, by capital letter in the order of ``HAND``."""
    is_black_to_move: bool

    @classmethod
    def of(cls, sfen: str) -> ShogiBoard:
        """The board of a valid SFEN."""
        board, side, held = sfen.split()[:3]
        rows = []
        for rank in board.split("/"):
            row: list[str] = []
            for part in SQUARES.findall(rank):
                row += [""] * int(part) if part.isdigit() else [part]
            rows.append(tuple(row))
        counts = {letter: int(count or 1) for count, letter in HELD.findall(held)}
        black = {letter: counts[letter] for letter in HAND if letter in counts}
        white = {letter: counts[letter.lower()] for letter in HAND if letter.lower() in counts}
        return cls(tuple(rows), (black, white), side == "b")

    def man(self, square: str) -> str:
        """The man on a square, by its name in USI."""
        return self.rows[RANKS.index(square[1])][SIZE - int(square[0])]

    def told(self, move: str) -> str:
        """A move (USI) with the man's letter: ``P7g-7f``, ``+B3cx2b``, ``S4dx3c+``, ``G*5b``."""
        if move[1] == "*":
            return move
        return f"{self.man(move[:2]).upper()}{move[:2]}{'x' if self.man(move[2:4]) else '-'}{move[2:]}"
