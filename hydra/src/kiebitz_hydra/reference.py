"""The machine's search in plain Python, on python-chess: the value, the best move, and every node counted alike.

It is what the machine is held to. The rules are python-chess's, the evaluation is the compiled core's with the modules
that the machine has, and the search is written down once more, as one reads it in a book. What the machine doesn't know
is not here either: repetitions, the fifty moves, checks in quiescence.

The core's position is played along beside python-chess's board, for it would take most of the time to set it up anew
for each value. Its clock of the fifty moves begins at nought, and plain Python doesn't get so deep that they count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import chess

from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.parameters import complete
from kiebitz_hydra.question import FULL, INFINITY, KNOWLEDGE, MATE, PLIES, Knowledge


def evaluator(knowledge: Knowledge = FULL) -> Evaluator:
    """The compiled core's evaluation as a machine with these modules has it: Dynamic in the form that wires allow."""
    made = Evaluator()
    switches: dict[str, int | str] = {name: int(name in knowledge) for name in KNOWLEDGE}
    made.configure(complete(switches | {"evaluation": "classical", "wired_dynamic": 1}))
    return made


@dataclass(slots=True)
class Reference:
    """One search; what it has found stands in its fields afterwards."""

    nodes: int = 0
    best: chess.Move | None = None
    moves: list[chess.Move] = field(default_factory=list)
    """The legal moves that the root has tried, in order."""
    evaluator: Evaluator = field(default_factory=evaluator)
    plies: int = PLIES
    """The size of the search stack."""
    position: Position = field(init=False)
    """The board's position as the core has it."""

    def search(self, board: chess.Board, depth: int, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
        """The value in centipawns from the view of the side to move, within the window. The board is left as it was."""
        self.position = Position(f"{board.epd()} 0 1")
        return self.node(board, depth, alpha, beta, 0)

    def node(self, board: chess.Board, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of what comes of the moves; at depth 0 of captures, ``alpha`` being no less than standing pat."""
        any_legal = False
        for move in ordered(board, captures_only=depth == 0):
            board.push(move)
            if board.was_into_check():
                board.pop()
                continue
            any_legal = True
            self.nodes += 1
            if ply == 0:
                self.moves.append(move)
            push(self.position, move.uci())
            value = -self.child(board, depth, -beta, -alpha, ply)
            self.position.pop()
            board.pop()
            if value > alpha:
                alpha = value
                if ply == 0:
                    self.best = move
            if alpha >= beta:
                break
        if any_legal or depth == 0:
            return alpha
        return ply - MATE if board.is_check() else 0

    def child(self, board: chess.Board, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the position after a move: standing pat if no depth is left, else by looking on."""
        if depth <= 1:
            alpha = max(alpha, self.evaluator.value(self.position))
            if alpha >= beta:
                return alpha
        if ply == self.plies - 2:
            return alpha
        return self.node(board, max(depth - 1, 0), alpha, beta, ply + 1)


def ordered(board: chess.Board, *, captures_only: bool) -> Iterator[chess.Move]:
    """Pseudo-legal moves: the most valuable victim first, by the least valuable man; of equals, the lower squares."""
    pseudo_legal = board.generate_pseudo_legal_captures() if captures_only else board.generate_pseudo_legal_moves()
    moves = list(pseudo_legal)
    passing = {move.to_square for move in moves if board.is_en_passant(move)}

    def key(move: chess.Move) -> tuple[int, ...]:
        victim = chess.PAWN if move.to_square in passing else board.piece_type_at(move.to_square) or 0
        aggressor = board.piece_type_at(move.from_square) or 0
        return -victim, move.to_square, aggressor, move.from_square, -(move.promotion or 0)

    yield from sorted(moves, key=key)
