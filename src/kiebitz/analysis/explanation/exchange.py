"""Gains by captures: on one square, when each side takes with its least piece as long as it pays, and on all.

Only legal captures count, so a pinned man neither takes nor defends.
"""

from __future__ import annotations

import chess

from kiebitz.analysis.explanation.man import PAWNS, worth

LONGEST_RUN = 3
"""The longest run of captures looked at on all squares: with many queens there is no end to them."""


def capture_gain(board: chess.Board, capture: chess.Move) -> int:
    """Gain of a legal capture after the best recaptures on its square, in pawns; negative where it costs."""
    after = board.copy(stack=False)
    after.push(capture)
    return _taken(board, capture) - exchange_gain(after, capture.to_square)


def _taken(board: chess.Board, capture: chess.Move) -> int:
    """Value of a capture's victim, in pawns, with what a promotion adds."""
    taken = PAWNS[chess.PAWN] if board.is_en_passant(capture) else worth(board, capture.to_square)
    return taken + PAWNS[capture.promotion] - PAWNS[chess.PAWN] if capture.promotion else taken


def exchange_gain(board: chess.Board, square: chess.Square) -> int:
    """Gain of the side to move by captures on a square, in pawns; 0 if none pays."""
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
    """True if the side to move wins something by captures on a square."""
    return exchange_gain(board, square) > 0


def wins_by_captures(board: chess.Board, least: int, run: int = LONGEST_RUN) -> bool:
    """True if the side to move wins at least ``least`` pawns by captures, if each takes what it likes or stops.

    The last of ``run`` captures counts with what follows on its square.
    """
    if least <= 0:
        return True
    captures = list(board.generate_legal_captures())
    if run == 1:
        return any(capture_gain(board, capture) >= least for capture in captures)
    for capture in sorted(captures, key=lambda capture: -_taken(board, capture)):
        after = board.copy(stack=False)
        after.push(capture)
        if not wins_by_captures(after, _taken(board, capture) - least + 1, run - 1):
            return True
    return False


def is_quiet(board: chess.Board) -> bool:
    """True if material has settled: the side to move is not in check, can't promote, and captures don't pay.

    Neither does one on its own square, nor several on the whole board.
    """
    if board.is_check():
        return False
    if any(move.promotion for move in board.legal_moves):
        return False
    if any(capture_gain(board, capture) > 0 for capture in board.generate_legal_captures()):
        return False
    return not wins_by_captures(board, 1)
