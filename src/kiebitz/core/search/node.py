"""The node function: alpha-beta in its principal variation form, by numbered steps."""

import cython
from cython.cimports.kiebitz.core.move import NO_MOVE, Move, origin_of, target_of
from cython.cimports.kiebitz.core.movegen import has_legal_move
from cython.cimports.kiebitz.core.position import MAX_PLY
from cython.cimports.kiebitz.core.search.null_move import null_move_value
from cython.cimports.kiebitz.core.search.ordering import Picker, is_noisy, next_move, reward_quiet, start_picker
from cython.cimports.kiebitz.core.search.quiescence import quiescence
from cython.cimports.kiebitz.core.table import EXACT, LOWER, UPPER, Hit
from cython.cimports.kiebitz.core.value import DRAW, INFINITE, MATE, NO_VALUE


def search(worker, alpha, beta, depth, ply, cut_node):
    """Search the position to ``depth`` plies within (alpha, beta), ``alpha < beta``, below the root (``ply >= 1``).

    Contract. Let v be the value that the search gives the position for the side to move.
    1. A return r <= alpha says v <= r; r >= beta says v >= r; alpha < r < beta says v = r (fail-soft).
    2. In a node with an open window the principal variation is in the ply's frame; its first move has value r.
    3. Mates are exact plies from the root: MATE - n.
    4. If ``worker.stopped`` is set on return, r means nothing and nothing was stored.
    5. r depends on worker.position, path (repetition, 50 moves), table, killers, history and parameters, on nothing else: with
       one thread the same inputs give the same tree.
    ``cut_node`` says what is expected: that some move refutes; it steers reductions only.
    """
    picker: Picker
    hit: Hit
    tried: Move[MAX_TRIED]
    frame = worker.frame(ply)
    parameters = cython.address(worker.parameters)
    principal: cython.bint = beta - alpha > 1
    in_check: cython.bint = worker.position.checkers != 0

    # 1. Check extension: a check is answered before judging, so the horizon can't hide what it forces.
    if in_check and parameters.check_extension and depth < worker.iteration:
        depth = max(depth, 0) + 1

    # 2. At the horizon captures are played out.
    if depth <= 0:
        return quiescence(worker, alpha, beta, ply)

    # 3. Stop, draws by rule, the longest path possible.
    frame.pv_length = 0
    if worker.must_stop():
        return DRAW
    if worker.position.is_material_draw() or worker.position.is_repetition():
        return DRAW
    if worker.position.halfmove >= 100:
        return -MATE + ply if in_check and not has_legal_move(worker.position) else DRAW
    if ply >= MAX_PLY - 1:
        return DRAW if in_check else worker.evaluator.evaluate(worker.position)
    if principal:
        worker.selective_depth = max(worker.selective_depth, ply)

    # 4. Mate distance pruning: a shorter mate is known already, on one side or the other.
    if parameters.mate_distance_pruning:
        alpha = max(alpha, -MATE + ply)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

    # 5. Table: a deep enough result ends the node; not in the principal variation, which it would cut short, and not
    #    near the fifty-move draw, which the key doesn't know.
    worker.table.probe(worker.position.key, ply, cython.address(hit))
    if (
        hit.found
        and not principal
        and parameters.table_cutoffs
        and hit.depth >= depth
        and hit.bound & (LOWER if hit.value >= beta else UPPER)
        and worker.position.halfmove < 90
    ):
        return hit.value

    # 6. Static evaluation, sharpened by a bound from the table.
    evaluation = NO_VALUE
    static: cython.int = NO_VALUE
    if not in_check:
        static = hit.evaluation if hit.evaluation != NO_VALUE else worker.evaluator.evaluate(worker.position)
        evaluation = static
        if hit.found and hit.bound & (LOWER if hit.value > evaluation else UPPER):
            evaluation = hit.value
    frame.evaluation = static

    # 7. Null move: so good that even passing holds beta.
    if not principal and not in_check:
        value = null_move_value(worker, beta, depth, ply, evaluation, cut_node)
        if worker.stopped:
            return DRAW
        if value != NO_VALUE:
            return value

    # 8. The moves, best guess first.
    best = -INFINITE
    best_move = NO_MOVE
    old_alpha = alpha
    number = 0
    quiets = 0
    start_picker(cython.address(picker), worker, ply, hit.move, False)
    while True:
        move = next_move(cython.address(picker), worker, ply)
        if move == NO_MOVE:
            break
        number += 1
        noisy: cython.bint = is_noisy(worker.position, move)
        history: cython.int = worker.history[worker.position.side][origin_of(move)][target_of(move)]
        frame.move = move
        worker.count_node()
        worker.position.make(move)
        worker.table.prefetch(worker.position.key)

        # 9. Late move reductions: what comes late in a good order seldom matters; look less deep first.
        reduction = 0
        if (
            parameters.late_move_reductions
            and depth >= parameters.reduction_depth
            and number > parameters.reduction_moves
            and not in_check
        ):
            reduction = reduction_of(worker, depth, number, principal, cut_node, noisy, history)
            if worker.position.checkers:
                reduction -= 1
            reduction = max(0, min(reduction, depth - 2))

        # 10. Principal variation search: only the first move gets the open window, the others must prove they need it.
        value = -INFINITE
        if number == 1 or not parameters.principal_variation_search:
            value = -search(worker, -beta, -alpha, depth - 1, ply + 1, False if principal else not cut_node)
        else:
            value = -search(worker, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, True)
            if value > alpha and reduction:
                value = -search(worker, -alpha - 1, -alpha, depth - 1, ply + 1, not cut_node)
            if value > alpha and principal:
                value = -search(worker, -beta, -alpha, depth - 1, ply + 1, False)
        worker.position.unmake()
        if worker.stopped:
            return DRAW

        # 11. A new best move, perhaps a refutation.
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                best_move = move
                if principal:
                    worker.extend_pv(ply, move)
                if value >= beta:
                    if not noisy:
                        reward_quiet(worker, frame, move, tried, quiets, depth)
                    break
        if not noisy and quiets < MAX_TRIED:
            tried[quiets] = move
            quiets += 1

    # 12. No move: mate or stalemate.
    if number == 0:
        return -MATE + ply if in_check else DRAW

    # 13. Remember.
    bound = LOWER if best >= beta else EXACT if alpha > old_alpha and principal else UPPER
    worker.table.store(worker.position.key, ply, best_move, best, static, depth, bound, principal)
    return best


def reduction_of(worker, depth, number, principal, cut_node, noisy, history):
    """Plies by which a late move is searched less deep at first; may be negative."""
    units = worker.reductions[min(depth, 63)][min(number, 63)]
    if noisy:
        units //= 2
    else:
        units -= history * 1024 // worker.parameters.reduction_history
    if principal:
        units -= 1024
    if cut_node:
        units += 1024
    return units // 1024
