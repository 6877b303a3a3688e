"""Enhanced transposition cutoff (Plaat, Schaeffer, Pijls, de Bruin 1996, 'Exploiting Graph Properties of Game Trees').

Before any move is searched, every one of them is played and looked up: a later move may be known already to refute,
and then the search of the earlier ones is saved. It costs a move made and a probe for each legal move, which the node
count doesn't show; 'MiniMAX und Hashtabellen' expects no gain from it in chess, at most near the root.
"""

import cython
from cython.cimports.kiebitz.core.game import is_trusted, legal_moves, value_among_noisy
from cython.cimports.kiebitz.core.search.bookkeeping import probe
from cython.cimports.kiebitz.core.table.table import UPPER, Hit
from cython.cimports.kiebitz.core.value import NO_VALUE


def enhanced_transposition_cutoff(worker, beta, depth, ply):
    """A lower bound of at least ``beta`` that the table has for one of the moves, else NO_VALUE.

    Uses the ply's move list. A child that would be a draw on this path proves nothing, nor does one whose result is
    less deep than this node would search it, or near the fifty-move draw.
    """
    hit: Hit
    moves = worker.frame(ply).moves
    count = legal_moves(worker.position, moves)
    for index in range(count):
        worker.position.make(moves[index])
        trusted: cython.bint = is_trusted(worker.position) and value_among_noisy(worker.position) == NO_VALUE
        if trusted:
            probe(worker, ply + 1, cython.address(hit))
        worker.position.unmake()
        if trusted and hit.found and hit.depth >= depth - 1 and hit.bound & UPPER and -hit.value >= beta:
            return -hit.value
    return NO_VALUE
