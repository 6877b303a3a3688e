"""Tartan's search on Tartan's board: two functions that call each other, with alpha and beta cuts.

Shannon's A strategy looks at every move; his B strategy only at the promising ones, here the ``width`` moves that look
best when they are made and evaluated. At the end of the look ahead captures are played out, since a judgement in the
middle of an exchange is worth little. Meant to be read and stepped through: it judges a few thousand positions a
second.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.classroom.board.ending import draw
from kiebitz.classroom.board.evaluation import evaluate
from kiebitz.classroom.board.generator import captures, has_legal_move, legal_moves
from kiebitz.classroom.board.mailbox import Mailbox, Move

WMAX = 16384
"""A won game, in 1/128 pawn; plies to the mate are taken off, so that the nearest mate is chosen."""
DRAW = 0


@dataclass(frozen=True, slots=True)
class Strategy:
    """The depth and width of a search."""

    depth: int
    """Plies before captures are played out, from 1."""
    width: int | None = None
    """Shannon's B: number of moves looked at in each position; None is A, all of them."""

    def __post_init__(self) -> None:
        if self.depth < 1 or (self.width is not None and self.width < 1):
            raise ValueError(f"{self} looks at no move; depth and width begin at 1")


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    move: Move | None
    """The best move, None if there is no legal one."""
    value: int
    """Its value, White's view, in 1/128 pawn."""
    positions: int
    """Positions judged by the evaluation, those among which the B strategy chooses with them."""


def best_move(board: Mailbox, strategy: Strategy) -> Found:
    """The best move for the side to move; the board is left as it was."""
    return found_by(Tartan(board, strategy))


def found_by(tartan: Tartan) -> Found:
    """Search for the side to move; the board is left as it was."""
    search = tartan.best_white if tartan.board.white_to_move else tartan.best_black
    value, move = search(0, -WMAX, WMAX)
    return Found(move, value, tartan.positions)


class Tartan:
    """One search: the board on which moves are made and unmade, and what is counted."""

    def __init__(self, board: Mailbox, strategy: Strategy) -> None:
        """``board`` is used for the search and left as it was."""
        self.board = board
        self.strategy = strategy
        self.positions = 0

    def best_white(self, ply: int, alpha: int, beta: int) -> tuple[int, Move | None]:
        """The greatest value that White can reach, and the first move to it."""
        board = self.board
        if not has_legal_move(board):
            return (-WMAX + ply if board.is_check() else DRAW), None
        if ply and draw(board):
            return DRAW, None
        if ply == self.strategy.depth:
            return self.quiet_value(alpha, beta), None
        legal = legal_moves(board)
        value, best = -WMAX, legal[0]
        for move in self._promising(legal):
            board.make(move)
            w, _ = self.best_black(ply + 1, max(alpha, value), beta)
            board.unmake()
            if w > value:
                value, best = w, move
            if value >= beta:
                break  # Black has something better elsewhere
        return value, best

    def best_black(self, ply: int, alpha: int, beta: int) -> tuple[int, Move | None]:
        """The least value that Black can reach, and the first move to it."""
        board = self.board
        if not has_legal_move(board):
            return (WMAX - ply if board.is_check() else DRAW), None
        if ply and draw(board):
            return DRAW, None
        if ply == self.strategy.depth:
            return self.quiet_value(alpha, beta), None
        legal = legal_moves(board)
        value, best = WMAX, legal[0]
        for move in self._promising(legal):
            board.make(move)
            w, _ = self.best_white(ply + 1, alpha, min(beta, value))
            board.unmake()
            if w < value:
                value, best = w, move
            if value <= alpha:
                break  # White has something better elsewhere
        return value, best

    def quiet_value(self, alpha: int, beta: int) -> int:
        """The evaluation once captures are played out; nobody has to capture. White's view."""
        board = self.board
        is_white = board.white_to_move
        self.positions += 1
        value = evaluate(board).total
        if value >= beta if is_white else value <= alpha:
            return value  # as good as that without any capture
        for move in captures(board):
            board.make(move)
            if not board.leaves_king_in_check():
                if is_white:
                    value = max(value, self.quiet_value(max(alpha, value), beta))
                else:
                    value = min(value, self.quiet_value(alpha, min(beta, value)))
            board.unmake()
            if value >= beta if is_white else value <= alpha:
                break
        return value

    def _promising(self, legal: list[Move]) -> list[Move]:
        """All moves, captures first, so that cuts come early; or the best few by the evaluation after them."""
        board, width = self.board, self.strategy.width
        if width is None:
            return sorted(legal, key=lambda move: -abs(board.squares[move.target]))
        looks: dict[Move, int] = {}
        for move in legal:
            board.make(move)
            looks[move] = evaluate(board).total
            board.unmake()
        self.positions += len(legal)
        return sorted(legal, key=lambda move: looks[move], reverse=board.white_to_move)[:width]
