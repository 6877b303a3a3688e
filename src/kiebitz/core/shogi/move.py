"""A move of shogi in 16 bits: origin (7), target (7), promotion (1); and how USI writes it.

A drop comes from a place of the hand (``bitboard.HAND``), so that a move has an origin wherever it comes from. All-zero
bits (1a1a) mean no move.
"""

from kiebitz.core.shogi.sfen import LETTERS, square_name

NO_MOVE_TEXT = "none"


def usi_text(move):
    """The USI text of a move (``7g7f``, ``8h2b+``, ``P*5e``), ``none`` for none."""
    if move == NO_MOVE:
        return NO_MOVE_TEXT
    target = square_name(target_of(move))
    if is_drop(move):
        return f"{LETTERS[dropped_kind(move)]}*{target}"
    return square_name(origin_of(move)) + target + ("+" if promotes(move) else "")
