"""The search in pieces, for those who keep the upper part of the tree themselves (the cluster).

``search_below`` searches one node of the tree as one call; ``expand`` tells what such a node consists of, so that its
children can be searched elsewhere. A node is a root position and the path from it (moves as 16-bit codes, see ``move``;
code 65 is the null move): repetitions, the fifty-move count, mate distances and the plies that bound extensions are
those of the one tree that all pieces belong to.

``expand`` follows the numbered steps of ``node.search`` (at the root, of ``root.search_root``), so that in pieces a
node has the same children, depths and reductions. What can't be done without a search is left out:

- 2. and 7. Quiescence at the horizon, and razoring, play captures out.
- 10. Of a null move it tells the depth; one that must be confirmed by another search isn't made.
- 12. ProbCut searches captures less deep.
- 14. and 16. What the search of earlier brothers brings is not known yet: better histories, a higher alpha, that the
  first move loses to a mate (then the others are not pruned).
- 17. Singular extension asks by a search whether a move stands alone.

Mate and stalemate, which ``node.search`` sees when no move comes (20.), are seen before anything else.
"""

import cython
from cython.cimports.kiebitz.core.machine import now_us
from cython.cimports.kiebitz.core.chess.move import NO_MOVE, NULL_MOVE, Move
from cython.cimports.kiebitz.core.chess.movegen import gives_check, has_legal_move, is_legal
from cython.cimports.kiebitz.core.chess.position import MAX_PLY, Position
from cython.cimports.kiebitz.core.chess.notation import move_text
from cython.cimports.kiebitz.core.search.enhanced_transposition_cutoff import enhanced_transposition_cutoff
from cython.cimports.kiebitz.core.search.node import MAX_TRIED, search
from cython.cimports.kiebitz.core.search.histories import history_of
from cython.cimports.kiebitz.core.search.null_move import Pass, may_pass
from cython.cimports.kiebitz.core.search.move_picker import Picker, is_noisy, next_move, start_picker
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
    is_reverse_futile,
    is_statically_safe,
    late_move_reduction,
    least_value,
    root_reduction,
    seeks_transposition_cutoff,
    settled_reduction,
    sharpened,
    table_cuts,
)
from cython.cimports.kiebitz.core.search.worker import NO_LIMIT
from cython.cimports.kiebitz.core.search.zugzwang import settle_null_moves
from cython.cimports.kiebitz.core.table.table import LOWER, UPPER, Hit
from cython.cimports.kiebitz.core.value import DRAW, INFINITE, NO_VALUE

from kiebitz.core.chess.notation import MoveError


def begin(worker: Worker) -> None:
    """Make a worker ready for the pieces of another tree. What it learned in earlier trees it keeps."""
    worker.forget_path()
    worker.limits.depth = MAX_PLY - 1
    worker.limits.mate = NO_LIMIT
    worker.limits.nodes = NO_LIMIT
    worker.limits.soft_us = NO_LIMIT
    worker.limits.hard_us = NO_LIMIT


def rearm(worker: Worker) -> None:
    """Take back a stop; before each piece, by the one who may order stops (``Shared.stop``)."""
    worker.shared.start(False, now_us())


def walk_to(worker, root, path, iteration):
    """Bring the worker's position and frames to the end of a path. Raises MoveError for a move that isn't legal."""
    if len(path) > LONGEST_PATH:
        raise MoveError(f"a path of {len(path)} plies is too long; {LONGEST_PATH} is the most")
    worker.position.copy_from(root)
    worker.position.reserve(0)
    worker.position.root = worker.position.ply
    worker.parameters = worker.configured
    settle_null_moves(worker)
    worker.iteration = iteration
    worker.completed = 1  # so that a stop is obeyed at once
    worker.selective_depth = 0
    worker.stopped = False
    worker.nodes = 0
    worker.others = 0
    worker.clear_margin()
    ply: cython.int = 0
    code: cython.int = 0
    for code in path:
        move: Move = code
        note_evaluation(worker, ply)
        if move == NULL_MOVE:
            if worker.position.checkers:
                raise MoveError(f"nobody passes in check: {worker.position.fen()}")
            worker.pass_move(ply)
        elif is_legal(worker.position, move):
            worker.enter(ply, move)
        else:
            raise MoveError(f"the move with code {code} is not legal in {worker.position.fen()}")
        ply += 1
    worker.frame(ply).excluded = NO_MOVE


def note_evaluation(worker, ply):
    """Keep the static evaluation of a node passed on the way, which the nodes below look back at."""
    frame = worker.frame(ply)
    frame.excluded = NO_MOVE
    evaluate(worker, ply, NO_VALUE)


def key_below(worker: Worker, root: Position, path: tuple[int, ...]) -> int:
    """The key of the position at the end of ``path``. Raises MoveError as ``search_below``."""
    walk_to(worker, root, path, 0)
    return worker.position.key


def search_below(
    worker: Worker,
    root: Position,
    path: tuple[int, ...],
    depth: int,
    alpha: int,
    beta: int,
    iteration: int,
    cut_node: bool,
) -> tuple[int | None, int, tuple[int, ...]]:
    """Search the node at the end of ``path`` to ``depth`` plies within (alpha, beta), without the GIL.

    Returns (value, nodes visited, line below the node as move codes). The value is the side to move's there, a bound as
    ``node.search`` defines it; None if the worker was stopped. ``path`` holds one move at least. Raises MoveError for a
    path that can't be walked, ValueError for an empty window or path.
    """
    if not path or not -INFINITE <= alpha < beta <= INFINITE:
        raise ValueError(f"nothing to search: path {path}, window {alpha} to {beta}")
    walk_to(worker, root, path, iteration)
    ply: cython.int = len(path)
    low: cython.int = alpha
    high: cython.int = beta
    plies: cython.int = depth
    is_cut: cython.bint = cut_node
    value: cython.int = 0
    with cython.nogil:
        value = search(worker, low, high, plies, ply, is_cut)
    frame = worker.frame(ply)
    line = tuple([frame.pv[index] for index in range(frame.pv_length)])
    return (None if worker.stopped else value), worker.nodes, line


def expand(
    worker: Worker,
    root: Position,
    path: tuple[int, ...],
    depth: int,
    alpha: int,
    beta: int,
    iteration: int,
    cut_node: bool,
) -> tuple:
    """What the node at the end of ``path`` consists of, when it is to be searched to ``depth`` within (alpha, beta).

    Returns (lower, upper, key, depth, depth of the null search or None, children). The bounds are what is known
    without search, (-32001, 32001) being nothing; equal bounds, or one beyond the window, end the node. ``depth`` is
    the node's own after extension and reduction as a whole. ``children`` are (move code, plies of reduction) in
    the order to try them; a move that may be dismissed unseen is left out. Raises MoveError as ``search_below``.
    """
    picker: Picker
    hit: Hit
    plan: Pass
    walk_to(worker, root, path, iteration)
    ply: cython.int = len(path)
    plies: cython.int = depth
    low: cython.int = alpha
    high: cython.int = beta
    is_cut: cython.bint = cut_node
    parameters = cython.address(worker.parameters)
    frame = worker.frame(ply)
    key = worker.position.key
    # The root is always one of the principal variation, whatever its window.
    principal: cython.bint = ply == 0 or (high - low > 1 and worker.is_principal(low, high))
    in_check: cython.bint = worker.position.checkers != 0

    # 1. Check extension.
    if ply:
        plies = extended_by_check(worker, plies, ply, in_check)

    # 3. Mates and draws by rule. The root is searched even if it is a draw.
    if not has_legal_move(worker.position):
        value: cython.int = least_value(ply) if in_check else DRAW
        return value, value, key, plies, None, ()
    if ply and is_draw_by_rule(worker):
        return DRAW, DRAW, key, plies, None, ()

    # 4. Mate distance pruning.
    if ply and parameters.mate_distance_pruning:
        low = max(low, least_value(ply))
        high = min(high, greatest_value(ply))
        if low >= high:
            is_short: cython.bint = high < beta
            return -INFINITE if is_short else low, high if is_short else INFINITE, key, plies, None, ()

    # 5. Table cutoff.
    worker.look_up(ply, cython.address(hit))
    if table_cuts(worker, cython.address(hit), low, high, plies, principal):
        lower = hit.value if hit.bound & LOWER else -INFINITE
        upper = hit.value if hit.bound & UPPER else INFINITE
        return lower, upper, key, plies, None, ()

    # 6. Static evaluation.
    evaluate(worker, ply, hit.evaluation)
    evaluation: cython.int = NO_VALUE
    improving: cython.bint = False
    if not in_check:
        evaluation = sharpened(frame.evaluation, cython.address(hit))
        improving = is_improving(worker, ply)

    if not principal and not in_check:
        # 8. Reverse futility.
        if is_reverse_futile(worker, high, plies, ply, evaluation, improving):
            return evaluation, INFINITE, key, plies, None, ()

        # 9. Static selectivity.
        if is_statically_safe(worker, high, plies, ply, evaluation):
            return evaluation, INFINITE, key, plies, None, ()

    # 10. Null move.
    passing = None
    frame.threat = NO_MOVE
    if ply and may_pass(worker, high, plies, ply, evaluation, principal, cython.address(plan)) and not plan.needs_proof:
        passing = max(plies - 1 - plan.reduction, 0)

    # 11. Internal iterative reduction.
    if ply:
        plies -= internal_iterative_reduction(worker, cython.address(hit), plies, principal, is_cut)

    # 13. Enhanced transposition cutoff.
    if seeks_transposition_cutoff(worker, plies, principal):
        value = enhanced_transposition_cutoff(worker, high, plies, ply)
        if value != NO_VALUE:
            return value, INFINITE, key, plies, None, ()

    # 14. The moves, best guess first.
    children: list = []
    number = 0
    quiets = 0
    start_picker(cython.address(picker), worker, ply, hit.move, False)
    while True:
        move = next_move(cython.address(picker), worker, ply)
        if move == NO_MOVE:
            break
        number += 1
        noisy: cython.bint = is_noisy(worker.position, move)
        checks: cython.bint = gives_check(worker.position, move)
        history = history_of(worker, ply, move, noisy)

        # 15. Late move reductions.
        reduction = 0
        if ply == 0:
            reduction = root_reduction(worker, plies, number, noisy, checks, in_check)
        elif comes_late(worker, plies, number, in_check):
            reduction = late_move_reduction(worker, plies, number, principal, is_cut, noisy, improving, history)

        # 16. Pruning before the move is made.
        if number > 1 and not in_check and ply > 1:
            if not noisy and not checks and has_tried_enough(worker, plies, quiets, improving):
                picker.skip_quiets = True
            if is_dismissed(worker, ply, move, noisy or checks, history, plies, reduction, low):
                continue

        # 18. The reduction that the move is made with.
        children.append((move, settled_reduction(reduction, plies - 1, checks)))
        if not noisy and quiets < MAX_TRIED:
            quiets += 1
    return -INFINITE, INFINITE, key, plies, passing, tuple(children)


def path_text(root: Position, path: tuple[int, ...]) -> tuple[str, ...]:
    """A path as UCI text, ``0000`` for the null move. Raises MoveError for a move that isn't legal."""
    position: Position = root.copy()
    texts: list = []
    code: cython.int = 0
    for code in path:
        move: Move = code
        texts.append(move_text(position, move))
        position.reserve(1)
        if move == NULL_MOVE and not position.checkers:
            position.make_null()
        elif is_legal(position, move):
            position.make(move)
        else:
            raise MoveError(f"the move with code {code} is not legal in {position.fen()}")
    return tuple(texts)


def game_of(position: Position) -> tuple[str, tuple[str, ...]]:
    """The game that led to a position: where it began, as Shredder-FEN, and its moves as ``path_text`` gives them."""
    start: Position = position.copy()
    codes: list = []
    while start.ply:
        codes.append(start.states[start.ply - 1].move)
        start.pop()
    return start.fen(shredder=True), path_text(start, tuple(reversed(codes)))
