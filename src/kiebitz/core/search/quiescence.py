"""Quiescence: captures and promotions until the position is quiet, so that no exchange is cut off half-way.

Contract of ``quiescence(worker, alpha, beta, ply)``: a value at most ``alpha`` is an upper bound, one at least ``beta``
a lower bound of the value when only captures and promotions (in check: all evasions) are played and either side may
stand pat out of check; between them it is that value. Depends on the position, the path (repetition), the table and
the parameters, on nothing else.
"""

import cython
from cython.cimports.kiebitz.core.game import (
    MAX_PLY,
    NO_MOVE,
    exchange_at_least,
    gives_check,
    is_dead_draw,
    is_in_check,
    is_promotion,
    known_mate_value,
    value_among_noisy,
    value_taken,
)
from cython.cimports.kiebitz.core.search.bookkeeping import begin, exempted, judged, prefetch_after
from cython.cimports.kiebitz.core.search.move_picker import Picker, next_move, start_picker
from cython.cimports.kiebitz.core.search.node import search
from cython.cimports.kiebitz.core.search.path import enter, look_up, remember
from cython.cimports.kiebitz.core.search.steps import evaluate, has_draw_in_hand, least_value, sharpened
from cython.cimports.kiebitz.core.search.stopping import must_stop
from cython.cimports.kiebitz.core.table.table import EXACT, LOWER, UPPER, Hit, settles
from cython.cimports.kiebitz.core.trace import (
    ALL_SEARCHED,
    BETA_CUT,
    DRAW_BY_RULE,
    IN_QUIESCENCE,
    KNOWN_MATE,
    LONGEST_PATH,
    MATED,
    NOTHING,
    PRINCIPAL,
    SPARED_DELTA_PRUNING,
    SPARED_EXCHANGE_PRUNING,
    STAND_PAT,
    STOPPED,
    TABLE_HIT,
    UPCOMING_REPETITION,
    Exemption,
)
from cython.cimports.kiebitz.core.value import DRAW, INFINITE, LONGEST_MATE, NO_VALUE


def quiescence(worker, alpha, beta, ply):
    """The value of the position once it is quiet; see the module's contract."""
    picker: Picker
    hit: Hit
    frame = worker.frame(ply)
    parameters = cython.address(worker.parameters)
    is_open: cython.bint = beta - alpha > 1
    principal: cython.bint = is_open and worker.is_principal(alpha, beta)
    in_check: cython.bint = is_in_check(worker.position)
    frame.pv_length = 0
    spared: cython.int = 0
    exemption: cython.pointer(Exemption) = exempted(worker)
    if exemption != cython.NULL:
        if exemption.depth:
            return search(worker, alpha, beta, exemption.depth, ply, False)
        spared = exemption.techniques

    # 1. Draws, the end of the path, and of the plies that captures have; in check no position is judged as it stands.
    begin(worker, IN_QUIESCENCE, ply, 0, alpha, beta, PRINCIPAL if principal else NOTHING)
    if must_stop(worker):
        return worker.ended(STOPPED, DRAW)
    worker.selective_depth = max(worker.selective_depth, ply)
    value = value_among_noisy(worker.position)
    if value != NO_VALUE:
        return worker.ended(DRAW_BY_RULE, value)
    if parameters.dead_draws and is_dead_draw(worker.position):
        return worker.ended(DRAW_BY_RULE, DRAW)
    if worker.known_mates:
        value = known_mate_value(worker.position, worker.known_mates, ply)
        if value != NO_VALUE:
            return worker.ended(KNOWN_MATE, value)
    if has_draw_in_hand(worker, beta):
        return worker.ended(UPCOMING_REPETITION, DRAW)
    if ply >= MAX_PLY - 1:
        return worker.ended(LONGEST_PATH, DRAW if in_check else worker.evaluator.evaluate(worker.position))
    if not in_check and ply >= worker.iteration + parameters.quiescence_plies:
        return worker.ended(LONGEST_PATH, worker.evaluator.evaluate(worker.position))

    # 2. Table: any entry is deep enough here.
    look_up(worker, ply, cython.address(hit))
    worker.knew(cython.address(hit))
    if hit.found and not principal and parameters.table_cutoffs:
        if settles(cython.address(hit), alpha, beta):
            return worker.ended(TABLE_HIT, hit.value)

    # 3. Stand pat: out of check nobody is forced to capture.
    best = -INFINITE
    evaluate(worker, ply, hit.evaluation)
    evaluation = frame.evaluation
    if not in_check:
        judged(worker, frame.uncorrected)
        best = sharpened(evaluation, cython.address(hit))
        if best >= beta:
            return worker.ended(STAND_PAT, best)
        alpha = max(alpha, best)
    old_alpha = alpha

    # 4. Captures and promotions; in check every evasion.
    best_move = NO_MOVE
    searched = 0
    start_picker(cython.address(picker), worker, ply, hit.move, True)
    while True:
        move = next_move(cython.address(picker), worker, ply)
        if move == NO_MOVE:
            break
        prefetch_after(worker, move)
        # 5. A capture that loses material by static exchange won't raise the value. Worth: +91 (+58 to +126).
        if (
            parameters.exchange_pruning
            and not spared & SPARED_EXCHANGE_PRUNING
            and not in_check
            and not exchange_at_least(worker.position, move, parameters.exchange_threshold)
        ):
            continue
        # 6. Nor will one whose victim, and some more, falls short of alpha. Not a promotion, which gains more than its
        #    victim; not a check, which may mate; not while all that is known is to be mated. Worth: +27 (−7 to +61).
        if (
            parameters.delta_pruning
            and not spared & SPARED_DELTA_PRUNING
            and not in_check
            and not is_promotion(worker.position, move)
            and evaluation + value_taken(worker.position, move) + parameters.delta_margin <= alpha
            and best > -LONGEST_MATE
            and not gives_check(worker.position, move)
        ):
            continue
        searched += 1
        enter(worker, ply, move)
        worker.made(ply, searched, 0, 0)
        value = -quiescence(worker, -beta, -alpha, ply + 1)
        worker.position.unmake()
        if worker.stopped:
            return worker.ended(STOPPED, DRAW)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                best_move = move
                if is_open:
                    worker.extend_pv(ply, move)
                if value >= beta:
                    break

    # 7. No evasion: mate.
    if in_check and searched == 0:
        return worker.ended(MATED, least_value(ply))

    bound = LOWER if best >= beta else EXACT if best > old_alpha and is_open else UPPER
    remember(worker, ply, best_move, best, frame.uncorrected, 0, bound, principal)
    worker.tried(searched, best_move)
    return worker.ended(BETA_CUT if best >= beta else ALL_SEARCHED, best)
