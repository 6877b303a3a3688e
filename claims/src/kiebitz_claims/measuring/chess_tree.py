"""The whole tree of a chess position, as the theory's trees are: every legal move to a depth, leaves evaluated."""

from __future__ import annotations

from kiebitz.classroom.theory.node import Node
from kiebitz.classroom.theory.trees import Branch, Shape, grow
from kiebitz.core import parameters
from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.value import MATE
from kiebitz.engine.eras import parameters_in
from kiebitz_claims.measuring.settings import SearchSettings


def chess_tree(fen: str, depth: int, settings: SearchSettings) -> Node:
    """The tree of a position to ``depth`` plies, MAX to move at its root; values in centipawns by ``settings``.

    A mate is a leaf, worth the less for who mates the more plies it takes; a stalemate is one worth nothing. Draws by
    repetition and by the fifty moves are not looked at. Raises TreeError for more nodes than a tree may have.
    """
    evaluator = Evaluator()
    evaluator.configure(parameters.complete(parameters_in(settings)))
    position = Position(fen)

    def below(left: int, sign: int) -> Shape:
        """The tree below, ``left`` plies from the horizon; ``sign`` is 1 where MAX is to move."""
        moves = legal_moves(position)
        if not moves:
            return -sign * (MATE - (depth - left)) if position.is_check else 0
        if not left:
            return sign * evaluator.value(position)
        branches = []
        for move in moves:
            push(position, move)
            branches.append(Branch(move, below(left - 1, -sign)))
            position.pop()
        return branches

    return grow(below(depth, 1))
