"""What captures on one square win when each side takes with its least man, as long as it pays.

Only legal captures count, so a pinned man neither takes nor defends.
"""

from __future__ import annotations

import chess

from kiebitz.explanation.man import PAWNS, worth


def capture_gain(board: chess.Board, capture: chess.Move) -> int:
    """What a legal capture wins after the best recaptures on its square, in pawns; negative where it costs."""
    won = PAWNS[chess.PAWN] if board.is_en_passant(capture) else worth(board, capture.to_square)
    if capture.promotion:
        won += PAWNS[capture.promotion] - PAWNS[chess.PAWN]
    after = board.copy(stack=False)
    after.push(capture)
    return won - exchange_gain(after, capture.to_square)


def exchange_gain(board: chess.Board, square: chess.Square) -> int:
    """What the side to move wins by captures on a square, in pawns; 0 if none pays."""
    least = _least_capture(board, square)
    return 0 if least is None else max(0, capture_gain(board, least))


def _least_capture(board: chess.Board, square: chess.Square) -> chess.Move | None:
    """The legal capture on a square by the man that counts least, the king last; None if there is none."""
    if board.color_at(square) is not (not board.turn):
        return None
    captures = list(board.generate_legal_moves(to_mask=chess.BB_SQUARES[square]))
    return min(captures, key=lambda move: _rank(board, move), default=None)


def _rank(board: chess.Board, capture: chess.Move) -> tuple[bool, int, int]:
    """Kings take last; of a pawn's promotions the queen's comes first."""
    piece = board.piece_type_at(capture.from_square)
    return piece == chess.KING, worth(board, capture.from_square), -(capture.promotion or 0)


def pays(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move wins something by captures on a square."""
    return exchange_gain(board, square) > 0


def is_quiet(board: chess.Board) -> bool:
    """Whether material has settled: the side to move is not in check, can't promote, and no capture pays."""
    if board.is_check():
        return False
    if any(move.promotion for move in board.legal_moves):
        return False
    return not any(capture_gain(board, capture) > 0 for capture in board.generate_legal_captures())
