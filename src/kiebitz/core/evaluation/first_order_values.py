"""First-order values."""
import cython
from cython.cimports.kiebitz.core.evaluation.pair import pair

def fill_tables():
    """Fill."""
    for man in range(12):
        for square in range(64):
            PLACEMENT[man][square] = pair(man * 10 + square, man - square)

fill_tables()
