"""Copies weights from the evaluations' tables into the C variables of the modules that use them, at their import.

Cython never checks the bounds of a C array, so the length of every series is checked here: a table that doesn't fit
makes the import fail with a ValueError instead of a wrong value or a crash in a search.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.pair import pair


def values_of(weight, length):
    """Take the values of a weight or number, exactly ``length`` of them."""
    values = weight.values
    if len(values) != length:
        raise ValueError(
            f"the evaluation's weight '{weight.meaning}' has {len(values)} values; the code needs {length}"
        )
    return values


def load_weight(weight):
    """Take a single weight."""
    middlegame, endgame = values_of(weight, 1)[0]
    return pair(middlegame, endgame)


def load_series(weight, target, length):
    """Copy a series of weights into an array with room for ``length``."""
    for index, (middlegame, endgame) in enumerate(values_of(weight, length)):
        target[cython.cast(cython.int, index)] = pair(middlegame, endgame)
    return 0


def load_number(number):
    """Take a single number."""
    return values_of(number, 1)[0]


def load_numbers(number, target, length):
    """Copy a series of numbers into an array with room for ``length``."""
    for index, value in enumerate(values_of(number, length)):
        target[cython.cast(cython.int, index)] = value
    return 0
