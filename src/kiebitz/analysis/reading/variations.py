"""The variations of a game that ``read_games`` has read, and what comments say in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.engine import uci_text

if TYPE_CHECKING:
    from kiebitz.engine import MovetextReader

BYTES_A_MOVE = 2
MAIN_LINE = 0
# What stands between two comments on one move.
BETWEEN = " "


@dataclass(frozen=True, slots=True)
class Variation:
    """A line that replaces a move of another one."""

    parent: int
    """The line that it branches from: 0 is the main line, variations count from 1 in the order in which they begin."""
    ply: int
    """Number of moves of the game played before its first."""
    packed_moves: bytes
    """Its moves, as a game's. What can't be read in it ends it."""
    chess960: bool = False
    """True if castling is written as Chess960 has it."""
    comments: tuple[str | None, ...] = ()
    """The comments before its first move, then on each, if texts were asked for."""

    @property
    def moves(self) -> list[str]:
        """Its moves as UCI text; ``0000`` is a null move."""
        return [uci_text(code, self.chess960) for code in memoryview(self.packed_moves).cast("H")]

    @property
    def plies(self) -> int:
        """Number of its moves."""
        return len(self.packed_moves) // BYTES_A_MOVE


def lines_of(
    reader: MovetextReader, text: str, plies: int, *, chess960: bool, texts: bool
) -> tuple[tuple[str | None, ...], tuple[Variation, ...]]:
    """Of the text that was read last, with so many moves: the main line's comments, if wanted, and the variations."""
    taken = reader.lines()
    if not texts:
        return (), tuple(Variation(parent, ply, moves, chess960) for parent, ply, moves in taken)
    found: dict[tuple[int, int], list[str]] = {}
    for line, ply, comment in reader.remarks(text):
        if words := comment.strip():
            found.setdefault((line, ply), []).append(words)
    said: list[list[str | None]] = [[None] * (plies + 1)]
    said += [[None] * (len(moves) // BYTES_A_MOVE + 1) for _, _, moves in taken]
    for (line, ply), parts in found.items():
        said[line][ply] = BETWEEN.join(parts)
    return tuple(said[MAIN_LINE]), tuple(
        Variation(parent, ply, moves, chess960, tuple(comments))
        for (parent, ply, moves), comments in zip(taken, said[1:], strict=True)
    )


def path_to(moves: bytes, variations: tuple[Variation, ...], line: int) -> bytes:
    """All moves of a line from where the game starts; ``moves`` are the main line's."""
    parts = []
    while line != MAIN_LINE:
        variation = variations[line - 1]
        parts.append((variation.ply, variation.packed_moves))
        line = variation.parent
    path = moves
    for ply, own in reversed(parts):
        path = path[: ply * BYTES_A_MOVE] + own
    return path
