"""Perft on Tartan's board: the leaves of the tree of legal moves, counted one by one.

Nothing is counted in bulk, so that the count proves making and unmaking as well, and the speed says what one move
costs.
"""

from __future__ import annotations

from kiebitz.classroom.board.generator import moves
from kiebitz.classroom.board.mailbox import Mailbox


def perft(board: Mailbox, depth: int) -> int:
    """Sequences of ``depth`` legal moves from here."""
    if depth <= 0:
        return 1
    leaves = 0
    for move in moves(board):
        board.make(move)
        if not board.leaves_king_in_check():
            leaves += perft(board, depth - 1)
        board.unmake()
    return leaves
