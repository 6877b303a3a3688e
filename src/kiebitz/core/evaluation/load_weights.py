"""Copies weights from the one table into the C variables of the modules that use them, when those are imported.

Cython never checks the bounds of a C array, so the length of every series is checked here: a table that doesn't fit
makes the import fail with a ValueError instead of a wrong value or a crash in a search.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.classical.pair import pair

from kiebitz.core.evaluation.weights import NUMBERS, WEIGHTS


def values_of(table, name, length):
    """The values under a name, exactly ``length`` of them."""
    values = table[name].values
    if len(values) != length:
        raise ValueError(f"evaluation weight '{name}' has {len(values)} values; the code needs {length} (weights.py)")
    return values


def load_weight(name):
    """A single weight."""
    middlegame, endgame = values_of(WEIGHTS, name, 1)[0]
    return pair(middlegame, endgame)


def load_series(name, target, length):
    """A series of weights, into an array with room for ``length``."""
    for index, (middlegame, endgame) in enumerate(values_of(WEIGHTS, name, length)):
        target[cython.cast(cython.int, index)] = pair(middlegame, endgame)
    return 0


def load_number(name):
    """A single number."""
    return values_of(NUMBERS, name, 1)[0]


def load_numbers(name, target, length):
    """A series of numbers, into an array with room for ``length``."""
    for index, value in enumerate(values_of(NUMBERS, name, length)):
        target[cython.cast(cython.int, index)] = value
    return 0
