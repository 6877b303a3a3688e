"""Lines of shogi in which pawns, bishops and rooks promote where they can, as people play.

A promoted one moves as it did before, and further, so a search finds both moves alike and takes either. Staying as it
is pays only where a pawn's drop would mate, which is forbidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board

ALWAYS = "PBR"
LANCE_RANKS = "bh"
"""The ranks on which a lance that stays as it is has one move left, which a promoted one has as well."""


def promoting(board: Board, moves: Sequence[str], score: Score, *, first: int = 0) -> tuple[str, ...]:
    """A line, legal on the board, with these men promoting from the ply ``first`` on, where the rest stays legal.

    A line that mates or is mated stays as it is, and so does a move after which a pawn's drop gives check.
    """
    told = list(moves)
    if score.mate is not None:
        return tuple(told)
    walk = board.copy()
    for ply in range(len(told)):
        if ply >= first and _may_promote(walk, told[ply]) and (rest := _with_promotion(walk, told[ply:])):
            told[ply:] = rest
        walk.push(told[ply])
    return tuple(told)


def _may_promote(board: Board, move: str) -> bool:
    """True of a move without promotion of a man that always gains by it, where it can promote."""
    if move[1] == "*" or move.endswith("+"):
        return False
    man = ShogiBoard.of(board.fen()).man(move[:2]).upper()
    if man not in ALWAYS and not (man == "L" and move[3] in LANCE_RANKS):
        return False
    return f"{move}+" in board.legal_moves


def _with_promotion(board: Board, moves: Sequence[str]) -> list[str] | None:
    """The line with its first move promoting; None if the rest of it isn't legal then, or drops a pawn with check."""
    after, told = board.copy(), [f"{moves[0]}+"]
    after.push(told[0])
    square = moves[0][2:4]
    for move in moves[1:]:
        played = move
        if move[:2] == square:
            played, square = move.removesuffix("+"), move[2:4]  # It is promoted already.
        elif move[2:4] == square:
            square = ""
        if played not in after.legal_moves:
            return None
        after.push(played)
        told.append(played)
        if played.startswith("P*") and after.is_check():
            return None
    return told
