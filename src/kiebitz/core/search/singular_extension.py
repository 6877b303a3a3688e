"""Singular extension (Anantharaman, Campbell, Hsu 1988): a table move that stands alone is searched deeper.

When it is asked, and of which moves not, says ``steps.asks_if_singular``.
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE
from cython.cimports.kiebitz.core.search.node import search


def singular_extension(worker, hit, beta, depth, ply, principal, cut_node, refuted):
    """Plies to extend the table's move by: the node is searched less deep without it, to see how far the rest falls.

    It is a ply less for a move that seems to refute, or is expected to, and has its equals: they will be tried, too.
    ``refuted`` takes a value if the rest refutes beta as well (multi-cut): the node is over.
    """
    parameters = cython.address(worker.parameters)
    target = hit.value - parameters.singular_margin * depth
    frame = worker.frame(ply)
    frame.excluded = hit.move
    value = search(worker, target - 1, target, (depth - 1) // 2, ply, cut_node)
    frame.excluded = NO_MOVE
    if worker.stopped:
        return 0
    if value < target:
        return 2 if not principal and value < target - parameters.singular_double_margin else 1
    if target >= beta and not principal:
        refuted[0] = target
        return 0
    return -1 if hit.value >= beta or cut_node else 0
