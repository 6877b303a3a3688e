"""The steps of a node, each a technique with its reasons, and their order: the one list that three follow.

The order stands in ``ends_before_moves`` (steps 1 to 13, before any move is searched), ``judge`` (15 to 17, with each
move) and ``search_move`` (18). ``node.search`` makes a search of them, with what is its own: the moves (14), what is
learned from them (19) and how a node ends (20, 21). Whoever asks says so by a ``place``, a constant, so that the
compiler leaves out what the place leaves out:

- TREE, ``node.search``: everything.
- ROOT, ``root.search_root``: no move of it may be lost and no value cut short, and its moves come from a list of their
  own. So it leaves out 1 to 5 and 7 to 13, 16 and 17; its reductions (15) are milder.
- PIECES, ``subtree.expand``, which tells a cluster what a node consists of, without searching. So 2 and 7 (quiescence),
  12 and 17 (a search less deep) are left out, and of 10 only the depth is told. What the search of earlier brothers
  brings isn't known: better histories, a higher alpha, that the first move loses to a mate. Its root is a root.

Quiescence has an order of its own (``quiescence``), by the same functions where it asks the same.

A technique is a function here, a line in the order, and its numbers in ``parameters``; one that ends nodes has a name
in ``trace``. One that takes more than a few lines stands in a file of its own. ``Worth`` is what the ledger has for it:
Elo of having it, at 3,000 nodes a move, 300 games, 2026-11-21, with the 95% interval, unless it says otherwise. What
pays at depth shows little at so few nodes.

Values, windows and evaluations are the view of the side to move; ``depth`` counts the plies left, ``ply`` those from
the root.
"""

import cython
from cython.cimports.kiebitz.core.contract import promise
from cython.cimports.kiebitz.core.game import (
    MAX_PLY,
    NO_MOVE,
    Move,
    can_repeat,
    exchange_at_least,
    gives_check,
    has_legal_move,
    is_dead_draw,
    is_in_check,
    is_noisy,
    is_stalemated,
    is_trusted,
    known_mate_value,
    value_by_rule,
    value_without_move,
)
from cython.cimports.kiebitz.core.search.bookkeeping import begin, exempted, judged, prefetch_after
from cython.cimports.kiebitz.core.search.any_worker import LARGEST_INDEX, REDUCTION_UNIT, Frame
from cython.cimports.kiebitz.core.search.correction_history import corrected
from cython.cimports.kiebitz.core.search.enhanced_transposition_cutoff import enhanced_transposition_cutoff
from cython.cimports.kiebitz.core.search.histories import history_of, learn_from_evaluation
from cython.cimports.kiebitz.core.search.move_picker import Picker, next_move, start_picker
from cython.cimports.kiebitz.core.search.node import search
from cython.cimports.kiebitz.core.search.null_move import depth_after_pass, null_move_value
from cython.cimports.kiebitz.core.search.path import enter, look_up
from cython.cimports.kiebitz.core.search.prob_cut import prob_cut_value
from cython.cimports.kiebitz.core.search.quiescence import quiescence
from cython.cimports.kiebitz.core.search.singular_extension import SINGULAR_SLACK, singular_extension
from cython.cimports.kiebitz.core.search.static_selectivity import may_stop
from cython.cimports.kiebitz.core.search.stopping import must_stop
from cython.cimports.kiebitz.core.search.searcher import Searcher
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER, UPPER, Hit, settles
from cython.cimports.kiebitz.core.trace import (
    ALL,
    CUT,
    DRAW_BY_RULE,
    ENDGAME_TABLE,
    IN_TREE,
    KNOWN_MATE,
    LONGEST_PATH,
    MATE_DISTANCE,
    MATED,
    MULTI_CUT,
    NULL_MOVE_CUT,
    PRINCIPAL,
    PROB_CUT,
    RAZORED,
    REVERSE_FUTILE,
    SPARED_FUTILITY,
    SPARED_HISTORY_PRUNING,
    SPARED_INTERNAL_REDUCTION,
    SPARED_LATE_MOVE_PRUNING,
    SPARED_MULTI_CUT,
    SPARED_NULL_MOVE,
    SPARED_PROB_CUT,
    SPARED_RAZORING,
    SPARED_REDUCTION,
    SPARED_REVERSE_FUTILITY,
    SPARED_SEE_PRUNING,
    STALEMATED,
    STATICALLY_SAFE,
    STOPPED,
    TABLE_HIT,
    TRANSPOSITION_CUT,
    UPCOMING_REPETITION,
    Exemption,
)
from cython.cimports.kiebitz.core.value import DRAW, INFINITE, LONGEST_MATE, MATE, NO_VALUE, is_mate

# Who asks.
TREE = 0
ROOT = 1
PIECES = 2
# What ``judge`` says of a move.
WORTH_SEARCHING = 0
DISMISSED = 1
NODE_IS_OVER = 2
# No path is extended beyond so many times the depth of the iteration.
EXTENDED_PATH = 2

# A node while it is searched.
Node = cython.struct(
    alpha=cython.int,
    beta=cython.int,
    depth=cython.int,
    ply=cython.int,
    cut_node=cython.bint,  # expected: that some move refutes; steers reductions only
    is_open=cython.bint,  # the window has room for a value
    principal=cython.bint,  # of the principal variation, which is searched whole
    in_check=cython.bint,
    excluded=Move,  # the move left out while it is asked whether it is singular, else NO_MOVE
    is_whole=cython.bint,  # no move is left out: the node is worth what its position is
    spared=cython.int,  # techniques left out here, by the bits of ``trace``
    hit=cython.pointer(Hit),  # what the table knows
    evaluation=cython.int,  # static, the sharpest known; NO_VALUE in check
    improving=cython.bint,
    number=cython.int,  # moves seen so far, the dismissed ones too
    quiet_count=cython.int,  # quiet ones searched
    best=cython.int,  # value of the best so far, -INFINITE before the first
    value=cython.int,  # of a node that is over, and what that says of the true one: EXACT, LOWER, UPPER
    bound=cython.int,
    depth_after_pass=cython.int,  # for PIECES: the depth of the null search, or NO_PASS
)
# A move of a node, before it is searched.
Candidate = cython.struct(
    move=Move,
    noisy=cython.bint,  # captures or promotes
    checks=cython.bint,
    history=cython.int,  # how often it refuted
    reduction=cython.int,  # plies by which it is searched less deep at first
    extension=cython.int,  # plies by which it is searched deeper
    depth=cython.int,  # of its search without reduction
)


# ---------------------------------------------------------------------- the order


@cython.inline
def open_node(
    worker: Searcher,
    node: cython.pointer(Node),
    hit: cython.pointer(Hit),
    alpha: cython.int,
    beta: cython.int,
    depth: cython.int,
    ply: cython.int,
    cut_node: cython.bint,
) -> None:
    """Begin a node with its window and depth; ``hit`` is room for what the table knows."""
    node.alpha = alpha
    node.beta = beta
    node.depth = depth
    node.ply = ply
    node.cut_node = cut_node
    node.is_open = beta - alpha > 1
    node.principal = node.is_open and worker.is_principal(alpha, beta)
    node.in_check = is_in_check(worker.position)
    node.excluded = worker.frame(ply).excluded
    node.is_whole = node.excluded == NO_MOVE
    node.spared = 0
    exemption: cython.pointer(Exemption) = exempted(worker)
    if exemption != cython.NULL:
        # To be razored is to be searched by quiescence, which comes back here.
        node.spared = exemption.techniques | (SPARED_RAZORING if exemption.depth else 0)
        node.depth = max(node.depth, exemption.depth)
    node.hit = hit
    node.number = 0
    node.quiet_count = 0
    node.best = -INFINITE
    promise(-INFINITE <= alpha and alpha < beta and beta <= INFINITE, b"a window has room, within the scale of values")
    promise(
        not node.is_open or not cut_node or not worker.parameters.principal_variation_search,
        b"only nodes of the principal variation have open windows, and none of them is expected to be refuted",
    )


@cython.inline
def over(
    worker: Searcher,
    node: cython.pointer(Node),
    place: cython.int,
    reason: cython.int,
    value: cython.int,
    bound: cython.int,
) -> cython.bint:
    """Note that a node ends, why and with what; always true."""
    node.value = value
    node.bound = bound
    if place == TREE:
        worker.ended(reason, value)
    return True


@cython.inline
def ends_before_moves(worker: Searcher, node: cython.pointer(Node), place: cython.int) -> cython.bint:
    """Steps 1 to 13: whether the node is over before a move is searched; ``value`` and ``bound`` then say with what."""
    frame: cython.pointer(Frame) = worker.frame(node.ply)
    is_root: cython.bint = place == ROOT or (place == PIECES and node.ply == 0)
    value: cython.int

    # 1. Check extension.
    if not is_root:
        node.depth = extended_by_check(worker, node.depth, node.ply, node.in_check)

    # 2. At the horizon captures are played out; that search records itself.
    if place == TREE and node.depth <= 0:
        node.value = quiescence(worker, node.alpha, node.beta, node.ply)
        return True

    # 3. Stop, mate and draws by rule, now or by the next move, what is looked up, the longest path possible. Who is
    #    mated by the hundredth ply has lost all the same. Mate and stalemate are seen when no move comes (20); the
    #    cluster wants to know at once.
    if place == TREE:
        frame.pv_length = 0
        begin(
            worker,
            IN_TREE,
            node.ply,
            node.depth,
            node.alpha,
            node.beta,
            PRINCIPAL if node.principal else CUT if node.cut_node else ALL,
        )
        if must_stop(worker):
            return over(worker, node, place, STOPPED, DRAW, EXACT)
    if place == PIECES and not has_legal_move(worker.position):
        if node.in_check:
            return over(worker, node, place, MATED, least_value(node.ply), EXACT)
        return over(worker, node, place, STALEMATED, value_without_move(worker.position, node.ply), EXACT)
    if not is_root:
        value = value_by_rule(worker.position, node.ply)
        if value != NO_VALUE:
            return over(worker, node, place, MATED if is_mate(value) else DRAW_BY_RULE, value, EXACT)
        if worker.parameters.dead_draws and is_dead_draw(worker.position):
            return over(worker, node, place, DRAW_BY_RULE, DRAW, EXACT)
        if worker.known_mates:
            value = known_mate_value(worker.position, worker.known_mates, node.ply)
            if value != NO_VALUE:
                return over(worker, node, place, KNOWN_MATE, value, EXACT)
        if place == TREE and worker.table_men and worker.parameters.endgame_tables and node.is_whole:
            value = worker.table_value(node.depth, node.ply)
            if value != NO_VALUE:
                return over(worker, node, place, ENDGAME_TABLE, value, EXACT)
        # The move that repeats must not be the one left out.
        if node.is_whole and has_draw_in_hand(worker, node.beta):
            return over(worker, node, place, UPCOMING_REPETITION, DRAW, LOWER)
    if place == TREE:
        if node.ply >= MAX_PLY - 1:
            value = DRAW if node.in_check else worker.evaluator.evaluate(worker.position)
            return over(worker, node, place, LONGEST_PATH, value, EXACT)
        if node.principal:
            worker.selective_depth = max(worker.selective_depth, node.ply)

    # 4. Mate distance pruning.
    if not is_root and worker.parameters.mate_distance_pruning and is_beyond_mates(node):
        return over(worker, node, place, MATE_DISTANCE, node.alpha, node.bound)

    # 5. Table cutoff. What is stored counts every move: it says nothing of the node without one of them.
    if place != ROOT:
        look_up(worker, node.ply, node.hit)
    if place == TREE:
        worker.knew(node.hit)
    if place != ROOT and node.is_whole and table_cuts(worker, node):
        return over(worker, node, place, TABLE_HIT, node.hit.value, node.hit.bound)

    # 6. Static evaluation. The frame keeps it as it is, for the plies below compare with it; what is decided here is
    #    decided by the sharpened one.
    evaluate(worker, node.ply, NO_VALUE if place == ROOT else node.hit.evaluation)
    node.evaluation = NO_VALUE
    node.improving = False
    if place == ROOT:
        judged(worker, frame.uncorrected)
    if is_root:
        frame.threat = NO_MOVE
        return False
    if not node.in_check:
        if place == TREE:
            judged(worker, frame.uncorrected)
        node.evaluation = sharpened(frame.evaluation, node.hit)
        node.improving = is_improving(worker, node.ply)
        if place == TREE and node.ply > 1 and node.is_whole:
            learn_from_evaluation(worker, node.ply)

    # The principal variation is searched whole; and what the other moves are worth is not said by ending the node.
    if not node.principal and not node.in_check and node.is_whole:
        # 7. Razoring.
        if place == TREE and is_hopeless(worker, node):
            value = quiescence(worker, node.alpha, node.alpha + 1, node.ply)
            if worker.stopped:
                return over(worker, node, place, STOPPED, DRAW, EXACT)
            if value <= node.alpha:
                return over(worker, node, place, RAZORED, value, UPPER)

        # 8. Reverse futility.
        if is_reverse_futile(worker, node):
            return over(worker, node, place, REVERSE_FUTILE, node.evaluation, LOWER)

        # 9. Static selectivity.
        if is_statically_safe(worker, node):
            return over(worker, node, place, STATICALLY_SAFE, node.evaluation, LOWER)

    # 10. Null move: so good that even passing holds beta. Its policies say when, some in the principal variation, too;
    #     what refutes it is the threat.
    if place == TREE and node.is_whole and not node.spared & SPARED_NULL_MOVE:
        value = null_move_value(worker, node.beta, node.depth, node.ply, node.evaluation, node.principal, node.cut_node)
        if worker.stopped:
            return over(worker, node, place, STOPPED, DRAW, EXACT)
        if value != NO_VALUE:
            return over(worker, node, place, NULL_MOVE_CUT, value, LOWER)
    if place == PIECES:
        frame.threat = NO_MOVE
        node.depth_after_pass = depth_after_pass(
            worker, node.beta, node.depth, node.ply, node.evaluation, node.principal
        )

    # 11. Internal iterative reduction. Not while a move is left out: that is the table's.
    if node.is_whole:
        node.depth -= internal_iterative_reduction(worker, node)

    # 12. ProbCut: a capture that promises far more than beta.
    if place == TREE and seeks_prob_cut(worker, node):
        value = prob_cut_value(worker, node.hit, node.beta, node.depth, node.ply, node.evaluation, node.cut_node)
        if worker.stopped:
            return over(worker, node, place, STOPPED, DRAW, EXACT)
        if value != NO_VALUE:
            return over(worker, node, place, PROB_CUT, value, LOWER)

    # 13. Enhanced transposition cutoff: a move may be known to refute that would come late. After the reduction, which
    #     lets less deep entries do.
    if node.is_whole and seeks_transposition_cutoff(worker, node):
        value = enhanced_transposition_cutoff(worker, node.beta, node.depth, node.ply)
        if value != NO_VALUE:
            return over(worker, node, place, TRANSPOSITION_CUT, value, LOWER)
    return False


@cython.inline
def judge(
    worker: Searcher,
    node: cython.pointer(Node),
    picker: cython.pointer(Picker),
    candidate: cython.pointer(Candidate),
    place: cython.int,
) -> cython.int:
    """Steps 15 to 17: whether the candidate's move is worth a search, and how deep; or whether the node is over."""
    is_root: cython.bint = place == ROOT or (place == PIECES and node.ply == 0)
    refuted: cython.int = NO_VALUE
    node.number += 1
    candidate.noisy = is_noisy(worker.position, candidate.move)
    candidate.checks = gives_check(worker.position, candidate.move)
    candidate.history = history_of(worker, node.ply, candidate.move, candidate.noisy)

    # 15. Late move reductions: what comes late in a good order seldom matters; look less deep first.
    candidate.reduction = 0
    if node.spared & SPARED_REDUCTION:
        pass
    elif is_root:
        candidate.reduction = root_reduction(worker, node, candidate)
    elif comes_late(worker, node, node.number):
        candidate.reduction = late_move_reduction(
            worker,
            node.depth,
            node.number,
            node.principal,
            node.cut_node,
            candidate.noisy,
            node.improving,
            candidate.history,
        )

    # 16. Pruning before the move is made. Not while all that is known is to be mated: any move may be the one that
    #     saves. Not in check, where no evaluation tells what is futile.
    if not is_root and node.best > -LONGEST_MATE and not node.in_check:
        if not candidate.noisy and not candidate.checks and has_tried_enough(worker, node):
            picker.skip_quiets = True
        if is_dismissed(worker, node, candidate):
            return DISMISSED
    if place == TREE:
        prefetch_after(worker, candidate.move)

    # 17. Singular extension: a table move that stands alone is searched deeper; if even the others refute, so does the
    #     node. The question uses this ply's move list: it is begun anew, past the table's move.
    candidate.extension = 0
    if place == TREE and candidate.move == picker.hash_move and asks_if_singular(worker, node):
        candidate.extension = singular_extension(
            worker,
            node.hit,
            node.beta,
            node.depth,
            node.ply,
            node.principal,
            node.cut_node,
            cython.address(refuted),
        )
        if worker.stopped:
            over(worker, node, place, STOPPED, DRAW, EXACT)
            return NODE_IS_OVER
        if refuted != NO_VALUE:
            over(worker, node, place, MULTI_CUT, refuted, LOWER)
            return NODE_IS_OVER
        start_picker(picker, worker, node.ply, node.hit.move, False)
        next_move(picker, worker, node.ply)

    candidate.depth = node.depth - 1 + candidate.extension
    candidate.reduction = settled_reduction(candidate.reduction, candidate.depth, candidate.checks)
    return WORTH_SEARCHING


@cython.inline
def search_move(worker: Searcher, node: cython.pointer(Node), candidate: cython.pointer(Candidate)) -> cython.int:
    """Step 18, principal variation search: the value of a move, or a bound.

    Only the first move gets the open window, the others must prove they need it. One that was reduced and yet is better
    is first searched again (``plies_again``), still with the null window. Worth: +143 (+107 to +183).
    """
    alpha: cython.int = node.alpha
    beta: cython.int = node.beta
    depth: cython.int = candidate.depth
    child: cython.int = node.ply + 1
    value: cython.int = -INFINITE
    promise(candidate.move != node.excluded, b"a move that is left out is not searched")
    enter(worker, node.ply, candidate.move)
    worker.made(node.ply, node.number, candidate.reduction, candidate.extension)
    if node.number == 1 or not worker.parameters.principal_variation_search:
        value = -search(worker, -beta, -alpha, depth, child, False if node.principal else not node.cut_node)
    else:
        value = -search(worker, -alpha - 1, -alpha, depth - candidate.reduction, child, True)
        if value > alpha and candidate.reduction:
            depth += plies_again(worker, node, candidate, value)
            if depth > candidate.depth - candidate.reduction:
                value = -search(worker, -alpha - 1, -alpha, depth, child, not node.cut_node)
        if value > alpha and node.principal:
            value = -search(worker, -beta, -alpha, depth, child, False)
    worker.position.unmake()
    return value


# ---------------------------------------------------------------------- before the moves


@cython.inline
def may_extend(worker: Searcher, ply: cython.int) -> cython.bint:
    """True if a path may still be made longer: without end to it, checks would follow each other for ever."""
    return ply < EXTENDED_PATH * worker.iteration


@cython.inline
def extended_by_check(worker: Searcher, depth: cython.int, ply: cython.int, in_check: cython.bint) -> cython.int:
    """Check extension: the depth of a node.

    A check is answered before judging, so that the horizon can't hide what it forces. Worth: +21 (−14 to +56);
    off, for with the taught network it is +12.6 ±7.1 to be without (8,000 nodes, screen of 2026-12-01).
    """
    if in_check and worker.parameters.check_extension and may_extend(worker, ply):
        return max(depth, 0) + 1
    return depth


@cython.inline
def least_value(ply: cython.int) -> cython.int:
    """The worst that can be: to be mated here."""
    return -MATE + ply


@cython.inline
def greatest_value(ply: cython.int) -> cython.int:
    """The best that can be: to mate with the next move."""
    return MATE - ply - 1


@cython.inline
def has_draw_in_hand(worker: Searcher, beta: cython.int) -> cython.bint:
    """Upcoming repetition: whether a draw is enough, and a move repeats a position of the search.

    Worth: +6.0 ±7.4 at 4,000 nodes (screen of 2026-11-27).
    """
    return beta <= DRAW and worker.parameters.upcoming_repetition and can_repeat(worker.position)


@cython.inline
def is_beyond_mates(node: cython.pointer(Node)) -> cython.bint:
    """Mate distance pruning: whether a shorter mate is known already, on one side or the other; narrows the window.

    Worth: −1 (−6 to +4); it is exact, and finds mates sooner.
    """
    narrowed: cython.bint = node.beta > greatest_value(node.ply)
    node.alpha = max(node.alpha, least_value(node.ply))
    node.beta = min(node.beta, greatest_value(node.ply))
    node.bound = UPPER if narrowed else LOWER
    return node.alpha >= node.beta


@cython.inline
def table_cuts(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Table cutoff: whether what the table knows ends the node.

    Not in the principal variation, which it would cut short, nor near the fifty-move draw, for positions have the same
    key whatever the clock says. Worth: +70 (+38 to +104).
    """
    return (
        node.hit.found
        and not node.principal
        and worker.parameters.table_cutoffs
        and node.hit.depth >= node.depth
        and settles(node.hit, node.alpha, node.beta)
        and is_trusted(worker.position)
    )


@cython.inline
def evaluate(worker: Searcher, ply: cython.int, known: cython.int) -> None:
    """Static evaluation, for the ply's frame, as the evaluator has it and corrected by history.

    ``known``: the former, if the table remembers it. There is none in check: it would judge a position that nobody can
    leave as it is.
    """
    frame: cython.pointer(Frame) = worker.frame(ply)
    if is_in_check(worker.position):
        frame.uncorrected = NO_VALUE
        frame.evaluation = NO_VALUE
        return
    frame.uncorrected = known if known != NO_VALUE else worker.evaluator.evaluate(worker.position)
    frame.evaluation = corrected(worker, ply, frame.uncorrected)


@cython.inline
def sharpened(evaluation: cython.int, hit: cython.pointer(Hit)) -> cython.int:
    """The evaluation, or a bound that a search has proved: on the right side it is nearer to the truth."""
    return hit.value if hit.found and hit.bound & (LOWER if hit.value > evaluation else UPPER) else evaluation


@cython.inline
def is_improving(worker: Searcher, ply: cython.int) -> cython.bint:
    """True if things go better than two plies ago, or four if that was in check: prune and reduce less.

    Worth: +76 (+42 to +113).
    """
    before: cython.int = worker.frame(ply - 2).evaluation
    if before == NO_VALUE:
        before = worker.frame(ply - 4).evaluation
    return worker.parameters.improving and before != NO_VALUE and worker.frame(ply).evaluation > before


@cython.inline
def is_hopeless(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Razoring: whether the side to move is so far below alpha that only captures could help.

    If they don't, nothing does. Where alpha is a mate, any evaluation would be hopeless. Worth: −10 ±33 at 4,000 nodes,
    and +7.5 ±8.5 in a screen; off, for with it some mates in two were not seen at depth 9.
    """
    return (
        worker.parameters.razoring
        and not node.spared & SPARED_RAZORING
        and node.depth <= worker.parameters.razoring_depth
        and node.evaluation + worker.parameters.razoring_margin * node.depth <= node.alpha
        and not is_mate(node.alpha)
    )


@cython.inline
def is_reverse_futile(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Reverse futility: whether the side to move is so far above beta that it keeps there, whatever it does.

    Mates are not judged by centipawns. Who is stalemated can't keep anything. Worth: +102 (+68 to +139).
    """
    return (
        worker.parameters.reverse_futility
        and not node.spared & SPARED_REVERSE_FUTILITY
        and node.depth <= worker.parameters.reverse_futility_depth
        and node.evaluation - worker.parameters.reverse_futility_margin * (node.depth - node.improving) >= node.beta
        and not is_mate(node.beta)
        and not is_mate(node.evaluation)
        and not is_stalemated(worker.position)
    )


@cython.inline
def is_statically_safe(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Static selectivity (Nimzo 1): whether it is clearly ahead near the horizon and nothing hangs.

    Uses the ply's moves. The same exceptions as for reverse futility, and an answer to a root move is searched. Off;
    what it is worth is asked by claim N9.
    """
    return (
        worker.parameters.static_selectivity
        and node.ply > 1
        and not is_mate(node.beta)
        and not is_mate(node.evaluation)
        and may_stop(worker, node.beta, node.depth, node.ply, node.evaluation)
        and not is_stalemated(worker.position)
    )


@cython.inline
def internal_iterative_reduction(worker: Searcher, node: cython.pointer(Node)) -> cython.int:
    """Internal iterative reduction: plies less for a node whose order is poor because the table has no move for it.

    The next visit will find one. Where no move is expected to refute, the order matters little. Worth: +1 (−31 to +33).
    """
    return (
        worker.parameters.internal_iterative_reduction
        and not node.spared & SPARED_INTERNAL_REDUCTION
        and node.depth >= worker.parameters.internal_iterative_reduction_depth
        and node.hit.move == NO_MOVE
        and (node.principal or node.cut_node)
    )


@cython.inline
def seeks_prob_cut(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """ProbCut: whether a capture may end the node here."""
    return (
        worker.parameters.prob_cut
        and not node.spared & SPARED_PROB_CUT
        and not node.principal
        and not node.in_check
        and node.is_whole
    )


@cython.inline
def seeks_transposition_cutoff(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Enhanced transposition cutoff: whether it pays here to look the moves up before one of them is searched."""
    return (
        worker.parameters.enhanced_transposition_cutoff
        and worker.parameters.transposition_table
        and not node.principal
        and node.depth >= worker.parameters.enhanced_transposition_cutoff_depth
    )


# ---------------------------------------------------------------------- with each move


@cython.inline
def comes_late(worker: Searcher, node: cython.pointer(Node), number: cython.int) -> cython.bint:
    """Late move reductions: whether a move comes so late.

    In check there are few moves, and any may be the only one. Worth: +8 (−28 to +44), for it pays at depth.
    """
    return (
        worker.parameters.late_move_reductions
        and node.depth >= worker.parameters.reduction_depth
        and number > worker.parameters.reduction_moves
        and not node.in_check
    )


@cython.inline
def late_move_reduction(
    worker: Searcher,
    depth: cython.int,
    number: cython.int,
    principal: cython.bint,
    cut_node: cython.bint,
    noisy: cython.bint,
    improving: cython.bint,
    history: cython.int,
) -> cython.int:
    """Plies by which a late move is searched less deep at first; may be negative."""
    units: cython.int = worker.reductions[min(depth, LARGEST_INDEX)][min(number, LARGEST_INDEX)]
    if noisy:
        units //= 2
    units -= history * REDUCTION_UNIT // worker.parameters.reduction_history
    if principal:
        units -= REDUCTION_UNIT * worker.parameters.reduction_principal // 100
    if cut_node:
        units += REDUCTION_UNIT * worker.parameters.reduction_cut_node // 100
    if not improving:
        units += REDUCTION_UNIT * worker.parameters.reduction_worsening // 100
    return units // REDUCTION_UNIT


@cython.inline
def root_reduction(worker: Searcher, node: cython.pointer(Node), candidate: cython.pointer(Candidate)) -> cython.int:
    """The same at the root, later by one move, and of no check."""
    if candidate.checks or not comes_late(worker, node, node.number - 1):
        return 0
    return late_move_reduction(worker, node.depth, node.number, True, False, candidate.noisy, True, candidate.history)


@cython.inline
def settled_reduction(reduction: cython.int, depth: cython.int, checks: cython.bint) -> cython.int:
    """The rest of a reduction when the move is made: less for a check, and always a ply to search.

    ``depth`` is the child's without it.
    """
    if checks and reduction > 0:
        reduction -= 1
    return max(0, min(reduction, depth - 1))


@cython.inline
def plies_again(
    worker: Searcher, node: cython.pointer(Node), candidate: cython.pointer(Candidate), value: cython.int
) -> cython.int:
    """By how much deeper than without its reduction a move is searched that is better than expected.

    A ply more where it is better by far, a ply less where it hardly is (after Stockfish). Not at the root, where moves
    are to be seen at one depth; nor where it mates, which no margin measures. Worth: +5.4 ±7.4 at 4,000 nodes (screen
    of 2026-11-27).
    """
    if not worker.parameters.research_depth or node.ply == 0 or is_mate(value):
        return 0
    if value < node.best + worker.parameters.research_near:
        return -1
    return candidate.reduction > 1 and value > node.best + worker.parameters.research_far + 2 * candidate.depth


@cython.inline
def has_tried_enough(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """Late move pruning: whether so many quiet moves have failed that the rest is left unseen.

    Worth: +38 (+4 to +73).
    """
    most: cython.int = worker.parameters.late_move_base + node.depth * node.depth
    return (
        worker.parameters.late_move_pruning
        and not node.spared & SPARED_LATE_MOVE_PRUNING
        and node.depth <= worker.parameters.late_move_depth
        and node.quiet_count >= most // (1 if node.improving else 2)
    )


@cython.inline
def is_futile(worker: Searcher, node: cython.pointer(Node), reduced: cython.int) -> cython.bint:
    """Futility: whether a quiet move, searched to ``reduced`` plies, would have to gain too much to reach alpha.

    Worth: +54 (+21 to +87).
    """
    return (
        worker.parameters.futility
        and not node.spared & SPARED_FUTILITY
        and reduced <= worker.parameters.futility_depth
        and worker.frame(node.ply).evaluation
        + worker.parameters.futility_base
        + worker.parameters.futility_margin * reduced
        <= node.alpha
        and not is_mate(node.alpha)
    )


@cython.inline
def has_bad_history(
    worker: Searcher, node: cython.pointer(Node), reduced: cython.int, history: cython.int
) -> cython.bint:
    """History pruning: whether a quiet move, searched to ``reduced`` plies, has failed too often.

    Worth: −5 (−13 to +4).
    """
    return (
        worker.parameters.history_pruning
        and not node.spared & SPARED_HISTORY_PRUNING
        and reduced <= worker.parameters.history_pruning_depth
        and history < -worker.parameters.history_pruning_limit * node.depth
    )


@cython.inline
def loses_exchange(
    worker: Searcher, node: cython.pointer(Node), move: Move, depth: cython.int, most: cython.int
) -> cython.bint:
    """SEE pruning: whether a move loses more than ``most`` by static exchange. Worth: +76 (+42 to +112)."""
    return (
        worker.parameters.see_pruning
        and not node.spared & SPARED_SEE_PRUNING
        and depth <= worker.parameters.see_pruning_depth
        and not exchange_at_least(worker.position, move, -most)
    )


@cython.inline
def is_dismissed(worker: Searcher, node: cython.pointer(Node), candidate: cython.pointer(Candidate)) -> cython.bint:
    """True if a move is dismissed unseen.

    A capture, promotion or check is judged by what it loses alone: neither evaluation nor history foresee its effect.
    """
    depth: cython.int = node.depth
    reduced: cython.int = max(depth - 1 - max(candidate.reduction, 0), 0)
    if candidate.noisy or candidate.checks:
        return loses_exchange(worker, node, candidate.move, depth, worker.parameters.see_pruning_noisy * depth)
    return (
        is_futile(worker, node, reduced)
        or has_bad_history(worker, node, reduced, candidate.history)
        or loses_exchange(
            worker, node, candidate.move, reduced, worker.parameters.see_pruning_quiet * reduced * reduced
        )
    )


@cython.inline
def asks_if_singular(worker: Searcher, node: cython.pointer(Node)) -> cython.bint:
    """True if it is asked of the table's move if it stands alone.

    Only where its value was found nearly as deep as this search and is at least what the move is worth; not about
    mates, which no margin measures; and not twice at one node. Worth: +35 (+7 to +63).
    """
    return (
        worker.parameters.singular_extension
        and not node.spared & SPARED_MULTI_CUT
        and node.is_whole
        and node.depth >= worker.parameters.singular_depth
        and may_extend(worker, node.ply)
        and node.hit.depth >= node.depth - SINGULAR_SLACK
        and node.hit.bound & LOWER
        and not is_mate(node.hit.value)
    )


# ---------------------------------------------------------------------- after the moves


@cython.inline
def is_instructive(worker: Searcher, node: cython.pointer(Node), best_move: Move) -> cython.bint:
    """True if the outcome of a search says something of the static evaluation.

    What a capture brings, or a bound on the wrong side of it, does not.
    """
    evaluation: cython.int = worker.frame(node.ply).evaluation
    return (
        worker.parameters.correction_history
        and evaluation != NO_VALUE
        and not is_mate(node.best)
        and (best_move == NO_MOVE or not is_noisy(worker.position, best_move))
        and (node.bound & UPPER or node.best > evaluation)
        and (node.bound & LOWER or node.best < evaluation)
    )
