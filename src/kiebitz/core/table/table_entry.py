"""The contents of a table entry, however the table keeps it: bounds, the byte ``mark``, a probe's answer.

Values: EXACT, or a LOWER or UPPER bound (as in 'MiniMAX und Hashtabellen', which calls them HIGH and LOW). Mate
distances are counted from the stored position, so that the entry is right wherever in the tree the position appears.
"""

import cython
from cython.cimports.kiebitz.core.game import Move
from cython.cimports.kiebitz.core.value import KNOWN_WIN, LONGEST_MATE

# What a stored value says about the true one.
NO_BOUND = 0
UPPER = 1
LOWER = 2
EXACT = 3

# The byte ``mark``: bound in bits 0-1, principal variation in bit 2, generation in bits 3-7.
BOUND_BITS = 3
PV_BIT = 4
GENERATION_STEP = 8
GENERATION_BITS = 0xF8

# How much worth an entry loses in replacement for each generation of age, in plies of depth.
AGE_WEIGHT = 8
# A bound of the same search stays unless the new one comes within so many plies of its depth.
KEPT_DEPTH = 4
# Buckets (or entries) at the table's start whose use stands for the whole table's.
HASHFULL_SAMPLE = 1000
PERMILLE = 1000

# A probe's answer, taken out of the table at once.
Hit = cython.struct(
    found=cython.bint,
    move=Move,
    value=cython.int,
    evaluation=cython.int,
    depth=cython.int,
    bound=cython.int,
    pv=cython.bint,
)


@cython.inline
def value_to_table(value: cython.int, ply: cython.int) -> cython.int:
    """A value at ``ply`` as it is stored: mates counted from here, not from the root."""
    if value >= LONGEST_MATE:
        return value + ply
    if value <= -LONGEST_MATE:
        return value - ply
    return value


@cython.inline
def value_from_table(value: cython.int, ply: cython.int) -> cython.int:
    """A stored value as it is at ``ply``: mates counted from the root.

    One farther from it than a path can reach is a win that is known; counted on it would be centipawns, more than any
    evaluation.
    """
    if value >= LONGEST_MATE:
        return value - ply if value - ply >= LONGEST_MATE else KNOWN_WIN
    if value <= -LONGEST_MATE:
        return value + ply if value + ply <= -LONGEST_MATE else -KNOWN_WIN
    return value


@cython.inline
def plies_of_age(mark: cython.int, generation: cython.int) -> cython.int:
    """Loss of an entry's worth by age, in plies; the generation counter goes round."""
    return ((generation - (mark & GENERATION_BITS)) & GENERATION_BITS) // GENERATION_STEP * AGE_WEIGHT
