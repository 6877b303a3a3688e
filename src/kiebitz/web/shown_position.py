"""A page's data on the position on its board."""

from __future__ import annotations

import chess

from kiebitz.engine import FenError, MoveError, fen_of
from kiebitz.engine.opening_names import opening_by_moves
from kiebitz.web.messages import Shown

# Openings have names up to here; 36 plies is the longest.
NAMED_PLIES = 40


def shown_position(board: chess.Board, node: int) -> Shown:
    """The position of a board that has the game behind it, at a node of a game."""
    king = board.king(board.turn) if board.is_check() else None
    last = board.peek() if board.move_stack else chess.Move.null()
    outcome = board.outcome()
    return Shown(
        node=node,
        fen=fen_of(board),
        turn="w" if board.turn else "b",
        check="" if king is None else chess.square_name(king),
        last=[chess.square_name(last.from_square), chess.square_name(last.to_square)] if last else [],
        legal=_movable(board),
        outcome=outcome.termination.name.lower() if outcome else "",
        opening=_opening(board),
    )


def _opening(board: chess.Board) -> str:
    """The name of the opening that led here; empty if it has none."""
    moves = (move.uci() for move in board.move_stack[:NAMED_PLIES])
    try:
        return str(opening_by_moves(fen_of(board.root()), moves, board.chess960) or "")
    except (FenError, MoveError):  # a null move in check: such a line has no name
        return ""


def _movable(board: chess.Board) -> list[list[str]]:
    """The legal moves by UCI text, from and to. A king castles by going to its square or onto its rook."""
    moves = {}
    for move in board.legal_moves:
        uci = board.uci(move)
        moves[uci] = (uci[:2], uci[2:4])
    taken = set(moves.values())
    rows = [[uci, *squares] for uci, squares in moves.items()]
    for move in board.generate_castling_moves():
        uci = board.uci(move)
        kingside = board.is_kingside_castling(move)
        rank = chess.square_rank(move.from_square)
        king_to = chess.square(6 if kingside else 2, rank)
        rights = list(chess.scan_forward(board.clean_castling_rights() & chess.BB_RANKS[rank]))
        rook = max(rights) if kingside else min(rights)
        for square in (king_to, rook):
            squares = (uci[:2], chess.square_name(square))
            if square != move.from_square and squares not in taken:
                taken.add(squares)
                rows.append([uci, *squares])
    return rows
