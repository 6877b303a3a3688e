"""The root: like any node of the principal variation, but its moves are kept with their values, effort and lines.

Root moves before ``worker.rank`` are taken by better lines of this iteration (MultiPV) and left out.
"""

import cython
from cython.cimports.kiebitz.core.machine import store_relaxed
from cython.cimports.kiebitz.core.game import NO_MOVE
from cython.cimports.kiebitz.core.search.bookkeeping import begin
from cython.cimports.kiebitz.core.search.steps import (
    ROOT,
    Candidate,
    Node,
    ends_before_moves,
    judge,
    open_node,
    search_move,
)
from cython.cimports.kiebitz.core.search.any_worker import RootMove
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER, UPPER, Hit
from cython.cimports.kiebitz.core.trace import ALL_SEARCHED, AT_ROOT, BETA_CUT, PRINCIPAL, STOPPED
from cython.cimports.kiebitz.core.value import DRAW, INFINITE
from cython.cimports.libc.string import memcpy


def search_root(worker, alpha, beta, depth):
    """Search the root moves from ``worker.rank`` on within (alpha, beta).

    Returns as ``node.search`` does. A move that raised alpha has its value, bound and line; every other has -INFINITE,
    so that a stable sort keeps the old order among them.
    """
    node: Node
    candidate: Candidate
    hit: Hit
    worker.reduced(worker.iteration - depth)
    begin(worker, AT_ROOT, 0, depth, alpha, beta, PRINCIPAL)
    open_node(worker, cython.address(node), cython.address(hit), alpha, beta, depth, 0, False)
    # Whatever its window.
    node.principal = True
    ends_before_moves(worker, cython.address(node), ROOT)
    best_move = NO_MOVE
    for index in range(worker.rank, worker.root_count):
        worker.root_moves[index].value = -INFINITE
    for index in range(worker.rank, worker.root_count):
        root_move = cython.address(worker.root_moves[index])
        worker.selective_depth = 0
        nodes_before = worker.nodes
        candidate.move = root_move.move
        judge(worker, cython.address(node), cython.NULL, cython.address(candidate), ROOT)
        store_relaxed(cython.address(worker.current), (index + 1) << 16 | root_move.move)
        value = search_move(worker, cython.address(node), cython.address(candidate))
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)
        root_move.nodes += worker.nodes - nodes_before
        if node.number == 1 or value > node.alpha:
            child = worker.frame(1)
            root_move.value = value
            root_move.bound = LOWER if value >= beta else UPPER if value <= node.alpha else EXACT
            root_move.selective_depth = max(worker.selective_depth, worker.iteration)
            # A bound comes with a stump of a line: an older one of this move is the better guess.
            if root_move.bound == EXACT or root_move.pv_length <= child.pv_length:
                root_move.pv_length = child.pv_length + 1
                memcpy(root_move.pv + 1, child.pv, child.pv_length * cython.sizeof(root_move.move))
        if value > node.best:
            node.best = value
            if value > node.alpha:
                node.alpha = value
                best_move = root_move.move
                if value >= beta:
                    break
    worker.tried(node.number, best_move)
    return worker.ended(BETA_CUT if node.best >= beta else ALL_SEARCHED, node.best)


def sort_root_moves(worker, start, end):
    """Stable insertion sort of a part of the root moves by value, then by the value of the last iteration."""
    moved: RootMove
    for index in range(start + 1, end):
        moved = worker.root_moves[index]
        place: cython.int = index
        while place > start and (
            worker.root_moves[place - 1].value < moved.value
            or (
                worker.root_moves[place - 1].value == moved.value
                and worker.root_moves[place - 1].previous < moved.previous
            )
        ):
            worker.root_moves[place] = worker.root_moves[place - 1]
            place -= 1
        worker.root_moves[place] = moved
