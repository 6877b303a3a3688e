"""The scale of values inside the search: centipawns for the side to move; mates at its ends.

``MATE - n`` is mate in n plies, ``-MATE + n`` being mated in n. The numbers stand in ``value.pxd``, once for machine
code and for Python.
"""

import cython


@cython.inline
def is_mate(value: cython.int) -> cython.bint:
    """True if a value is a mate, for one side or the other."""
    return value >= LONGEST_MATE or value <= -LONGEST_MATE
