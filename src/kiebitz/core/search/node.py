"""The node function: alpha-beta in its principal variation form, by numbered steps.

Most of them, and their order, stand in ``steps``, for the root and the cluster follow the same list; here stands what a
search adds: the moves, what is learned from them, and how a node ends.
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE, Move, value_without_move
from cython.cimports.kiebitz.core.search.correction_history import learn_correction
from cython.cimports.kiebitz.core.search.histories import learn_unanswered, reward
from cython.cimports.kiebitz.core.search.move_picker import Picker, next_move, start_picker
from cython.cimports.kiebitz.core.search.path import remember
from cython.cimports.kiebitz.core.search.steps import (
    NODE_IS_OVER,
    TREE,
    WORTH_SEARCHING,
    Candidate,
    Node,
    ends_before_moves,
    is_instructive,
    judge,
    least_value,
    open_node,
    search_move,
)
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER, UPPER, Hit
from cython.cimports.kiebitz.core.trace import ALL_SEARCHED, BETA_CUT, MATED, NOTHING_LEFT, STALEMATED, STOPPED
from cython.cimports.kiebitz.core.value import DRAW


def search(worker, alpha, beta, depth, ply, cut_node):
    """Search the position to ``depth`` plies within (alpha, beta), ``alpha < beta``, below the root (``ply >= 1``).

    Contract. Let v be the value that the search gives the position for the side to move.
    1. A return r <= alpha says v <= r; r >= beta says v >= r; alpha < r < beta says v = r (fail-soft).
    2. In a node with an open window the principal variation is in the ply's frame; its first move has value r.
    3. Mates are exact plies from the root: MATE - n.
    4. If ``worker.stopped`` is set on return, r means nothing and nothing was stored.
    5. r depends on position, path (repetition, 50 moves, excluded move), table, killers, histories and parameters, on
       nothing else: with one thread the same inputs give the same tree.
    ``cut_node`` says what is expected: that some move refutes; it steers reductions only.
    """
    node: Node
    candidate: Candidate
    picker: Picker
    hit: Hit
    quiets: Move[MAX_TRIED]
    captures: Move[MAX_TRIED]
    frame = worker.frame(ply)

    # 1. to 13. What ends a node before a move of it is searched.
    open_node(worker, cython.address(node), cython.address(hit), alpha, beta, depth, ply, cut_node)
    if ends_before_moves(worker, cython.address(node), TREE):
        return node.value

    # 14. The moves, best guess first. The killers two plies below are forgotten: they refuted cousins far away.
    best_move = NO_MOVE
    old_alpha = node.alpha
    noisy_count = 0
    worker.frame(ply + 1).excluded = NO_MOVE
    worker.frame(ply + 2).killers[0] = NO_MOVE
    worker.frame(ply + 2).killers[1] = NO_MOVE
    start_picker(cython.address(picker), worker, ply, hit.move, False)
    while True:
        move = next_move(cython.address(picker), worker, ply)
        if move == NO_MOVE:
            break
        if move == node.excluded:
            continue

        # 15. to 18. Whether to search it, how deep, and its value.
        candidate.move = move
        verdict = judge(worker, cython.address(node), cython.address(picker), cython.address(candidate), TREE)
        if verdict == NODE_IS_OVER:
            return node.value
        if verdict != WORTH_SEARCHING:
            continue
        value = search_move(worker, cython.address(node), cython.address(candidate))
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)

        # 19. A new best move, perhaps a refutation. What was tried in vain before it loses history; moves that were
        #     dismissed were not tried.
        if value > node.best:
            node.best = value
            if value > node.alpha:
                node.alpha = value
                best_move = move
                if node.is_open:
                    worker.extend_pv(ply, move)
                if value >= node.beta:
                    # Who refutes where the evaluation promised nothing gains as a ply deeper.
                    weight = node.depth + (1 if frame.evaluation <= old_alpha else 0)
                    reward(worker, ply, move, quiets, node.quiet_count, captures, noisy_count, weight)
                    break
        if candidate.noisy:
            if noisy_count < MAX_TRIED:
                captures[noisy_count] = move
                noisy_count += 1
        elif node.quiet_count < MAX_TRIED:
            quiets[node.quiet_count] = move
            node.quiet_count += 1

    # 20. No move: mate or stalemate; with a move left out, nothing is known.
    if node.number == 0:
        if not node.is_whole:
            return worker.ended(NOTHING_LEFT, node.alpha)
        if node.in_check:
            return worker.ended(MATED, least_value(ply))
        return worker.ended(STALEMATED, value_without_move(worker.position, ply))

    # 21. Remember; but not what the node is worth without one of its moves.
    if node.is_whole:
        node.bound = LOWER if node.best >= node.beta else EXACT if node.alpha > old_alpha and node.is_open else UPPER
        remember(worker, ply, best_move, node.best, frame.uncorrected, node.depth, node.bound, node.principal)
        if is_instructive(worker, cython.address(node), best_move):
            learn_correction(worker, ply, node.depth, node.best - frame.evaluation)
        if node.bound == UPPER and ply > 1:
            learn_unanswered(worker, ply, node.depth)
    worker.tried(node.number, best_move)
    return worker.ended(BETA_CUT if node.best >= node.beta else ALL_SEARCHED, node.best)
