"""Static exchange evaluation as a plain recursive model of taking turns on one square."""

import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}


def exchange(board: chess.Board, move: chess.Move) -> int:
    """The worth of a capture sequence, written as directly as its definition: pins ignored, either side may stop."""
    if board.is_castling(move):
        return 0
    square = move.to_square
    if board.is_en_passant(move):
        gain = VALUES[chess.PAWN]
    else:
        victim = board.piece_type_at(square)
        gain = VALUES[victim] if victim else 0
    standing = board.piece_type_at(move.from_square)
    after = board.copy(stack=False)
    if board.is_en_passant(move):
        after.remove_piece_at(square ^ 8)
    after.remove_piece_at(move.from_square)
    if move.promotion:
        gain += VALUES[move.promotion] - VALUES[chess.PAWN]
        standing = move.promotion
    after.set_piece_at(square, chess.Piece(standing, board.turn))
    return gain - answer(after, square, not board.turn)


def answer(board: chess.Board, square: int, side: chess.Color) -> int:
    """What ``side`` gains by taking on the square, or by leaving it (0)."""
    attackers = board.attackers(side, square)
    if not attackers:
        return 0
    origin = min(attackers, key=lambda s: (board.piece_type_at(s), s))
    kind = board.piece_type_at(origin)
    if kind == chess.KING and board.attackers(not side, square):
        return 0
    gain = VALUES[board.piece_type_at(square)]
    after = board.copy(stack=False)
    after.remove_piece_at(origin)
    after.set_piece_at(square, chess.Piece(kind, side))
    return max(0, gain - answer(after, square, not side))
