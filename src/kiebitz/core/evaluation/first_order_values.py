"""First-order values."""
import cython
from cython.cimports.kiebitz.core.evaluation.pair import pair

VALUES = (90, 320, 330, 490, 960, 0)

def fill_tables():
    """Fill."""
    for man in range(12):
        for square in range(64):
            rank = square // 8 if man % 2 == 0 else 7 - square // 8
            file = square % 8
            c = 6 - int(abs(rank - 3.5) + abs(file - 3.5))
            v: cython.int = VALUES[man // 2] + (c * 5 if man // 2 < 5 else -c * 5)
            if man // 2 == 0:
                v += rank * 4
            if man % 2:
                v = -v
            PLACEMENT[man][square] = pair(v, v)

fill_tables()
