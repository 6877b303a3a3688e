"""A line of moves with the positions along it, and what a search says it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import chess

from kiebitz.engine.score import Score

LAST_MOVES = 4
"""Plies that reasons look back at: what was just taken, and from where."""
LONGEST_PAST = 150
"""Plies without a capture or a pawn's move after which a game is over."""


def with_its_past(board: chess.Board) -> chess.Board:
    """A copy that remembers the last moves, and those since the last capture or pawn's move, whose positions may recur.

    However long the game: what keeps many positions of one keeps no whole game with each.
    """
    return board.copy(stack=max(LAST_MOVES, min(board.halfmove_clock, LONGEST_PAST)))


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line. The side to move at its start is the one that the line is to show something for."""

    boards: tuple[chess.Board, ...]
    """The positions along the line, first and last included: one more than moves. Nobody may push on them.

    The first knows the moves that led there, as far back as they count (see ``with_its_past``), the others only the
    last one: a long game is not copied for each.
    """
    moves: tuple[chess.Move, ...]
    score: Score
    """The line's score for the side to move at its start."""
    depth: int
    """Plies of the search that found it."""

    @classmethod
    def of(cls, board: chess.Board, moves: Iterable[chess.Move], score: Score, depth: int) -> ShownLine:
        """The line of ``moves``, legal one after the other, from a position on."""
        boards, played = [with_its_past(board)], tuple(moves)
        for move in played:
            after = boards[-1].copy(stack=False)
            after.push(move)
            boards.append(after)
        return cls(tuple(boards), played, score, depth)

    @property
    def start(self) -> chess.Board:
        """The position that the line begins in."""
        return self.boards[0]

    @property
    def side(self) -> chess.Color:
        """The side to move at the start."""
        return self.boards[0].turn

    @property
    def white_score(self) -> Score:
        """The score as White sees it."""
        return self.score if self.side else -self.score

    @property
    def fen(self) -> str:
        """The position that the line begins in, as text."""
        return self.start.fen()

    @property
    def uci(self) -> tuple[str, ...]:
        """The moves as UCI text, castling as the board's variant writes it."""
        return tuple(board.uci(move) for board, move in zip(self.boards, self.moves, strict=False))

    def until(self, plies: int) -> ShownLine:
        """The first ``plies`` moves of the line."""
        return replace(self, boards=self.boards[: plies + 1], moves=self.moves[:plies])

    def since(self, plies: int) -> ShownLine:
        """The line from after its first ``plies`` moves on, an even number of them."""
        return replace(self, boards=self.boards[plies:], moves=self.moves[plies:], depth=self.depth - plies)
