"""Zobrist keys of shogi: one random word for a man on a square, and one for so many of a kind in a hand.

The words come from the generator of the keys of chess (``chess.zobrist``) with a seed of their own, so they are the
same on every machine.

Thread safety: written once, at import.
"""

import cython
from cython.cimports.kiebitz.core.chess.zobrist import splitmix
from cython.cimports.kiebitz.core.shogi.bitboard import HAND_KINDS, MEN, SQUARES

SEED = 0x73686F6769  # "shogi"


def fill_keys():
    """Draw every key. An empty hand has none, as a free square."""
    global SIDE_KEY
    state: uint64_t = SEED
    for man in range(MEN):
        for square in range(SQUARES):
            MAN_KEYS[man][square] = splitmix(cython.address(state))
    for side in range(2):
        for kind in range(HAND_KINDS):
            for count in range(1, 19):
                HAND_KEYS[side][kind][count] = splitmix(cython.address(state))
    SIDE_KEY = splitmix(cython.address(state))


fill_keys()
