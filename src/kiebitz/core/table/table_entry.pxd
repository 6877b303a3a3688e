# Inlined whole: table_entry.py is no module of its own.

# Written by tools/write_inlines.py from table_entry.py; change it there.

from kiebitz.core.game cimport Move
from kiebitz.core.value cimport KNOWN_WIN, LONGEST_MATE

cdef enum:
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
cdef struct Hit:
    bint found
    Move move
    int value
    int evaluation
    int depth
    int bound
    bint pv

cdef inline int value_to_table(int value, int ply) noexcept nogil:
    if value >= LONGEST_MATE:
        return value + ply
    if value <= -LONGEST_MATE:
        return value - ply
    return value

cdef inline int value_from_table(int value, int ply) noexcept nogil:
    if value >= LONGEST_MATE:
        return value - ply if value - ply >= LONGEST_MATE else KNOWN_WIN
    if value <= -LONGEST_MATE:
        return value + ply if value + ply <= -LONGEST_MATE else -KNOWN_WIN
    return value

cdef inline int plies_of_age(int mark, int generation) noexcept nogil:
    return ((generation - (mark & GENERATION_BITS)) & GENERATION_BITS) // GENERATION_STEP * AGE_WEIGHT
