"""The recorder: every search of a node becomes a row, with its window, its value and what ended it.

Layout: one buffer of ``Row``s that Python allocates before the search, filled in the order in which nodes are entered,
so that a subtree is a range of rows (from its own to ``end``). A worker without a recorder has a null pointer, and
every hook in the search is a test of it.

One position may be searched several times in a row: by a null window, then by an open one; without one of its moves, to
see whether that is singular; by quiescence, to see whether it can be razored. Each is a row; ``fresh`` marks the first
since the move was made, so that fresh rows count positions as the search's node counter does.

When the buffer is full, searches go on unrecorded and are counted; rows already there are still completed.

A recorded search may leave techniques out in single positions (``Exemption``), to see which of them hid something.
"""

import cython
from cython.cimports.kiebitz.core.training.packed_position import UNKNOWN_RESULT
from cython.cimports.kiebitz.core.training.packing import pack_at
from cython.cimports.kiebitz.core.value import NO_VALUE
from cython.cimports.libc.string import memset


def named(names: dict, count: int) -> tuple:
    """The names of the numbers of an enumeration, in order. Raises ImportError unless each number has one."""
    if sorted(names) != list(range(count)):
        raise ImportError(f"the numbers {sorted(names)} have names in trace.py; trace.pxd counts {count}")
    return tuple(names[number] for number in range(count))


KINDS = named({AT_ROOT: "root", IN_TREE: "tree", IN_QUIESCENCE: "quiescence"}, KIND_COUNT)
"""The names of ``kind``."""

EXPECTATIONS = named({PRINCIPAL: "pv", CUT: "cut", ALL: "all", NOTHING: "nothing"}, EXPECTATION_COUNT)
"""The names of ``expected``."""

REASONS = named(
    {
        OPEN: "open",
        STOPPED: "stopped",
        MATE_DISTANCE: "mate distance",
        DRAW_BY_RULE: "draw by rule",
        LONGEST_PATH: "longest path",
        TABLE_HIT: "table hit",
        STAND_PAT: "stand pat",
        RAZORED: "razoring",
        REVERSE_FUTILE: "reverse futility",
        STATICALLY_SAFE: "static selectivity",
        NULL_MOVE_CUT: "null move",
        TRANSPOSITION_CUT: "transposition cutoff",
        MULTI_CUT: "multi-cut",
        BETA_CUT: "beta cut",
        ALL_SEARCHED: "all moves searched",
        MATED: "mated",
        STALEMATED: "stalemate",
        NOTHING_LEFT: "nothing left to search",
        PROB_CUT: "ProbCut",
        UPCOMING_REPETITION: "upcoming repetition",
        KNOWN_MATE: "known mate",
        ENDGAME_TABLE: "endgame table",
    },
    REASON_COUNT,
)
"""The names of ``reason``."""

TECHNIQUES = (
    "razoring",
    "reverse_futility",
    "null_move",
    "prob_cut",
    "singular_extension",
    "internal_iterative_reduction",
    "late_move_reductions",
    "late_move_pruning",
    "futility",
    "history_pruning",
    "see_pruning",
    "exchange_pruning",
    "delta_pruning",
)
"""Techniques that a position may be exempt from, as the search's parameters name it, by the bits of trace.pxd."""

if 1 << len(TECHNIQUES) != SPARED_END:
    raise ImportError(f"trace.py names {len(TECHNIQUES)} techniques that may be spared; trace.pxd has others")

FIELDS = (
    ("key", "u8"),
    ("parent", "i4"),
    ("end", "i4"),
    ("depth", "i2"),
    ("alpha", "i2"),
    ("beta", "i2"),
    ("value", "i2"),
    ("evaluation", "i2"),
    ("move", "u2"),
    ("best_move", "u2"),
    ("ply", "u1"),
    ("order", "u1"),
    ("searched", "u1"),
    ("reduction", "i1"),
    ("extension", "i1"),
    ("kind", "u1"),
    ("expected", "u1"),
    ("reason", "u1"),
    ("fresh", "u1"),
    ("table_bound", "u1"),
    ("table_depth", "u1"),
)
"""The fields of a row, as NumPy writes types; aligned as C aligns them."""


def row_size() -> int:
    """Bytes of a row."""
    return cython.sizeof(Row)


def row_names() -> tuple:
    """The fields of a row as trace.pxd has them, in order."""
    row: Row
    memset(cython.address(row), 0, cython.sizeof(Row))
    by_name: dict = row
    return tuple(by_name)


if row_names() != tuple(name for name, _ in FIELDS):
    raise ImportError(f"trace.pxd has the fields {', '.join(row_names())}; FIELDS in trace.py names others")


def exemption_of(recorder, key):
    """The exemption of a position, or NULL."""
    for index in range(recorder.exempt_count):
        if recorder.exempt[index].key == key:
            return cython.address(recorder.exempt[index])
    return cython.NULL


def open_row(recorder, kind, key, move, ply, depth, alpha, beta, expected):
    """A search of a node begins."""
    if recorder.count >= recorder.capacity:
        recorder.open_unrecorded += 1
        recorder.unrecorded += 1
        recorder.fresh = False
        recorder.reduction = 0
        return
    row = recorder.rows + recorder.count
    row.key = key
    row.parent = recorder.current
    row.end = 0
    row.depth = depth
    row.alpha = alpha
    row.beta = beta
    row.value = NO_VALUE
    row.evaluation = NO_VALUE
    row.move = move
    row.best_move = 0
    row.ply = ply
    row.order = 0
    row.extension = 0
    if recorder.current >= 0 and recorder.rows[recorder.current].ply < ply:
        row.order = recorder.order[ply - 1]
        row.extension = recorder.extension[ply - 1]
    row.reduction = recorder.reduction
    row.searched = 0
    row.kind = kind
    row.expected = expected
    row.reason = OPEN
    row.fresh = recorder.fresh
    row.table_bound = 0
    row.table_depth = 0
    recorder.fresh = False
    recorder.reduction = 0
    recorder.current = recorder.count
    recorder.count += 1


def close_row(recorder, reason, value):
    """The search of a node ends: back to the one that asked for it."""
    if recorder.open_unrecorded:
        recorder.open_unrecorded -= 1
        return
    row = recorder.rows + recorder.current
    row.reason = reason
    row.value = value
    row.end = recorder.count
    recorder.current = row.parent


def record_move(recorder, ply, order, reduction, extension):
    """A move was made at ``ply``, to be searched now; the reduction is that of its first search only."""
    recorder.fresh = True
    recorder.order[ply] = min(order, 255)
    recorder.reduction = reduction
    recorder.extension[ply] = extension


def record_hit(recorder, bound, depth):
    """Record the table's knowledge of the node."""
    if not recorder.open_unrecorded:
        row = recorder.rows + recorder.current
        row.table_bound = bound
        row.table_depth = depth


def record_evaluation(recorder, evaluation):
    """The node's static evaluation."""
    if not recorder.open_unrecorded:
        recorder.rows[recorder.current].evaluation = evaluation


def take_sample(recorder, position, evaluation):
    """Keep every ``stride``th position that is evaluated, with its value (side to move), while there is room."""
    recorder.until_sample -= 1
    if recorder.until_sample >= 0 or recorder.sampled >= recorder.room or evaluation == NO_VALUE:
        return
    recorder.until_sample = recorder.stride - 1
    score = -evaluation if position.side else evaluation
    pack_at(position, recorder.samples, recorder.sampled, score, UNKNOWN_RESULT, recorder.game)
    recorder.sampled += 1


def record_moves(recorder, searched, best_move):
    """Record the number of moves searched, and the best or refuting one."""
    if not recorder.open_unrecorded:
        row = recorder.rows + recorder.current
        row.searched = min(searched, 255)
        row.best_move = best_move
