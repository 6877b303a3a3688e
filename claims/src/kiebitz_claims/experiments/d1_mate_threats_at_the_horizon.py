"""Oversights of a null move near the horizon, and whether they are mates.

A search by the era Nimzo without its table is recorded node by node. With three plies left or fewer, a null move leads
straight into quiescence, which looks at captures alone. Of the null moves that refuted there, some of every position
are drawn; each node is searched again to the same depth without null moves. Where that is mated, the null move has
overlooked a mate; where it falls short of beta by a pawn or more, it has overlooked material. What falls short by less
is told beside it: there two searches judge differently, and nothing was overlooked. Of overlooked mates those are
counted in which, after the pass, a quiet move mates at once: these a quiescence with quiet checks would have seen.

In positions of a tactical suite, since the article speaks of critical ones, and in middlegames beside them. The game
Nimzo–Kallisto isn't printed. Rule III, which passes at the root of an ending, is off: it is no null move of the tree.
Nodes repeat exactly. Errors go by positions, one of a game; where few things are overlooked, the interval of their
kinds is at least the exact one of a proportion.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.trace import REASONS
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement, Part, in_its_own, none_of
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import OFF
from kiebitz_claims.measuring.positions import LATER_PLIES, sharp_and_quiet
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import exact_proportion, rate, scaled, share_of_sums

if TYPE_CHECKING:
    import chess

SHARP, QUIET = "tactics", "middlegames"
TASKS = slice(80)
"""Which of four hundred tactics are searched."""
DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 7, 4, 2
NEAR = 3
"""Plies left with which a null move leads straight into quiescence."""
DRAWN, QUICK_DRAWN = 400, 20
SEED = 1993
FAR = 30_000
"""Centipawns beyond every evaluation; a mate counts as much."""
PAWN = 100
"""Centipawns below beta from which on something was overlooked."""
MAX_ROWS = 20_000_000
EACH, SHORT = "Null moves drawn", "Searches that fell short of beta"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
RARE, MATES_ALONE, QUIESCENCE = STUDY.predictions.values()

Event: TypeAlias = tuple[int, int, int, int]
"""A search that fell short: beta, its value, whether it is mated, and whether after a pass a quiet move mates at once.

Centipawns are of the view of the side that passed."""
Counts: TypeAlias = tuple[int, list[Event]]
"""Of a position: null moves drawn, and the searches that fell short of beta."""


def fallen_short(fen: str, depth: int, drawn: int) -> tuple[int, list[tuple[str, int, Event]]]:
    """Search a position, draw null moves that refuted near the horizon, and search their nodes without null moves.

    Gives how many were drawn, and position (FEN), plies left and event of those nodes that don't reach beta.
    """
    with Engine(hash_mb=1, era="nimzo", transposition_table=0, zugzwang_rule_3=0) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        rows = trace.rows
        passed = np.flatnonzero((rows["move"] == NULL_MOVE) & (rows["fresh"] == 1))
        nodes = rows["parent"][passed]
        refuted = (rows["reason"][nodes] == REASONS.index("null move")) & (rows["depth"][nodes] <= NEAR)
        near = nodes[refuted].tolist()
        chosen = sorted(Random(SEED).sample(near, min(drawn, len(near))))
        engine.configure(null_move_policy=OFF)
        found = []
        for row in chosen:
            board, left, beta = trace.board(row), int(rows["depth"][row]), int(rows["beta"][row])
            score = _score(engine, board.fen(), left)
            value = score.clipped(FAR)
            if value < beta:
                is_mated = score.is_mate and value < 0
                event = (beta, value, int(is_mated), int(is_mated and has_quiet_mate_after_pass(board)))
                found.append((board.fen(), left, event))
    return len(chosen), found


def _score(engine: Engine, fen: str, depth: int) -> Score:
    engine.new_game()
    return engine.analyse(fen, Limit(depth=depth)).lines[0].score


def has_quiet_mate_after_pass(board: chess.Board) -> bool:
    """True if the opponent, if the side to move passes, mates at once by a move that neither captures nor promotes."""
    import chess

    passed = chess.Board(board.fen())
    passed.push(chess.Move.null())
    for move in passed.legal_moves:
        if not passed.is_capture(move) and not move.promotion and passed.gives_check(move):
            passed.push(move)
            is_mate = passed.is_checkmate()
            passed.pop()
            if is_mate:
                return True
    return False


def measure(quick: bool, progress: Progress) -> Result:
    """Search positions of both kinds."""
    depth, drawn = (QUICK_DEPTH, QUICK_DRAWN) if quick else (DEPTH, DRAWN)
    sharp, quiet = sharp_and_quiet(TASKS, QUICK_POSITIONS if quick else None)
    samples = [(SHARP, *each) for each in sharp] + [(QUIET, *each) for each in quiet]
    progress.expect(len(samples))
    each: list[tuple[Cell, ...]] = []
    short: list[tuple[Cell, ...]] = []
    for kind, name, fen in samples:
        count, found = progress.step(f"{kind}, {name}, depth {depth}, {fen}", fallen_short, fen, depth, drawn)
        each.append((kind, name, count))
        short += [(kind, name, position, left, *event) for position, left, event in found]
    return STUDY.result(
        each,
        short,
        conditions={
            "search": f"the era Nimzo without its table, depth {depth}; again without null moves",
            "near the horizon": f"at most {NEAR} plies left",
        },
    )


def judge(counts: dict[str, list[Counts]]) -> Judgement:
    """One null move in a hundred may overlook a mate or a pawn, nine of ten of these are mates, half of them quiet.

    ``counts`` are of every position, by kind of position, the critical ones first.
    """
    parts: dict[str, tuple[Part, Part, Part]] = {}
    told = []
    for kind, each in counts.items():
        sample = len(each), "positions"
        drawn = [number for number, _ in each]
        overlooked = [[event for event in events if is_overlooked(event)] for _, events in each]
        wrong = [len(events) for events in overlooked]
        by_mate = [sum(is_mated for _, _, is_mated, _ in events) for events in overlooked]
        by_quiet = [sum(is_quiet for *_, is_quiet in events) for events in overlooked]
        nothing = f"nothing was overlooked by {sum(drawn):,} null moves"
        parts[kind] = (
            RARE.judged(_share(wrong, drawn), *sample) if sum(drawn) else RARE.undecided("there were no null moves"),
            MATES_ALONE.judged(_share_of_few(by_mate, wrong), *sample)
            if sum(wrong)
            else MATES_ALONE.undecided(nothing),
            QUIESCENCE.judged(_share_of_few(by_quiet, by_mate), *sample)
            if sum(by_mate)
            else QUIESCENCE.undecided(
                none_of(f"{sum(wrong):,} things overlooked is a mate") if sum(wrong) else nothing
            ),
        )
        told.append(f"{sum(len(events) for _, events in each) - sum(wrong):,} in {kind}")
    return Judgement(
        tuple(in_its_own(dict(zip(parts, each, strict=True))) for each in zip(*parts.values(), strict=True)),
        f"By less than a pawn fell short: {', '.join(told)}.",
    )


def is_overlooked(event: Event) -> bool:
    """True if a search that fell short shows a mate or a pawn."""
    beta, value, is_mated, _ = event
    return bool(is_mated) or beta - value >= PAWN


def _share(some: list[int], of: list[int]) -> Estimate:
    """In per cent, its interval over positions; of none that of a count."""
    return scaled(share_of_sums(some, of) if sum(some) else rate(0, sum(of)), 100)


def _share_of_few(some: list[int], of: list[int]) -> Estimate:
    """In per cent, its interval over positions and at least that of a proportion: of few all may be alike by chance."""
    by_positions, exact = share_of_sums(some, of), exact_proportion(sum(some), sum(of))
    return scaled(Estimate(exact.value, min(by_positions.low, exact.low), max(by_positions.high, exact.high)), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    events: dict[tuple[str, str], list[Event]] = {}
    for kind, name, _, _, *event in result.rows(SHORT):
        events.setdefault((kind, name), []).append(tuple(event))
    counts: dict[str, list[Counts]] = {}
    for kind, name, drawn in result.rows(EACH):
        counts.setdefault(kind, []).append((drawn, events.get((kind, name), [])))
    return (counts,)


def draw(result: Result, figure: Figure) -> None:
    """Draw the share of null moves near the horizon that overlook something, in both kinds of positions."""
    axes = figure.add_subplot()
    (counts,) = kept(result)
    shares = [
        _share([sum(map(is_overlooked, events)) for _, events in each], [drawn for drawn, _ in each])
        for each in counts.values()
    ]
    intervals(axes, list(counts), shares)
    axes.axhline(RARE.high, color="grey", linewidth=0.8)
    axes.set(ylabel="null moves that overlooked something, % (line: claimed)", ylim=(0, None))
    axes.margins(x=0.4)
