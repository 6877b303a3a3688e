"""A middlegame and an endgame value in one int, so that both are added at once.

The middlegame value stands in the low 16 bits, signed; the endgame value in the high 16, one higher where the low half
is negative. Sums stay exact while both halves stay within +-32,767.
"""

import cython

Pair = cython.typedef(cython.int)


@cython.inline
def pair(middlegame: cython.int, endgame: cython.int) -> Pair:
    """A pair out of its two values."""
    return cython.cast(cython.int, cython.cast(cython.uint, endgame) << 16) + middlegame


@cython.inline
def middlegame_of(value: Pair) -> cython.int:
    """The middlegame value of a pair."""
    return cython.cast(cython.short, value & 0xFFFF)


@cython.inline
def endgame_of(value: Pair) -> cython.int:
    """The endgame value of a pair."""
    return cython.cast(cython.short, cython.cast(cython.uint, value + 0x8000) >> 16)
