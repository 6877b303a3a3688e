"""A hand: how many men of each kind a side holds, packed into one word.

Each kind has a field as wide as its number in the game needs, and a free bit above it. A comparison of two hands sets
the free bits and subtracts: a bit that is still set tells that its field borrowed nothing.
"""

import cython
from cython.cimports.kiebitz.core.shogi.hand_fields import HAND_GUARDS, HAND_MASK, HAND_SHIFT

Hand = cython.typedef(cython.uint)


@cython.inline
def one_of(kind: cython.int) -> Hand:
    """A hand of one man."""
    return cython.cast(Hand, 1) << HAND_SHIFT[kind]


@cython.inline
def count_of(hand: Hand, kind: cython.int) -> cython.int:
    """Number of pieces of a kind in a hand."""
    return hand >> HAND_SHIFT[kind] & HAND_MASK[kind]


@cython.inline
def only(hand: Hand, kind: cython.int) -> Hand:
    """All that a hand holds of a kind, as a hand."""
    return hand & HAND_MASK[kind] << HAND_SHIFT[kind]


@cython.inline
def is_as_good(hand: Hand, other: Hand) -> cython.bint:
    """True if a hand holds as much as another of every kind."""
    return ((hand | HAND_GUARDS) - other & HAND_GUARDS) == HAND_GUARDS


@cython.inline
def most_of(one: Hand, other: Hand) -> Hand:
    """Of every kind as many as the hand that holds more of it."""
    most: Hand = 0
    kind: cython.int
    for kind in range(7):
        most |= max(only(one, kind), only(other, kind))
    return most


@cython.inline
def least_of(one: Hand, other: Hand) -> Hand:
    """Of every kind as many as the hand that holds fewer of it."""
    least: Hand = 0
    kind: cython.int
    for kind in range(7):
        least |= min(only(one, kind), only(other, kind))
    return least
