# Inlined whole: steps.py is no module of its own.

# Written by tools/write_inlines.py from steps.py; change it there.

from kiebitz.core.contract cimport promise
from kiebitz.core.game cimport (
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
    value_by_rule,
    value_without_move,
)
from kiebitz.core.search.any_worker cimport LARGEST_INDEX, REDUCTION_UNIT, Frame
from kiebitz.core.search.correction_history cimport corrected
from kiebitz.core.search.enhanced_transposition_cutoff cimport enhanced_transposition_cutoff
from kiebitz.core.search.histories cimport history_of, learn_from_evaluation
from kiebitz.core.search.move_picker cimport Picker, next_move, start_picker
from kiebitz.core.search.node cimport search
from kiebitz.core.search.null_move cimport depth_after_pass, null_move_value
from kiebitz.core.search.path cimport enter, look_up
from kiebitz.core.search.prob_cut cimport prob_cut_value
from kiebitz.core.search.quiescence cimport quiescence
from kiebitz.core.search.singular_extension cimport SINGULAR_SLACK, singular_extension
from kiebitz.core.search.static_selectivity cimport may_stop
from kiebitz.core.search.stopping cimport must_stop
from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.table.table cimport EXACT, LOWER, UPPER, Hit, settles
from kiebitz.core.trace cimport (
    ALL,
    CUT,
    DRAW_BY_RULE,
    IN_TREE,
    LONGEST_PATH,
    MATE_DISTANCE,
    MATED,
    MULTI_CUT,
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
    UPCOMING_REPETITION,
)
from kiebitz.core.value cimport DRAW, INFINITE, LONGEST_MATE, MATE, NO_VALUE, is_mate

cdef enum:
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
cdef struct Node:
    int alpha
    int beta
    int depth
    int ply
    bint cut_node  # expected: that some move refutes; steers reductions only
    bint is_open  # the window has room for a value
    bint principal  # of the principal variation, which is searched whole
    bint in_check
    Move excluded  # the move left out while it is asked whether it is singular, else NO_MOVE
    bint is_whole  # no move is left out: the node is worth what its position is
    Hit* hit  # what the table knows
    int evaluation  # static, the sharpest known; NO_VALUE in check
    bint improving
    int number  # moves seen so far, the dismissed ones too
    int quiet_count  # quiet ones searched
    int best  # value of the best so far, -INFINITE before the first
    int value  # of a node that is over, and what that says of the true one: EXACT, LOWER, UPPER
    int bound
    int depth_after_pass  # for PIECES: the depth of the null search, or NO_PASS

# A move of a node, before it is searched.
cdef struct Candidate:
    Move move
    bint noisy  # captures or promotes
    bint checks
    int history  # how often it refuted
    int reduction  # plies by which it is searched less deep at first
    int extension  # plies by which it is searched deeper
    int depth  # of its search without reduction

cdef inline void open_node(
    Searcher worker, Node* node, Hit* hit, int alpha, int beta, int depth, int ply, bint cut_node
) noexcept nogil:
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
    node.hit = hit
    node.number = 0
    node.quiet_count = 0
    node.best = -INFINITE
    promise(-INFINITE <= alpha and alpha < beta and beta <= INFINITE, b"a window has room, within the scale of values")
    promise(
        not node.is_open or not cut_node or not worker.parameters.principal_variation_search,
        b"only nodes of the principal variation have open windows, and none of them is expected to be refuted",
    )

cdef inline bint over(Searcher worker, Node* node, int place, int reason, int value, int bound) noexcept nogil:
    node.value = value
    node.bound = bound
    if place == TREE:
        worker.ended(reason, value)
    return True

cdef inline bint ends_before_moves(Searcher worker, Node* node, int place) noexcept nogil:
    cdef Frame* frame = worker.frame(node.ply)
    cdef bint is_root = place == ROOT or (place == PIECES and node.ply == 0)
    cdef int value
    # 1. Check extension.
    if not is_root:
        node.depth = extended_by_check(worker, node.depth, node.ply, node.in_check)
    # 2. At the horizon captures are played out; that search records itself.
    if place == TREE and node.depth <= 0:
        node.value = quiescence(worker, node.alpha, node.beta, node.ply)
        return True
    # 3. Stop, mate and draws by rule, now or by the next move, the longest path possible. Who is mated by the
    #    hundredth ply has lost all the same. Mate and stalemate are seen when no move comes (20); the cluster wants to
    #    know at once.
    if place == TREE:
        frame.pv_length = 0
        worker.begin(
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
        worker.judged(frame.uncorrected)
    if is_root:
        frame.threat = NO_MOVE
        return False
    if not node.in_check:
        if place == TREE:
            worker.judged(frame.uncorrected)
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
    if place == TREE and node.is_whole:
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
    if place == TREE and worker.parameters.prob_cut and not node.principal and not node.in_check and node.is_whole:
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

cdef inline int judge(Searcher worker, Node* node, Picker* picker, Candidate* candidate, int place) noexcept nogil:
    cdef bint is_root = place == ROOT or (place == PIECES and node.ply == 0)
    cdef int refuted = NO_VALUE
    node.number += 1
    if place == TREE:
        worker.prefetch_after(candidate.move)
    candidate.noisy = is_noisy(worker.position, candidate.move)
    candidate.checks = gives_check(worker.position, candidate.move)
    candidate.history = 0 if is_root else history_of(worker, node.ply, candidate.move, candidate.noisy)
    # 15. Late move reductions: what comes late in a good order seldom matters; look less deep first.
    candidate.reduction = 0
    if is_root:
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
    #     saves. Not in check, where no evaluation tells what is futile. Not among the answers to a root move: it
    #     would seem good because its refutation was never tried.
    if not is_root and node.best > -LONGEST_MATE and not node.in_check and node.ply > 1:
        if not candidate.noisy and not candidate.checks and has_tried_enough(worker, node):
            picker.skip_quiets = True
        if is_dismissed(worker, node, candidate):
            return DISMISSED
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
            &refuted,
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

cdef inline int search_move(Searcher worker, Node* node, Candidate* candidate) noexcept nogil:
    cdef int alpha = node.alpha
    cdef int beta = node.beta
    cdef int depth = candidate.depth
    cdef int child = node.ply + 1
    cdef int value = -INFINITE
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

cdef inline bint may_extend(Searcher worker, int ply) noexcept nogil:
    return ply < EXTENDED_PATH * worker.iteration

cdef inline int extended_by_check(Searcher worker, int depth, int ply, bint in_check) noexcept nogil:
    if in_check and worker.parameters.check_extension and may_extend(worker, ply):
        return max(depth, 0) + 1
    return depth

cdef inline int least_value(int ply) noexcept nogil:
    return -MATE + ply

cdef inline int greatest_value(int ply) noexcept nogil:
    return MATE - ply - 1

cdef inline bint has_draw_in_hand(Searcher worker, int beta) noexcept nogil:
    return beta <= DRAW and worker.parameters.upcoming_repetition and can_repeat(worker.position)

cdef inline bint is_beyond_mates(Node* node) noexcept nogil:
    cdef bint narrowed = node.beta > greatest_value(node.ply)
    node.alpha = max(node.alpha, least_value(node.ply))
    node.beta = min(node.beta, greatest_value(node.ply))
    node.bound = UPPER if narrowed else LOWER
    return node.alpha >= node.beta

cdef inline bint table_cuts(Searcher worker, Node* node) noexcept nogil:
    return (
        node.hit.found
        and not node.principal
        and worker.parameters.table_cutoffs
        and node.hit.depth >= node.depth
        and settles(node.hit, node.alpha, node.beta)
        and is_trusted(worker.position)
    )

cdef inline void evaluate(Searcher worker, int ply, int known) noexcept nogil:
    cdef Frame* frame = worker.frame(ply)
    if is_in_check(worker.position):
        frame.uncorrected = NO_VALUE
        frame.evaluation = NO_VALUE
        return
    frame.uncorrected = known if known != NO_VALUE else worker.evaluator.evaluate(worker.position)
    frame.evaluation = corrected(worker, ply, frame.uncorrected)

cdef inline int sharpened(int evaluation, Hit* hit) noexcept nogil:
    return hit.value if hit.found and hit.bound & (LOWER if hit.value > evaluation else UPPER) else evaluation

cdef inline bint is_improving(Searcher worker, int ply) noexcept nogil:
    cdef int before = worker.frame(ply - 2).evaluation
    return worker.parameters.improving and before != NO_VALUE and worker.frame(ply).evaluation > before

cdef inline bint is_hopeless(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.razoring
        and node.depth <= worker.parameters.razoring_depth
        and node.evaluation + worker.parameters.razoring_margin * node.depth <= node.alpha
        and not is_mate(node.alpha)
    )

cdef inline bint is_reverse_futile(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.reverse_futility
        and node.ply > 1
        and node.depth <= worker.parameters.reverse_futility_depth
        and node.evaluation - worker.parameters.reverse_futility_margin * (node.depth - node.improving) >= node.beta
        and not is_mate(node.beta)
        and not is_mate(node.evaluation)
        and not is_stalemated(worker.position)
    )

cdef inline bint is_statically_safe(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.static_selectivity
        and node.ply > 1
        and not is_mate(node.beta)
        and not is_mate(node.evaluation)
        and may_stop(worker, node.beta, node.depth, node.ply, node.evaluation)
        and not is_stalemated(worker.position)
    )

cdef inline int internal_iterative_reduction(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.internal_iterative_reduction
        and node.depth >= worker.parameters.internal_iterative_reduction_depth
        and node.hit.move == NO_MOVE
        and (node.principal or node.cut_node)
    )

cdef inline bint seeks_transposition_cutoff(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.enhanced_transposition_cutoff
        and worker.parameters.transposition_table
        and not node.principal
        and node.depth >= worker.parameters.enhanced_transposition_cutoff_depth
    )

cdef inline bint comes_late(Searcher worker, Node* node, int number) noexcept nogil:
    return (
        worker.parameters.late_move_reductions
        and node.depth >= worker.parameters.reduction_depth
        and number > worker.parameters.reduction_moves
        and not node.in_check
    )

cdef inline int late_move_reduction(
    Searcher worker, int depth, int number, bint principal, bint cut_node, bint noisy, bint improving, int history
) noexcept nogil:
    cdef int units = worker.reductions[min(depth, LARGEST_INDEX)][min(number, LARGEST_INDEX)]
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

cdef inline int root_reduction(Searcher worker, Node* node, Candidate* candidate) noexcept nogil:
    if candidate.checks or not comes_late(worker, node, node.number - 1):
        return 0
    return late_move_reduction(worker, node.depth, node.number, True, False, candidate.noisy, True, 0)

cdef inline int settled_reduction(int reduction, int depth, bint checks) noexcept nogil:
    if checks and reduction > 0:
        reduction -= 1
    return max(0, min(reduction, depth - 1))

cdef inline int plies_again(Searcher worker, Node* node, Candidate* candidate, int value) noexcept nogil:
    if not worker.parameters.research_depth or node.ply == 0 or is_mate(value):
        return 0
    if value < node.best + worker.parameters.research_near:
        return -1
    return candidate.reduction > 1 and value > node.best + worker.parameters.research_far + 2 * candidate.depth

cdef inline bint has_tried_enough(Searcher worker, Node* node) noexcept nogil:
    cdef int most = worker.parameters.late_move_base + node.depth * node.depth
    return (
        worker.parameters.late_move_pruning
        and node.depth <= worker.parameters.late_move_depth
        and node.quiet_count >= most // (1 if node.improving else 2)
    )

cdef inline bint is_futile(Searcher worker, Node* node, int reduced) noexcept nogil:
    return (
        worker.parameters.futility
        and reduced <= worker.parameters.futility_depth
        and worker.frame(node.ply).evaluation
        + worker.parameters.futility_base
        + worker.parameters.futility_margin * reduced
        <= node.alpha
        and not is_mate(node.alpha)
    )

cdef inline bint has_bad_history(Searcher worker, Node* node, int reduced, int history) noexcept nogil:
    return (
        worker.parameters.history_pruning
        and reduced <= worker.parameters.history_pruning_depth
        and history < -worker.parameters.history_pruning_limit * node.depth
    )

cdef inline bint loses_exchange(Searcher worker, Move move, int depth, int most) noexcept nogil:
    return (
        worker.parameters.see_pruning
        and depth <= worker.parameters.see_pruning_depth
        and not exchange_at_least(worker.position, move, -most)
    )

cdef inline bint is_dismissed(Searcher worker, Node* node, Candidate* candidate) noexcept nogil:
    cdef int depth = node.depth
    cdef int reduced = max(depth - 1 - max(candidate.reduction, 0), 0)
    if candidate.noisy or candidate.checks:
        return loses_exchange(worker, candidate.move, depth, worker.parameters.see_pruning_noisy * depth)
    return (
        is_futile(worker, node, reduced)
        or has_bad_history(worker, node, reduced, candidate.history)
        or loses_exchange(worker, candidate.move, reduced, worker.parameters.see_pruning_quiet * reduced * reduced)
    )

cdef inline bint asks_if_singular(Searcher worker, Node* node) noexcept nogil:
    return (
        worker.parameters.singular_extension
        and node.is_whole
        and node.depth >= worker.parameters.singular_depth
        and may_extend(worker, node.ply)
        and node.hit.depth >= node.depth - SINGULAR_SLACK
        and node.hit.bound & LOWER
        and not is_mate(node.hit.value)
    )

cdef inline bint is_instructive(Searcher worker, Node* node, Move best_move) noexcept nogil:
    cdef int evaluation = worker.frame(node.ply).evaluation
    return (
        worker.parameters.correction_history
        and evaluation != NO_VALUE
        and not is_mate(node.best)
        and (best_move == NO_MOVE or not is_noisy(worker.position, best_move))
        and (node.bound & UPPER or node.best > evaluation)
        and (node.bound & LOWER or node.best < evaluation)
    )
