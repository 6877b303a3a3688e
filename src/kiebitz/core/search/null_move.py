"""The null move (Donninger 1993, 'Null Move and Deep Search', ICCA Journal 16(3)), by policies with a name.

Whoever may pass and is still too well off for the opponent need not show how well: the side to move passes and a
shallower null-window search asks whether the opponent can make anything of it. If not, any real move will do as well,
and the node ends. If he can, his move is the *threat*, kept in the ply's frame.

Never twice in a row (that would be a search of this very position), never in check (the king could be taken), never at
the root (a move is wanted), never against a mate (that is not proved by passing). Worth, by claim N4: −37 (−61 to −12)
at 1,000 nodes a move, +36 (4 to 69) at 4,000, +55 (6 to 106) at 16,000, +100 (30 to 178) at 64,000. Besides:

- ``donninger``: as Donninger describes Nimzo. Tried at every depth, in the principal variation too, unless the side to
  move stands far below beta; two plies less deep beyond the pass itself. Zugzwang is met by his rules (``zugzwang``).
- ``verified``: verified null-move pruning (Tabibi & Netanyahu 2002, ICGA Journal 25(3)). Three plies less; where it
  refutes, the node is searched a ply less deep, without further verification below; if that does not confirm it,
  there is zugzwang, and the node is searched in full.
- ``adaptive`` (after Heinz 1999, 'Adaptive Null-Move Pruning', ICCA Journal 22(3)): only with a static evaluation of at
  least beta; the reduction grows with depth and with the margin. Nobody passes with pawns alone; who has few pieces has
  the pass confirmed by a search of the same depth in which no side with few pieces passes.
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE, NULL_MOVE, is_in_check, piece_phase
from cython.cimports.kiebitz.core.parameters import NULL_ADAPTIVE, NULL_DONNINGER, NULL_VERIFIED
from cython.cimports.kiebitz.core.search.node import search
from cython.cimports.kiebitz.core.search.path import pass_move
from cython.cimports.kiebitz.core.search.zugzwang import rule_2_forbids
from cython.cimports.kiebitz.core.value import LONGEST_MATE, NO_VALUE


def null_move_value(worker, beta, depth, ply, evaluation, principal, cut_node):
    """A lower bound of at least ``beta`` if passing refutes, else NO_VALUE; the frame then has the threat, if known.

    ``evaluation`` is static, for the side to move; ``principal``: the node's window is open.
    """
    plan: Pass
    frame = worker.frame(ply)
    frame.threat = NO_MOVE
    # 1. Whether to pass, and how much less deep to look then.
    if not may_pass(worker, beta, depth, ply, evaluation, principal, cython.address(plan)):
        return NO_VALUE

    # 2. Pass; what the opponent does about it is the threat.
    worker.frame(ply + 1).move = NO_MOVE
    pass_move(worker, ply)
    worker.made(ply, 0, plan.reduction, 0)
    value = -search(worker, -beta, -beta + 1, depth - 1 - plan.reduction, ply + 1, not cut_node)
    worker.position.unmake_null()
    if worker.stopped:
        return NO_VALUE
    if value < beta:
        frame.threat = worker.frame(ply + 1).move
        return NO_VALUE

    # 3. In zugzwang passing is the best move, and proves nothing: ask a search with real moves.
    if plan.needs_proof:
        proof_depth = depth - 1 if worker.parameters.null_move_policy == NULL_VERIFIED else depth - 1 - plan.reduction
        if not is_confirmed(worker, beta, proof_depth, ply, cut_node):
            return NO_VALUE
    # A mate found after passing proves nothing about its length.
    return beta if value >= LONGEST_MATE else value


def may_pass(worker, beta, depth, ply, evaluation, principal, plan):
    """True if the policy lets the side to move pass; ``plan`` then says how."""
    parameters = cython.address(worker.parameters)
    if (
        not parameters.null_move
        or is_in_check(worker.position)
        or beta <= -LONGEST_MATE
        or worker.frame(ply - 1).move == NULL_MOVE
        or worker.frame(ply).verifying
    ):
        return False
    policy = parameters.null_move_policy
    plan.needs_proof = False
    plan.reduction = 0
    if policy == NULL_DONNINGER:
        if evaluation + parameters.donninger_margin < beta or rule_2_forbids(worker):
            return False
        plan.reduction = parameters.donninger_reduction
    elif policy == NULL_VERIFIED:
        plan.needs_proof = worker.verify
        if plan.needs_proof and depth <= 1:
            return False
        plan.reduction = parameters.verified_reduction
    elif policy == NULL_ADAPTIVE:
        if principal or depth < parameters.null_move_depth or evaluation < beta:
            return False
        phase = piece_phase(worker.position)
        if phase == 0:
            return False
        if phase <= parameters.null_verification_phase:
            if not worker.verify:
                return False
            plan.needs_proof = depth >= parameters.null_verification_depth
        plan.reduction = (
            parameters.null_move_reduction
            + depth // parameters.null_move_divisor
            + min((evaluation - beta) // parameters.null_move_margin, MARGIN_PLIES)
        )
    return True


def depth_after_pass(worker, beta, depth, ply, evaluation, principal):
    """The depth of the search that a pass here asks for, or NO_PASS; for who doesn't search, but tells others what to.

    One that must be confirmed by another search isn't told.
    """
    plan: Pass
    if not may_pass(worker, beta, depth, ply, evaluation, principal, cython.address(plan)) or plan.needs_proof:
        return NO_PASS
    return max(depth - 1 - plan.reduction, 0)


def is_confirmed(worker, beta, depth, ply, cut_node):
    """True if the node reaches ``beta`` by real moves, searched to ``depth``; nothing below is verified again."""
    frame = worker.frame(ply)
    frame.verifying = True
    worker.verify = False
    value = search(worker, beta - 1, beta, depth, ply, cut_node)
    worker.verify = True
    frame.verifying = False
    return not worker.stopped and value >= beta
