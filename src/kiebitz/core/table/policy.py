"""Replacement: which entry of a bucket gives way to a new result, policy by policy; and an entry's data in one word.

A data word: move in bits 0-15, value 16-31, static evaluation 32-47, depth 48-55, mark 56-63 (``table_entry``). A word
without a bound is a free entry. Every policy looks at a copy of the bucket and answers with an entry's number, or KEEP.
"""

import cython
from cython.cimports.kiebitz.core.table.table_entry import (
    EXACT,
    GENERATION_BITS,
    KEPT_DEPTH,
    plies_of_age,
)


@cython.inline
def move_in(data: uint64_t) -> cython.int:
    """The move of a data word."""
    return data & 0xFFFF


@cython.inline
def value_in(data: uint64_t) -> cython.int:
    """The value of a data word."""
    return cython.cast(cython.short, data >> VALUE_SHIFT & 0xFFFF)


@cython.inline
def evaluation_in(data: uint64_t) -> cython.int:
    """The static evaluation of a data word."""
    return cython.cast(cython.short, data >> EVALUATION_SHIFT & 0xFFFF)


@cython.inline
def depth_in(data: uint64_t) -> cython.int:
    """The depth of a data word."""
    return data >> DEPTH_SHIFT & 0xFF


@cython.inline
def mark_in(data: uint64_t) -> cython.int:
    """The mark of a data word."""
    return data >> MARK_SHIFT


@cython.inline
def is_taken(data: uint64_t) -> cython.bint:
    """True if a data word is an entry, not free."""
    return mark_in(data) & BOUND_BITS != NO_BOUND


@cython.inline
def with_depth(data: uint64_t, depth: cython.int) -> uint64_t:
    """The same data word with another depth."""
    return data & ~(cython.cast(uint64_t, 0xFF) << DEPTH_SHIFT) | cython.cast(uint64_t, depth) << DEPTH_SHIFT


@cython.inline
def with_move(data: uint64_t, move: cython.int) -> uint64_t:
    """The same data word with another move."""
    return data & ~cython.cast(uint64_t, 0xFFFF) | cython.cast(uint64_t, move)


def packed(move, value, evaluation, depth, mark):
    """An entry's data in one word."""
    return (
        cython.cast(uint64_t, move & 0xFFFF)
        | cython.cast(uint64_t, value & 0xFFFF) << VALUE_SHIFT
        | cython.cast(uint64_t, evaluation & 0xFFFF) << EVALUATION_SHIFT
        | cython.cast(uint64_t, depth & 0xFF) << DEPTH_SHIFT
        | cython.cast(uint64_t, mark & 0xFF) << MARK_SHIFT
    )


def own_entry(bucket, key):
    """Where the position is already, or KEEP."""
    for index in range(bucket.size):
        if bucket.keys[index] == key and is_taken(bucket.data[index]):
            return index
    return KEEP


def choose(policy, bucket, new, own):
    """The entry that the new result takes, or KEEP; ``own`` is where its position is already, or KEEP."""
    if policy == ALWAYS:
        return 0
    if policy == DEPTH or policy == CLEARING:
        return choose_by_depth(bucket, new, own)
    if policy == DEPTH_STRICT:
        return choose_strictly(bucket, new)
    if policy == TWO_TIER:
        return choose_of_two(bucket, new, own)
    return choose_least_worth(bucket, new, own)


def choose_by_depth(bucket, new, own):
    """The place of another position only from an equal or greater depth; its own always, and what was cleared.

    The rule shall keep positions far from the root from displacing those near it. A search comes back to a position
    because the deeper result didn't answer it: if that stayed, it would be searched again each time.
    """
    old = bucket.data[0]
    if own != KEEP or not is_taken(old) or depth_in(old) == CLEARED_DEPTH or new.depth >= depth_in(old):
        return 0
    return KEEP


def choose_strictly(bucket, new):
    """The place of any position, its own too, only from an equal or greater depth: the article to the letter.

    What that costs its own example is told in docs/eras.md, and shown by ``kiebitz lab film depth``.
    """
    old = bucket.data[0]
    return 0 if not is_taken(old) or new.depth >= depth_in(old) else KEEP


def choose_of_two(bucket, new, own):
    """The first tier keeps the deepest result of this search, the second takes what the first does not."""
    deep = bucket.data[0]
    if own == 0:
        return KEEP if would_lose_depth(deep, new) else 0
    if not is_taken(deep) or mark_in(deep) & GENERATION_BITS != new.generation or new.depth >= depth_in(deep):
        return 0
    if own == 1 and would_lose_depth(bucket.data[1], new):
        return KEEP
    return 1


def choose_least_worth(bucket, new, own):
    """The position's own entry, else a free one, else the one of least depth less eight plies a generation of age."""
    if own != KEEP:
        return KEEP if would_lose_depth(bucket.data[own], new) else own
    victim: cython.int = 0
    least: cython.int = 1 << 30
    for index in range(bucket.size):
        data = bucket.data[index]
        if not is_taken(data):
            return index
        worth = depth_in(data) - plies_of_age(mark_in(data), new.generation)
        if worth < least:
            victim = index
            least = worth
    return victim


def would_lose_depth(data, new):
    """True if a much shallower bound of the same search would only lose what is known of its own position."""
    return (
        new.bound != EXACT
        and mark_in(data) & GENERATION_BITS == new.generation
        and new.depth + KEPT_DEPTH < depth_in(data)
    )
