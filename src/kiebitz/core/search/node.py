"""The node function: alpha-beta in its principal variation form, by numbered steps.

What a step decides without a search stands in ``steps``, with its reasons; here stands when it is asked, and why not
elsewhere.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import NO_MOVE, Move
from cython.cimports.kiebitz.core.chess.movegen import gives_check, has_legal_move
from cython.cimports.kiebitz.core.chess.position import MAX_PLY
from cython.cimports.kiebitz.core.search.correction_history import learn_correction
from cython.cimports.kiebitz.core.search.enhanced_transposition_cutoff import enhanced_transposition_cutoff
from cython.cimports.kiebitz.core.search.histories import history_of, learn_from_evaluation, reward
from cython.cimports.kiebitz.core.search.null_move import null_move_value
from cython.cimports.kiebitz.core.search.move_picker import Picker, is_noisy, next_move, start_picker
from cython.cimports.kiebitz.core.search.prob_cut import prob_cut_value
from cython.cimports.kiebitz.core.search.quiescence import quiescence
from cython.cimports.kiebitz.core.search.steps import (
    comes_late,
    evaluate,
    extended_by_check,
    greatest_value,
    has_tried_enough,
    internal_iterative_reduction,
    is_dismissed,
    is_draw_by_rule,
    is_improving,
    is_instructive,
    is_reverse_futile,
    is_statically_safe,
    late_move_reduction,
    least_value,
    may_extend,
    seeks_transposition_cutoff,
    settled_reduction,
    sharpened,
    table_cuts,
)
from cython.cimports.kiebitz.core.search.stopping import must_stop
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER, UPPER, Hit
from cython.cimports.kiebitz.core.trace import (
    ALL,
    ALL_SEARCHED,
    BETA_CUT,
    CUT,
    DRAW_BY_RULE,
    IN_TREE,
    LONGEST_PATH,
    MATE_DISTANCE,
    MATED,
    MULTI_CUT,
    NOTHING_LEFT,
    NULL_MOVE_CUT,
    PRINCIPAL,
    PROB_CUT,
    RAZORED,
    REVERSE_FUTILE,
    STALEMATED,
    STATICALLY_SAFE,
    STOPPED,
    TABLE_HIT,
    TRANSPOSITION_CUT,
)
from cython.cimports.kiebitz.core.value import DRAW, INFINITE, LONGEST_MATE, NO_VALUE, is_mate


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
    picker: Picker
    hit: Hit
    quiets: Move[MAX_TRIED]
    captures: Move[MAX_TRIED]
    frame = worker.frame(ply)
    parameters = cython.address(worker.parameters)
    is_open: cython.bint = beta - alpha > 1
    principal: cython.bint = is_open and worker.is_principal(alpha, beta)
    in_check: cython.bint = worker.position.checkers != 0
    excluded = frame.excluded

    # 1. Check extension.
    depth = extended_by_check(worker, depth, ply, in_check)

    # 2. At the horizon captures are played out.
    if depth <= 0:
        return quiescence(worker, alpha, beta, ply)

    # 3. Stop, draws by rule, the longest path possible. Who is mated by the hundredth ply has lost all the same.
    frame.pv_length = 0
    worker.begin(IN_TREE, ply, depth, alpha, beta, PRINCIPAL if principal else CUT if cut_node else ALL)
    if must_stop(worker):
        return worker.ended(STOPPED, DRAW)
    if is_draw_by_rule(worker):
        if in_check and not has_legal_move(worker.position):
            return worker.ended(MATED, least_value(ply))
        return worker.ended(DRAW_BY_RULE, DRAW)
    if ply >= MAX_PLY - 1:
        return worker.ended(LONGEST_PATH, DRAW if in_check else worker.evaluator.evaluate(worker.position))
    if principal:
        worker.selective_depth = max(worker.selective_depth, ply)

    # 4. Mate distance pruning: a shorter mate is known already, on one side or the other.
    if parameters.mate_distance_pruning:
        alpha = max(alpha, least_value(ply))
        beta = min(beta, greatest_value(ply))
        if alpha >= beta:
            return worker.ended(MATE_DISTANCE, alpha)

    # 5. Table cutoff. What is stored counts every move: it says nothing of the node without one of them.
    worker.look_up(ply, cython.address(hit))
    worker.knew(cython.address(hit))
    if excluded == NO_MOVE and table_cuts(worker, cython.address(hit), alpha, beta, depth, principal):
        return worker.ended(TABLE_HIT, hit.value)

    # 6. Static evaluation. The frame keeps it as it is, for the plies below compare with it; what is decided here is
    #    decided by the sharpened one.
    evaluate(worker, ply, hit.evaluation)
    evaluation = NO_VALUE
    improving: cython.bint = False
    if not in_check:
        worker.judged(frame.uncorrected)
        evaluation = sharpened(frame.evaluation, cython.address(hit))
        improving = is_improving(worker, ply)
        if ply > 1 and excluded == NO_MOVE:
            learn_from_evaluation(worker, ply)

    # The principal variation is searched whole; and what the other moves are worth is not said by ending the node.
    if not principal and not in_check and excluded == NO_MOVE:
        # 7. Razoring: hopelessly below alpha, only captures could help; if they don't, nothing does. Where alpha is a
        #    mate, any evaluation would be hopeless.
        if (
            parameters.razoring
            and depth <= parameters.razoring_depth
            and evaluation + parameters.razoring_margin * depth <= alpha
            and not is_mate(alpha)
        ):
            value = quiescence(worker, alpha, alpha + 1, ply)
            if worker.stopped:
                return worker.ended(STOPPED, DRAW)
            if value <= alpha:
                return worker.ended(RAZORED, value)

        # 8. Reverse futility.
        if is_reverse_futile(worker, beta, depth, ply, evaluation, improving):
            return worker.ended(REVERSE_FUTILE, evaluation)

        # 9. Static selectivity.
        if is_statically_safe(worker, beta, depth, ply, evaluation):
            return worker.ended(STATICALLY_SAFE, evaluation)

    # 10. Null move: so good that even passing holds beta. Its policies say when, some in the principal variation, too;
    #     what refutes it is the threat.
    if excluded == NO_MOVE:
        value = null_move_value(worker, beta, depth, ply, evaluation, principal, cut_node)
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)
        if value != NO_VALUE:
            return worker.ended(NULL_MOVE_CUT, value)

    # 11. Internal iterative reduction. Not while a move is left out: that is the table's.
    if excluded == NO_MOVE:
        depth -= internal_iterative_reduction(worker, cython.address(hit), depth, principal, cut_node)

    # 12. ProbCut: a capture that promises far more than beta.
    if parameters.prob_cut and not principal and not in_check and excluded == NO_MOVE:
        value = prob_cut_value(worker, cython.address(hit), beta, depth, ply, evaluation, cut_node)
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)
        if value != NO_VALUE:
            return worker.ended(PROB_CUT, value)

    # 13. Enhanced transposition cutoff: a move may be known to refute that would come late. After the reduction, which
    #     lets less deep entries do.
    if excluded == NO_MOVE and seeks_transposition_cutoff(worker, depth, principal):
        value = enhanced_transposition_cutoff(worker, beta, depth, ply)
        if value != NO_VALUE:
            return worker.ended(TRANSPOSITION_CUT, value)

    # 14. The moves, best guess first. The killers two plies below are forgotten: they refuted cousins far away.
    best = -INFINITE
    best_move = NO_MOVE
    old_alpha = alpha
    number = 0
    quiet_count = 0
    noisy_count = 0
    worker.frame(ply + 1).excluded = NO_MOVE
    worker.frame(ply + 2).killers[0] = NO_MOVE
    worker.frame(ply + 2).killers[1] = NO_MOVE
    start_picker(cython.address(picker), worker, ply, hit.move, False)
    while True:
        move = next_move(cython.address(picker), worker, ply)
        if move == NO_MOVE:
            break
        if move == excluded:
            continue
        number += 1
        worker.table.prefetch_after(worker.position, move)
        noisy: cython.bint = is_noisy(worker.position, move)
        checks: cython.bint = gives_check(worker.position, move)
        history = history_of(worker, ply, move, noisy)

        # 15. Late move reductions: what comes late in a good order seldom matters; look less deep first.
        reduction = 0
        if comes_late(worker, depth, number, in_check):
            reduction = late_move_reduction(worker, depth, number, principal, cut_node, noisy, improving, history)

        # 16. Pruning before the move is made. Not while all that is known is to be mated: any move may be the one that
        #     saves. Not in check, where no evaluation tells what is futile. Not among the answers to a root move: it
        #     would seem good because its refutation was never tried.
        if best > -LONGEST_MATE and not in_check and ply > 1:
            if not noisy and not checks and has_tried_enough(worker, depth, quiet_count, improving):
                picker.skip_quiets = True
            if is_dismissed(worker, ply, move, noisy or checks, history, depth, reduction, alpha):
                continue

        # 17. Singular extension: a table move that stands alone is searched deeper; if even the others refute, so
        #     does the node. Asked only where the table's value is nearly as deep as this search and at least what the
        #     move is worth; not about mates, which no margin measures; and not twice at one node.
        extension = 0
        if (
            parameters.singular_extension
            and move == picker.hash_move
            and excluded == NO_MOVE
            and depth >= parameters.singular_depth
            and may_extend(worker, ply)
            and hit.depth >= depth - SINGULAR_SLACK
            and hit.bound & LOWER
            and not is_mate(hit.value)
        ):
            refuted: cython.int = NO_VALUE
            extension = singular_extension(
                worker, cython.address(hit), beta, depth, ply, principal, cut_node, cython.address(refuted)
            )
            if worker.stopped:
                return worker.ended(STOPPED, DRAW)
            if refuted != NO_VALUE:
                return worker.ended(MULTI_CUT, refuted)
            # The other search has used this ply's move list: begin it anew, past the table's move.
            start_picker(cython.address(picker), worker, ply, hit.move, False)
            next_move(cython.address(picker), worker, ply)

        # 18. Principal variation search: only the first move gets the open window, the others must prove they need it.
        #     One that was reduced and yet is better is first searched again in full, still with the null window.
        deeper = depth - 1 + extension
        worker.enter(ply, move)
        reduction = settled_reduction(reduction, deeper, checks)
        worker.made(ply, number, reduction, extension)
        value = -INFINITE
        if number == 1 or not parameters.principal_variation_search:
            value = -search(worker, -beta, -alpha, deeper, ply + 1, False if principal else not cut_node)
        else:
            value = -search(worker, -alpha - 1, -alpha, deeper - reduction, ply + 1, True)
            if value > alpha and reduction:
                value = -search(worker, -alpha - 1, -alpha, deeper, ply + 1, not cut_node)
            if value > alpha and principal:
                value = -search(worker, -beta, -alpha, deeper, ply + 1, False)
        worker.position.unmake()
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)

        # 19. A new best move, perhaps a refutation. What was tried in vain before it loses history; moves that were
        #     dismissed were not tried.
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                best_move = move
                if is_open:
                    worker.extend_pv(ply, move)
                if value >= beta:
                    reward(worker, ply, move, quiets, quiet_count, captures, noisy_count, depth)
                    break
        if noisy:
            if noisy_count < MAX_TRIED:
                captures[noisy_count] = move
                noisy_count += 1
        elif quiet_count < MAX_TRIED:
            quiets[quiet_count] = move
            quiet_count += 1

    # 20. No move: mate or stalemate; with a move left out, nothing is known.
    if number == 0:
        if excluded != NO_MOVE:
            return worker.ended(NOTHING_LEFT, alpha)
        return worker.ended(MATED, least_value(ply)) if in_check else worker.ended(STALEMATED, DRAW)

    # 21. Remember; but not what the node is worth without one of its moves.
    if excluded == NO_MOVE:
        bound = LOWER if best >= beta else EXACT if alpha > old_alpha and is_open else UPPER
        worker.remember(ply, best_move, best, frame.uncorrected, depth, bound, principal)
        if is_instructive(worker, ply, bound, best, best_move):
            learn_correction(worker, ply, depth, best - frame.evaluation)
    worker.tried(number, best_move)
    return worker.ended(BETA_CUT if best >= beta else ALL_SEARCHED, best)


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
