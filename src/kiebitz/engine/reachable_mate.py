"""Whether a side can still mate at all: who runs out of time against one that can't has not lost (FIDE's Laws, 6.9).

What counts is any series of legal moves, the silliest of both sides included; material alone doesn't tell: the last man
may have to be taken, or pawns may stand in each other's way for ever. So all positions that can come about are visited.
Where they are too many to be visited, the side can nearly always mate, and the answer is that it can.
"""

from __future__ import annotations

from functools import lru_cache

from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.position import Position

MOST_POSITIONS = 20_000
"""So many positions are visited: a tenth of a second, as who runs out of time is waited for in an event loop, too."""


def can_mate(position: Position, white: bool, most: int = MOST_POSITIONS) -> bool:
    """True if a side (True: White) mates in some position that can come about; True also if that isn't known."""
    if not _has_mating_men(position.fen().partition(" ")[0], white):
        return False
    board = position.copy()
    seen = {board.hash_key}
    # Of each position on the way down, the moves still to be tried.
    left = [_moves_towards(board, white)]
    while left:
        moves = left[-1]
        if moves is None:
            return True
        if not moves:
            left.pop()
            if left:
                board.pop()
            continue
        push(board, moves.pop())
        if board.hash_key in seen:
            board.pop()
            continue
        if len(seen) >= most:
            return True
        seen.add(board.hash_key)
        left.append(_moves_towards(board, white))
    return False


def _moves_towards(position: Position, white: bool) -> list[str] | None:
    """The moves of a position from which the side may still mate; None if it has mated here."""
    # Men change by what sets the counter of the fifty-move rule back.
    if position.halfmove_clock == 0 and not _has_mating_men(position.fen().partition(" ")[0], white):
        return []
    moves = list(legal_moves(position))
    if not moves and position.is_check and position.turn != white:
        return None
    return moves


@lru_cache(maxsize=4096)
def _has_mating_men(men: str, white: bool) -> bool:
    """True if a side has men with which some position is a mate, given the other's; ``men`` as a FEN has them."""
    own = [man.upper() for man in men if man.isalpha() and man.isupper() == white]
    if any(man in "PRQ" for man in own):
        return True
    import chess

    return not chess.Board(f"{men} w - - 0 1").has_insufficient_material(white)
