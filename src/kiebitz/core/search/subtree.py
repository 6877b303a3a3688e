"""The search in pieces, for callers that keep the upper part of the tree themselves (the cluster).

``search_below`` searches one node of the tree as one call; ``expand`` tells what such a node consists of, so that its
children can be searched elsewhere. A node is a root position and the path from it (moves as 16-bit codes, see ``move``;
code 65 is the null move): repetitions, the fifty-move count, mate distances and the plies that bound extensions are
those of the one tree that all pieces belong to.

``expand`` follows the order of ``steps``, as ``node.search`` and ``root.search_root`` do, so that in pieces a node has
the same children, depths and reductions; ``steps`` says what it leaves out: whatever can't be done without a search.
"""

import cython
from cython.cimports.kiebitz.core.game import (
    MAX_PLY,
    NO_MOVE,
    NULL_MOVE,
    Move,
    Position,
    is_in_check,
    is_legal,
    last_move,
    move_text,
)
from cython.cimports.kiebitz.core.machine import now_us
from cython.cimports.kiebitz.core.search.node import MAX_TRIED, search
from cython.cimports.kiebitz.core.search.null_move import NO_PASS
from cython.cimports.kiebitz.core.search.move_picker import Picker, next_move, start_picker
from cython.cimports.kiebitz.core.search.steps import (
    DISMISSED,
    PIECES,
    Candidate,
    Node,
    ends_before_moves,
    evaluate,
    judge,
    open_node,
)
from cython.cimports.kiebitz.core.search.any_worker import NO_LIMIT
from cython.cimports.kiebitz.core.search.correction_history import find_corrections
from cython.cimports.kiebitz.core.search.path import enter, pass_move
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
    worker.find_known_mates()
    settle_null_moves(worker)
    worker.iteration = iteration
    worker.completed = 1  # so that a stop is obeyed at once
    worker.selective_depth = 0
    worker.stopped = False
    worker.nodes = 0
    worker.others = 0
    worker.clear_margin()
    find_corrections(worker, 0)
    ply: cython.int = 0
    code: cython.int = 0
    for code in path:
        move: Move = code
        note_evaluation(worker, ply)
        if move == NULL_MOVE:
            if is_in_check(worker.position):
                raise MoveError(f"nobody passes in check: {worker.position.fen()}")
            pass_move(worker, ply)
        elif is_legal(worker.position, move):
            enter(worker, ply, move)
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
    """The parts of the node at the end of ``path``, when it is to be searched to ``depth`` within (alpha, beta).

    Returns (lower, upper, key, depth, depth of the null search or None, children). The bounds are what is known
    without search, (-32001, 32001) being nothing; equal bounds, or one beyond the window, end the node. ``depth`` is
    the node's own after extension and reduction as a whole. ``children`` are (move code, plies of reduction) in
    the order to try them; a move that may be dismissed unseen is left out. Raises MoveError as ``search_below``.
    """
    node: Node
    candidate: Candidate
    picker: Picker
    hit: Hit
    walk_to(worker, root, path, iteration)
    ply: cython.int = len(path)
    plies: cython.int = depth
    low: cython.int = alpha
    high: cython.int = beta
    is_cut: cython.bint = cut_node
    open_node(worker, cython.address(node), cython.address(hit), low, high, plies, ply, is_cut)
    key = worker.position.key
    # The root is always one of the principal variation, whatever its window.
    if ply == 0:
        node.principal = True
    node.depth_after_pass = NO_PASS
    if ends_before_moves(worker, cython.address(node), PIECES):
        lower = node.value if node.bound & LOWER else -INFINITE
        upper = min(node.value, node.beta) if node.bound == UPPER else node.value if node.bound & UPPER else INFINITE
        return lower, upper, key, node.depth, None, ()
    children: list = []
    start_picker(cython.address(picker), worker, ply, hit.move, False)
    while True:
        candidate.move = next_move(cython.address(picker), worker, ply)
        if candidate.move == NO_MOVE:
            break
        if judge(worker, cython.address(node), cython.address(picker), cython.address(candidate), PIECES) == DISMISSED:
            continue
        children.append((candidate.move, candidate.reduction))
        # Of its value nothing is known but that it is no mate.
        node.best = DRAW
        if not candidate.noisy and node.quiet_count < MAX_TRIED:
            node.quiet_count += 1
    passing = None if node.depth_after_pass == NO_PASS else node.depth_after_pass
    return -INFINITE, INFINITE, key, node.depth, passing, tuple(children)


def path_text(root: Position, path: tuple[int, ...]) -> tuple[str, ...]:
    """A path as UCI text, ``0000`` for the null move. Raises MoveError for a move that isn't legal."""
    position: Position = root.copy()
    texts: list = []
    code: cython.int = 0
    for code in path:
        move: Move = code
        texts.append(move_text(position, move))
        position.reserve(1)
        if move == NULL_MOVE and not is_in_check(position):
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
        codes.append(last_move(start))
        start.pop()
    return start.fen(shredder=True), path_text(start, tuple(reversed(codes)))
