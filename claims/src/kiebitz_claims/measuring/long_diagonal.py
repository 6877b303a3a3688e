"""Donninger's example of a pawn that hides a hanging rook, set up in positions of real games.

"The white rook on a1, which can't move, can be taken by the bishop on g7. White will now, if possible, put an
unprotected pawn on d4" ('Die Kunst des Nichtstuns'). Into a middlegame come a rook on a1 behind its own pawn a2 and
knight b1, the free diagonal from g7, and a pawn on the d file that nothing would protect on d4; White is a piece up.
Men that stand in the way leave the board, by a fixed rule, so that nothing is drawn by chance.
"""

from __future__ import annotations

import chess

from kiebitz.core.chess.fen import FenError
from kiebitz.engine import position_of
from kiebitz_claims.measuring.positions import Sample

PRINTED, COMING = "the bishop attacks the rook", "the bishop comes, the pawn already hangs"
"""The forms: White may put his pawn on d4, or it stands there and Black's bishop goes from f8 to g7."""
FORMS = (PRINTED, COMING)

_VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
# White is ahead by a piece, and by no more than about a rook.
_LEAST_AHEAD, _MOST_AHEAD = 3, 5
_DIAGONAL = (chess.B2, chess.C3, chess.D4, chess.E5, chess.F6, chess.G7)
_LEFT_SQUARES = (chess.A1, chess.A2, chess.B1, *_DIAGONAL, chess.D2, chess.D3, chess.F8)


def with_motif(sample: Sample, form: str) -> Sample | None:
    """A position of a game with the motif in it; None where the kings stand in the way or no legal one comes of it."""
    board = chess.Board(sample.fen)
    if any(board.king(colour) in _LEFT_SQUARES for colour in chess.COLORS):
        return None
    for square in _LEFT_SQUARES:
        board.remove_piece_at(square)
    for square in board.pieces(chess.PAWN, chess.WHITE) & chess.BB_FILE_D:
        board.remove_piece_at(square)
    white = {chess.A1: chess.ROOK, chess.A2: chess.PAWN, chess.B1: chess.KNIGHT, chess.D4: chess.PAWN}
    for square, kind in white.items():
        board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    board.set_piece_at(chess.G7 if form == PRINTED else chess.F8, chess.Piece(chess.BISHOP, chess.BLACK))
    while protecting := board.attackers(chess.WHITE, chess.D4) & ~board.kings:
        board.remove_piece_at(min(protecting))
    _settle(board, white)
    if board.attackers(chess.WHITE, chess.D4):
        return None
    if form == PRINTED:
        board.remove_piece_at(chess.D4)
        board.set_piece_at(chess.D2, chess.Piece(chess.PAWN, chess.WHITE))
    board.turn = chess.WHITE if form == PRINTED else chess.BLACK
    board.castling_rights, board.ep_square = chess.BB_EMPTY, None
    is_sound = board.is_valid() and not board.is_check() and _can_arise(board)
    is_ahead = _LEAST_AHEAD <= _balance(board) <= _MOST_AHEAD
    return Sample(sample.name, board.fen()) if is_sound and is_ahead else None


def _settle(board: chess.Board, fixed: dict[int, int]) -> None:
    """Take men away, square by square, until White is a piece up."""
    while not _LEAST_AHEAD <= (ahead := _balance(board)) <= _MOST_AHEAD:
        loser = chess.WHITE if ahead > _MOST_AHEAD else chess.BLACK
        spare = [
            square
            for kind in (chess.KNIGHT, chess.BISHOP, chess.PAWN, chess.ROOK, chess.QUEEN)
            for square in board.pieces(kind, loser)
            if square not in fixed and square not in (chess.G7, chess.F8)
        ]
        if not spare:
            return
        board.remove_piece_at(spare[0])


def _can_arise(board: chess.Board) -> bool:
    """True if no side has more pieces than its missing pawns could have become, which python-chess doesn't ask."""
    try:
        position_of(board)
    except FenError:
        return False
    return True


def _balance(board: chess.Board) -> int:
    """White's lead, in pawns."""
    return sum(
        _VALUES[piece.piece_type] * (1 if piece.color == chess.WHITE else -1) for piece in board.piece_map().values()
    )
