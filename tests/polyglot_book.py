"""Writes opening books in Polyglot's format."""

import chess
import chess.polyglot


def write_book(path, entries):
    """Entries are (board, move as UCI text with castling as king takes rook, weight)."""
    packed = []
    for board, text, weight in entries:
        move = chess.Move.from_uci(text)
        promotion = (move.promotion or chess.PAWN) - 1
        raw = move.to_square | move.from_square << 6 | promotion << 12
        packed.append(chess.polyglot.ENTRY_STRUCT.pack(chess.polyglot.zobrist_hash(board), raw, weight, 0))
    path.write_bytes(b"".join(sorted(packed)))
