# Inlined whole: steps.py is no module of its own.

# Written by tools/write_inlines.py from steps.py; change it there.

from kiebitz.core.chess.bitboard cimport KING, PAWN
from kiebitz.core.chess.exchange cimport exchange_at_least
from kiebitz.core.chess.move cimport NO_MOVE, Move
from kiebitz.core.chess.movegen cimport has_legal_move
from kiebitz.core.chess.position cimport FIFTY_MOVES
from kiebitz.core.search.correction_history cimport corrected
from kiebitz.core.search.move_picker cimport is_noisy
from kiebitz.core.search.static_selectivity cimport may_stop
from kiebitz.core.search.worker cimport LARGEST_INDEX, REDUCTION_UNIT, Frame, Worker
from kiebitz.core.table.table cimport LOWER, UPPER, Hit, settles
from kiebitz.core.value cimport MATE, NO_VALUE, is_mate

cdef enum:
    # From here on the fifty-move draw is near, of which the table knows nothing.
    TRUSTED_HALFMOVES = 90
    # No path is extended beyond so many times the depth of the iteration.
    EXTENDED_PATH = 2

cdef inline bint is_instructive(Worker worker, int ply, int bound, int value, Move best_move) noexcept nogil:
    cdef int evaluation = worker.frame(ply).evaluation
    return (
        worker.parameters.correction_history
        and evaluation != NO_VALUE
        and not is_mate(value)
        and (best_move == NO_MOVE or not is_noisy(worker.position, best_move))
        and (bound & UPPER or value > evaluation)
        and (bound & LOWER or value < evaluation)
    )

cdef inline bint may_extend(Worker worker, int ply) noexcept nogil:
    return ply < EXTENDED_PATH * worker.iteration

cdef inline int extended_by_check(Worker worker, int depth, int ply, bint in_check) noexcept nogil:
    if in_check and worker.parameters.check_extension and may_extend(worker, ply):
        return max(depth, 0) + 1
    return depth

cdef inline bint is_draw_by_rule(Worker worker) noexcept nogil:
    return (
        worker.position.is_material_draw() or worker.position.is_repetition() or worker.position.halfmove >= FIFTY_MOVES
    )

cdef inline int least_value(int ply) noexcept nogil:
    return -MATE + ply

cdef inline int greatest_value(int ply) noexcept nogil:
    return MATE - ply - 1

cdef inline bint table_cuts(Worker worker, Hit* hit, int alpha, int beta, int depth, bint principal) noexcept nogil:
    return (
        hit.found
        and not principal
        and worker.parameters.table_cutoffs
        and hit.depth >= depth
        and settles(hit, alpha, beta)
        and worker.position.halfmove < TRUSTED_HALFMOVES
    )

cdef inline void evaluate(Worker worker, int ply, int known) noexcept nogil:
    cdef Frame* frame = worker.frame(ply)
    if worker.position.checkers:
        frame.uncorrected = NO_VALUE
        frame.evaluation = NO_VALUE
        return
    frame.uncorrected = known if known != NO_VALUE else worker.evaluator.evaluate(worker.position)
    frame.evaluation = corrected(worker, ply, frame.uncorrected)

cdef inline int sharpened(int evaluation, Hit* hit) noexcept nogil:
    return hit.value if hit.found and hit.bound & (LOWER if hit.value > evaluation else UPPER) else evaluation

cdef inline bint is_improving(Worker worker, int ply) noexcept nogil:
    cdef int before = worker.frame(ply - 2).evaluation
    return worker.parameters.improving and before != NO_VALUE and worker.frame(ply).evaluation > before

cdef inline bint is_stalemated(Worker worker) noexcept nogil:
    cdef int side = worker.position.side
    cdef bint has_no_piece = (
        worker.position.men(side, KING) | worker.position.men(side, PAWN) == worker.position.colours[side]
    )
    return has_no_piece and not has_legal_move(worker.position)

cdef inline bint is_reverse_futile(
    Worker worker, int beta, int depth, int ply, int evaluation, bint improving
) noexcept nogil:
    return (
        worker.parameters.reverse_futility
        and ply > 1
        and depth <= worker.parameters.reverse_futility_depth
        and evaluation - worker.parameters.reverse_futility_margin * (depth - improving) >= beta
        and not is_mate(beta)
        and not is_mate(evaluation)
        and not is_stalemated(worker)
    )

cdef inline bint is_statically_safe(Worker worker, int beta, int depth, int ply, int evaluation) noexcept nogil:
    return (
        worker.parameters.static_selectivity
        and ply > 1
        and not is_mate(beta)
        and not is_mate(evaluation)
        and may_stop(worker, beta, depth, ply, evaluation)
        and not is_stalemated(worker)
    )

cdef inline int internal_iterative_reduction(
    Worker worker, Hit* hit, int depth, bint principal, bint cut_node
) noexcept nogil:
    return (
        worker.parameters.internal_iterative_reduction
        and depth >= worker.parameters.internal_iterative_reduction_depth
        and hit.move == NO_MOVE
        and (principal or cut_node)
    )

cdef inline bint seeks_transposition_cutoff(Worker worker, int depth, bint principal) noexcept nogil:
    return (
        worker.parameters.enhanced_transposition_cutoff
        and worker.parameters.transposition_table
        and not principal
        and depth >= worker.parameters.enhanced_transposition_cutoff_depth
    )

cdef inline bint comes_late(Worker worker, int depth, int number, bint in_check) noexcept nogil:
    return (
        worker.parameters.late_move_reductions
        and depth >= worker.parameters.reduction_depth
        and number > worker.parameters.reduction_moves
        and not in_check
    )

cdef inline int late_move_reduction(
    Worker worker, int depth, int number, bint principal, bint cut_node, bint noisy, bint improving, int history
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

cdef inline int root_reduction(
    Worker worker, int depth, int number, bint noisy, bint checks, bint in_check
) noexcept nogil:
    if checks or not comes_late(worker, depth, number - 1, in_check):
        return 0
    return late_move_reduction(worker, depth, number, True, False, noisy, True, 0)

cdef inline int settled_reduction(int reduction, int depth, bint checks) noexcept nogil:
    if checks and reduction > 0:
        reduction -= 1
    return max(0, min(reduction, depth - 1))

cdef inline bint has_tried_enough(Worker worker, int depth, int quiet_count, bint improving) noexcept nogil:
    return (
        worker.parameters.late_move_pruning
        and depth <= worker.parameters.late_move_depth
        and quiet_count >= (worker.parameters.late_move_base + depth * depth) // (1 if improving else 2)
    )

cdef inline bint is_futile(Worker worker, int ply, int reduced, int alpha) noexcept nogil:
    return (
        worker.parameters.futility
        and reduced <= worker.parameters.futility_depth
        and worker.frame(ply).evaluation + worker.parameters.futility_base + worker.parameters.futility_margin * reduced
        <= alpha
        and not is_mate(alpha)
    )

cdef inline bint has_bad_history(Worker worker, int depth, int reduced, int history) noexcept nogil:
    return (
        worker.parameters.history_pruning
        and reduced <= worker.parameters.history_pruning_depth
        and history < -worker.parameters.history_pruning_limit * depth
    )

cdef inline bint loses_exchange(Worker worker, Move move, int depth, int most) noexcept nogil:
    return (
        worker.parameters.see_pruning
        and depth <= worker.parameters.see_pruning_depth
        and not exchange_at_least(worker.position, move, -most)
    )

cdef inline bint is_dismissed(
    Worker worker, int ply, Move move, bint forcing, int history, int depth, int reduction, int alpha
) noexcept nogil:
    if forcing:
        return loses_exchange(worker, move, depth, worker.parameters.see_pruning_noisy * depth)
    cdef int reduced = max(depth - 1 - max(reduction, 0), 0)
    return (
        is_futile(worker, ply, reduced, alpha)
        or has_bad_history(worker, depth, reduced, history)
        or loses_exchange(worker, move, reduced, worker.parameters.see_pruning_quiet * reduced * reduced)
    )
