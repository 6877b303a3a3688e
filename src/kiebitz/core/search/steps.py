"""The steps of a node that need no search of their own, one function a technique, for ``node``, ``root``, ``subtree``.

Values, windows and evaluations are the view of the side to move; ``depth`` counts the plies left, ``ply`` those from
the root. The functions are inlined where they are called.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING, PAWN
from cython.cimports.kiebitz.core.chess.exchange import exchange_at_least
from cython.cimports.kiebitz.core.chess.move import NO_MOVE, Move
from cython.cimports.kiebitz.core.chess.movegen import has_legal_move
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES
from cython.cimports.kiebitz.core.search.correction_history import corrected
from cython.cimports.kiebitz.core.search.move_picker import is_noisy
from cython.cimports.kiebitz.core.search.static_selectivity import may_stop
from cython.cimports.kiebitz.core.search.worker import LARGEST_INDEX, REDUCTION_UNIT, Frame, Worker
from cython.cimports.kiebitz.core.table.table import LOWER, UPPER, Hit, settles
from cython.cimports.kiebitz.core.value import MATE, NO_VALUE, is_mate

# From here on the fifty-move draw is near, of which the table knows nothing.
TRUSTED_HALFMOVES = 90
# No path is extended beyond so many times the depth of the iteration.
EXTENDED_PATH = 2


@cython.inline
def is_instructive(
    worker: Worker, ply: cython.int, bound: cython.int, value: cython.int, best_move: Move
) -> cython.bint:
    """Whether the outcome of a search says something of the static evaluation.

    What a capture brings, or a bound on the wrong side of it, does not.
    """
    evaluation: cython.int = worker.frame(ply).evaluation
    return (
        worker.parameters.correction_history
        and evaluation != NO_VALUE
        and not is_mate(value)
        and (best_move == NO_MOVE or not is_noisy(worker.position, best_move))
        and (bound & UPPER or value > evaluation)
        and (bound & LOWER or value < evaluation)
    )


@cython.inline
def may_extend(worker: Worker, ply: cython.int) -> cython.bint:
    """Whether a path may still be made longer: without end to it, checks would follow each other for ever."""
    return ply < EXTENDED_PATH * worker.iteration


@cython.inline
def extended_by_check(worker: Worker, depth: cython.int, ply: cython.int, in_check: cython.bint) -> cython.int:
    """Check extension: the depth of a node.

    A check is answered before judging, so that the horizon can't hide what it forces.
    """
    if in_check and worker.parameters.check_extension and may_extend(worker, ply):
        return max(depth, 0) + 1
    return depth


@cython.inline
def is_draw_by_rule(worker: Worker) -> cython.bint:
    """Whether the game is drawn, if it isn't won by a mate on the hundredth ply."""
    return (
        worker.position.is_material_draw() or worker.position.is_repetition() or worker.position.halfmove >= FIFTY_MOVES
    )


@cython.inline
def least_value(ply: cython.int) -> cython.int:
    """The worst that can be: to be mated here."""
    return -MATE + ply


@cython.inline
def greatest_value(ply: cython.int) -> cython.int:
    """The best that can be: to mate with the next move."""
    return MATE - ply - 1


@cython.inline
def table_cuts(
    worker: Worker,
    hit: cython.pointer(Hit),
    alpha: cython.int,
    beta: cython.int,
    depth: cython.int,
    principal: cython.bint,
) -> cython.bint:
    """Table cutoff: whether what the table knows ends the node.

    Not in the principal variation, which it would cut short, nor near the fifty-move draw, for positions have the same
    key whatever the clock says.
    """
    return (
        hit.found
        and not principal
        and worker.parameters.table_cutoffs
        and hit.depth >= depth
        and settles(hit, alpha, beta)
        and worker.position.halfmove < TRUSTED_HALFMOVES
    )


@cython.inline
def evaluate(worker: Worker, ply: cython.int, known: cython.int) -> None:
    """Static evaluation.

    For the ply's frame: the evaluator's (``known`` if the table remembers it), and the same corrected by history. There
    is none in check: it would judge a position that nobody can leave as it is.
    """
    frame: cython.pointer(Frame) = worker.frame(ply)
    if worker.position.checkers:
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
def is_improving(worker: Worker, ply: cython.int) -> cython.bint:
    """Whether things go better than two plies ago, out of check now and then."""
    before: cython.int = worker.frame(ply - 2).evaluation
    return worker.parameters.improving and before != NO_VALUE and worker.frame(ply).evaluation > before


@cython.inline
def is_stalemated(worker: Worker) -> cython.bint:
    """Whether the side to move is stalemated.

    Asked where an evaluation would end the node before its moves are known. A side with a piece hardly ever is, and is
    not asked, for counting moves costs.
    """
    side: cython.int = worker.position.side
    has_no_piece: cython.bint = (
        worker.position.men(side, KING) | worker.position.men(side, PAWN) == worker.position.colours[side]
    )
    return has_no_piece and not has_legal_move(worker.position)


@cython.inline
def is_reverse_futile(
    worker: Worker, beta: cython.int, depth: cython.int, ply: cython.int, evaluation: cython.int, improving: cython.bint
) -> cython.bint:
    """Reverse futility: whether the side to move is so far above beta that it keeps there, whatever it does.

    An answer to a root move is searched: no root move is given up unseen. Mates are not judged by centipawns.
    """
    return (
        worker.parameters.reverse_futility
        and ply > 1
        and depth <= worker.parameters.reverse_futility_depth
        and evaluation - worker.parameters.reverse_futility_margin * (depth - improving) >= beta
        and not is_mate(beta)
        and not is_mate(evaluation)
        and not is_stalemated(worker)
    )


@cython.inline
def is_statically_safe(
    worker: Worker, beta: cython.int, depth: cython.int, ply: cython.int, evaluation: cython.int
) -> cython.bint:
    """Static selectivity (Nimzo 1): whether it is clearly ahead near the horizon and nothing hangs.

    Uses the ply's moves. The same exceptions as for reverse futility.
    """
    return (
        worker.parameters.static_selectivity
        and ply > 1
        and not is_mate(beta)
        and not is_mate(evaluation)
        and may_stop(worker, beta, depth, ply, evaluation)
        and not is_stalemated(worker)
    )


@cython.inline
def internal_iterative_reduction(
    worker: Worker, hit: cython.pointer(Hit), depth: cython.int, principal: cython.bint, cut_node: cython.bint
) -> cython.int:
    """Internal iterative reduction: plies less for a node whose order is poor because the table has no move for it.

    The next visit will find one. Where no move is expected to refute, the order matters little.
    """
    return (
        worker.parameters.internal_iterative_reduction
        and depth >= worker.parameters.internal_iterative_reduction_depth
        and hit.move == NO_MOVE
        and (principal or cut_node)
    )


@cython.inline
def seeks_transposition_cutoff(worker: Worker, depth: cython.int, principal: cython.bint) -> cython.bint:
    """Enhanced transposition cutoff: whether it pays here to look the moves up before one of them is searched."""
    return (
        worker.parameters.enhanced_transposition_cutoff
        and worker.parameters.transposition_table
        and not principal
        and depth >= worker.parameters.enhanced_transposition_cutoff_depth
    )


@cython.inline
def comes_late(worker: Worker, depth: cython.int, number: cython.int, in_check: cython.bint) -> cython.bint:
    """Late move reductions: whether a move comes so late. In check there are few moves, and any may be the only one."""
    return (
        worker.parameters.late_move_reductions
        and depth >= worker.parameters.reduction_depth
        and number > worker.parameters.reduction_moves
        and not in_check
    )


@cython.inline
def late_move_reduction(
    worker: Worker,
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
def root_reduction(
    worker: Worker,
    depth: cython.int,
    number: cython.int,
    noisy: cython.bint,
    checks: cython.bint,
    in_check: cython.bint,
) -> cython.int:
    """The same at the root, which goes by number alone, later by one move, and reduces no check."""
    if checks or not comes_late(worker, depth, number - 1, in_check):
        return 0
    return late_move_reduction(worker, depth, number, True, False, noisy, True, 0)


@cython.inline
def settled_reduction(reduction: cython.int, depth: cython.int, checks: cython.bint) -> cython.int:
    """What is left of a reduction when the move is made: less for a check, and always a ply to search.

    ``depth`` is the child's without it.
    """
    if checks and reduction > 0:
        reduction -= 1
    return max(0, min(reduction, depth - 1))


@cython.inline
def has_tried_enough(worker: Worker, depth: cython.int, quiet_count: cython.int, improving: cython.bint) -> cython.bint:
    """Late move pruning: whether so many quiet moves have failed that the rest is left unseen."""
    return (
        worker.parameters.late_move_pruning
        and depth <= worker.parameters.late_move_depth
        and quiet_count >= (worker.parameters.late_move_base + depth * depth) // (1 if improving else 2)
    )


@cython.inline
def is_futile(worker: Worker, ply: cython.int, reduced: cython.int, alpha: cython.int) -> cython.bint:
    """Futility: whether a quiet move, searched to ``reduced`` plies, would have to gain too much to reach alpha."""
    return (
        worker.parameters.futility
        and reduced <= worker.parameters.futility_depth
        and worker.frame(ply).evaluation + worker.parameters.futility_base + worker.parameters.futility_margin * reduced
        <= alpha
        and not is_mate(alpha)
    )


@cython.inline
def has_bad_history(worker: Worker, depth: cython.int, reduced: cython.int, history: cython.int) -> cython.bint:
    """History pruning: whether a quiet move, searched to ``reduced`` plies, has failed too often."""
    return (
        worker.parameters.history_pruning
        and reduced <= worker.parameters.history_pruning_depth
        and history < -worker.parameters.history_pruning_limit * depth
    )


@cython.inline
def loses_exchange(worker: Worker, move: Move, depth: cython.int, most: cython.int) -> cython.bint:
    """SEE pruning: whether a move loses more than ``most`` by static exchange."""
    return (
        worker.parameters.see_pruning
        and depth <= worker.parameters.see_pruning_depth
        and not exchange_at_least(worker.position, move, -most)
    )


@cython.inline
def is_dismissed(
    worker: Worker,
    ply: cython.int,
    move: Move,
    forcing: cython.bint,
    history: cython.int,
    depth: cython.int,
    reduction: cython.int,
    alpha: cython.int,
) -> cython.bint:
    """Whether a move is dismissed unseen.

    ``reduction`` is what late move reductions would take off its depth. A capture, promotion or check (``forcing``) is
    judged by what it loses alone: neither evaluation nor history foresee its effect.
    """
    if forcing:
        return loses_exchange(worker, move, depth, worker.parameters.see_pruning_noisy * depth)
    reduced: cython.int = max(depth - 1 - max(reduction, 0), 0)
    return (
        is_futile(worker, ply, reduced, alpha)
        or has_bad_history(worker, depth, reduced, history)
        or loses_exchange(worker, move, reduced, worker.parameters.see_pruning_quiet * reduced * reduced)
    )
