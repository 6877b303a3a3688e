"""Hanging pieces in sharp positions and in quiet ones, and how often Nimzo 1's static rule may end a search there.

The positions are those of a tactical suite, and middlegames of world championships. Whether something of the side to
move hangs is told as the core's static rule tells it: a man, a pawn too, that the enemy wins by static exchange if the
side to move passes, or by promoting; a king with a square beside it that two enemy men attack and only the king
defends; an enemy pawn a step before its last rank, or two and passed. A test holds this to the core.

The era Nimzo with the static rule instead of the null move is then recorded node by node: near the horizon, where the
side to move is clearly ahead, the rule ends the search unless something hangs. Of all nodes where it could be asked
(no answer to a root move is given up unseen, and mates are not judged by centipawns), those are counted in which it
ended the search. Nodes repeat exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.notation import moves_by_sort, push_null
from kiebitz.core.value import LONGEST_MATE, NO_VALUE
from kiebitz.engine import Engine, options_by_name, position_of
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import EXPECTATIONS, KINDS, REASONS
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import LATER_PLIES, sharp_and_quiet
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import SearchSettings
from kiebitz_claims.measuring.statistics import exact_proportion, quotient, scaled, share_of_sums

if TYPE_CHECKING:
    import chess

SHARP, QUIET = "sharp", "quiet"
TASKS = slice(80, 400)
"""Which of four hundred tactics are searched."""
DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 5, 4, 2
RULE_DEPTH, CLEARLY_AHEAD = 3, 50
"""Of the rule: greatest plies left, and centipawns above beta."""
ANSWERS = 1
"""Plies from the root to the answers to its moves."""
A_STEP, TWO_STEPS = 6, 5
"""Ranks from a side's own, 0 the first, on which its pawn is so far from promotion."""
MAX_ROWS = 20_000_000
ASIDE = 0.1
"""The distance of points of the figure that stand beside each other."""
EACH, HANGING = "Every position", "What hangs in every position"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES, tasks=TASKS.stop - TASKS.start)
HANGS, SINKS = STUDY.predictions.values()

Counts: TypeAlias = tuple[int, int]
"""Of a position: nodes in which the rule could be asked, and those that it ended."""


def what_hangs(board: chess.Board) -> tuple[bool, bool, bool]:
    """Whether a man of the side to move hangs, whether its king does, and whether an enemy pawn is about to promote.

    A king in check hangs, and nothing else is asked: the side to move can't pass.
    """
    if board.is_check():
        return False, True, False
    return man_hangs(board.fen()), king_is_attacked(board), promotion_looms(board)


def man_hangs(fen: str) -> bool:
    """True if the enemy would win something by an exchange or a promotion if the side to move passed."""
    position = position_of(fen)
    push_null(position)
    return any(static_exchange(position, move) > 0 for move in moves_by_sort(position)[0])


def king_is_attacked(board: chess.Board) -> bool:
    """True if two enemy men attack a square beside the king of the side to move that only the king defends."""
    king = board.king(board.turn)
    if king is None:
        return False
    attacked, defended = attacked_twice(board, not board.turn), attacked_twice(board, board.turn)
    return bool(board.attacks_mask(king) & attacked & ~defended)


def attacked_twice(board: chess.Board, side: chess.Color) -> int:
    """Squares that two men of a side attack; sliders see through their own that slide the same way, pins hold."""
    import chess

    through_queens, through_rooks = board.copy(stack=False), board.copy(stack=False)
    for square in board.pieces(chess.QUEEN, side):
        through_queens.remove_piece_at(square)
        through_rooks.remove_piece_at(square)
    rooks = board.pieces(chess.ROOK, side)
    for square in rooks:
        through_rooks.remove_piece_at(square)
    once = twice = 0
    for square in chess.scan_forward(board.occupied_co[side]):
        piece = board.piece_type_at(square)
        if piece == chess.ROOK:
            through_rooks.set_piece_at(square, chess.Piece(chess.ROOK, side))
            attacks = through_rooks.attacks_mask(square)
            through_rooks.remove_piece_at(square)
        else:
            attacks = (through_queens if piece == chess.BISHOP else board).attacks_mask(square)
        if piece not in (chess.PAWN, chess.KING):
            attacks &= board.pin_mask(side, square)
        twice |= once & attacks
        once |= attacks
    return twice


def promotion_looms(board: chess.Board) -> bool:
    """True if an enemy pawn stands a step before its last rank, or two and is passed."""
    import chess

    # Seen from the enemy's side, as if that were White.
    seen = board if board.turn == chess.BLACK else board.mirror()
    own = [square for square in seen.pieces(chess.PAWN, chess.BLACK) if chess.square_rank(square) == A_STEP]
    for square in seen.pieces(chess.PAWN, chess.WHITE):
        rank, file = chess.square_rank(square), chess.square_file(square)
        if rank == A_STEP or (rank == TWO_STEPS and all(abs(chess.square_file(each) - file) > 1 for each in own)):
            return True
    return False


SETTINGS: SearchSettings = {
    **NIMZO,
    "null_move_policy": OFF,
    "static_selectivity": "strict",
    "transposition_table": 0,
}


def count(fen: str, depth: int) -> list[int]:
    """Search a position and look where the rule applied."""
    with Engine(**options_by_name(SETTINGS, hash_mb=1)) as engine:
        rows = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS).rows
    ended = rows["reason"] == REASONS.index("static selectivity")
    return [int(np.count_nonzero(asked_of(rows))), int(np.count_nonzero(ended))]


def asked_of(rows: np.ndarray) -> np.ndarray:
    """Of which nodes the rule could be asked: near the horizon, the side to move clearly ahead."""
    evaluation, beta = rows["evaluation"].astype(int), rows["beta"].astype(int)
    asked: np.ndarray = (
        (rows["kind"] == KINDS.index("tree"))
        & (rows["expected"] != EXPECTATIONS.index("pv"))
        & (rows["ply"] > ANSWERS)
        & (rows["depth"] <= RULE_DEPTH)
        & (evaluation != NO_VALUE)
        & (np.abs(beta) < LONGEST_MATE)
        & (evaluation >= beta + CLEARLY_AHEAD)
    )
    return asked


def measure(quick: bool, progress: Progress) -> Result:
    """Ask positions of both kinds what hangs, and search them."""
    import chess

    depth = QUICK_DEPTH if quick else DEPTH
    sharp, quiet = sharp_and_quiet(TASKS, QUICK_POSITIONS if quick else None)
    samples = [(SHARP, *each) for each in sharp] + [(QUIET, *each) for each in quiet]
    progress.expect(len(samples))
    rows: list[tuple[Cell, ...]] = [
        (kind, name, *progress.step(f"{kind}, {name}, depth {depth}, {fen}", count, fen, depth))
        for kind, name, fen in samples
    ]
    hanging: list[tuple[Cell, ...]] = [
        (kind, name, *map(int, what_hangs(chess.Board(fen)))) for kind, name, fen in samples
    ]
    return STUDY.result(
        hanging,
        rows,
        conditions={
            "search": f"the era Nimzo without table, with the strict static rule for the null move, depth {depth}",
            "positions": f"{len(sharp)} {SHARP}, {len(quiet)} {QUIET}",
        },
    )


def judge(sharp: list[Counts], quiet: list[Counts], hanging: list[bool], hanging_in_quiet: list[bool]) -> Judgement:
    """In nine of ten tactical positions something hangs, and the rule ends a quarter fewer nodes there than elsewhere.

    ``sharp`` and ``quiet`` are of the nodes of every position; then of every position itself, whether something hangs.
    """
    told = []
    if hanging_in_quiet:
        told.append(f"In quiet positions something hangs in {sum(hanging_in_quiet) / len(hanging_in_quiet):.0%}.")
    hangs = (
        HANGS.judged(scaled(exact_proportion(sum(hanging), len(hanging)), 100), len(hanging), "tactical positions")
        if hanging
        else HANGS.undecided("the positions themselves were not asked")
    )
    asked, ended = zip(*sharp, strict=True)
    if not sum(asked) or not sum(each for each, _ in quiet):
        return Judgement((hangs, SINKS.undecided("nobody was clearly ahead")), " ".join(told))
    share = share_of_sums(ended, asked)
    quiet_asked, quiet_ended = zip(*quiet, strict=True)
    elsewhere = share_of_sums(quiet_ended, quiet_asked)
    told.append(
        f"Of nodes clearly ahead near the horizon the rule ended {share.value:.0%} in sharp positions, "
        f"{elsewhere.value:.0%} in quiet ones."
    )
    return Judgement(
        (
            hangs,
            SINKS.judged(quotient(share, elsewhere), len(sharp), "tactical positions")
            if elsewhere.value
            else SINKS.undecided("the rule ended nothing in quiet positions"),
        ),
        " ".join(told),
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result; those of plan 1 haven't asked the positions themselves."""
    rows = result.rows(EACH)
    hanging = result.rows(HANGING) if any(table.title == HANGING for table in result.tables) else ()
    return (
        *([(asked, ended) for kind, _, asked, ended in rows if kind == wanted] for wanted in (SHARP, QUIET)),
        *([any(what) for kind, _, *what in hanging if kind == wanted] for wanted in (SHARP, QUIET)),
    )


def draw(result: Result, figure: Figure) -> None:
    """Draw how often something hangs in both kinds of positions, and the nodes that the rule ended, with intervals."""
    axes = figure.add_subplot()
    *counts, sharp, quiet = kept(result)
    shares = {
        "nodes clearly ahead that the rule ended": [
            scaled(share_of_sums([ended for _, ended in each], [asked for asked, _ in each]), 100) for each in counts
        ]
    }
    if sharp and quiet:
        shares["positions in which something hangs"] = [
            scaled(exact_proportion(sum(each), len(each)), 100) for each in (sharp, quiet)
        ]
    for number, (name, found) in enumerate(shares.items()):
        places = [place + ASIDE * number for place in range(len(found))]
        intervals(axes, places, found, label=name)
    axes.set_xticks(range(2), [SHARP, QUIET])
    axes.axhline(HANGS.low, color="grey", linewidth=0.8)
    axes.set(ylabel="per cent (line: claimed of positions)", ylim=(0, None))
    axes.margins(x=0.4)
    legend_above(figure, axes, 1)
