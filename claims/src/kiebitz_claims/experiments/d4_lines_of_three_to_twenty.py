"""How short and how long lines are at depth seven, and which mates such a search overlooks and announces.

Middlegames are searched seven plies deep by the era Nimzo, every node of the last iteration recorded. A line ends where
a position is judged as it stands: by standing pat, or when no capture raises its value. Its length counts real moves;
null moves are none. The shortest and the longest line of each position are kept.

Of mates in two there are those that the side to move gives, and those that it lets its opponent give, which come a
move later and are easier overlooked: of that kind is the article's next example, a simple threat of two moves that The
King missed. The mate solver finds both in tactical suites: positions with a mate in two moves, and positions in which
some moves allow the opponent one and others don't. Overlooked is a mate that is not announced, or one that the move
played allows while no mate is announced against it. Then mates in ten moves and more are searched. What the article
says of mates is that it can happen, so one is enough, and none proves nothing. Nodes repeat exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS, Trace
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, exactly, none_of
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import (
    LATER_PLIES,
    championship_positions,
    later_championship_phases,
    mates,
    more_tactics,
    phase_positions,
    suite,
)
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import exact_proportion, mean, scaled

DEPTH, QUICK_DEPTH = 7, 4
GAMES_SEEN, QUICK_POSITIONS, QUICK_EXERCISES = 24, 2, 20
PHASE = "middlegame"
SHORT_MATE, LONG_MATE = 2, 10
SOLVER_ENTRIES, SOLVER_NODES = 1 << 16, 100_000
"""The mate solver's bounds for one question; what it can't settle in so many nodes is no mate here."""
MAX_ROWS = 20_000_000
HASH_MB = 16
LINES, MATES, THREATS = "Every position", "Every mate", "Every mate that can be prevented"

Allowed: TypeAlias = tuple[int, int | None]
"""Whether the move played allows a mate in two (1 or 0), and in how many moves a mate is announced, if one is."""

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
BROKEN_OFF, FOLLOWED, OVERLOOKED, ANNOUNCED = STUDY.predictions.values()


def line_lengths(trace: Trace) -> tuple[int, int]:
    """Real moves of the shortest and of the longest line that ends by judging the position."""
    rows = trace.rows
    passes = np.zeros(len(rows), dtype=np.int64)
    for ply in range(1, int(rows["ply"].max()) + 1):
        here = np.flatnonzero(rows["ply"] == ply)
        passes[here] = passes[rows["parent"][here]] + (rows["move"][here] == NULL_MOVE)
    is_leaf = rows["end"] == np.arange(1, len(rows) + 1)
    judged = is_leaf & np.isin(rows["reason"], [REASONS.index(name) for name in ("stand pat", "all moves searched")])
    moves = (rows["ply"] - passes)[judged]
    return int(moves.min()), int(moves.max())


def lengths(fen: str, depth: int) -> list[int]:
    """Those of the last iteration of a search."""
    with Engine(hash_mb=HASH_MB, era="nimzo", zugzwang_rule_3=0) as engine:  # which passes beside the tree
        return [*line_lengths(engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS).last_iteration())]


def mate_solver() -> Callable[[str, int], bool]:
    """A solver that says whether the side to move of a position (FEN) mates in so many moves at most."""
    search = MateSearch(ProofTable(ProofTableDesign(SOLVER_ENTRIES)), checks_only=False)
    return lambda fen, moves: search.prove(Position(fen), moves, SOLVER_NODES).mate is True


def mates_in_two(fens: list[str]) -> list[str]:
    """Those of the positions in which the side to move mates in two moves and not in one."""
    has_mate = mate_solver()
    return [fen for fen in fens if has_mate(fen, SHORT_MATE) and not has_mate(fen, SHORT_MATE - 1)]


def moves_that_allow(fen: str) -> tuple[list[str], int]:
    """Moves (UCI) after which the opponent mates in two moves at most, and the number of all moves."""
    import chess

    has_mate, board = mate_solver(), chess.Board(fen)
    moves = list(board.legal_moves)
    allowing = []
    for move in moves:
        board.push(move)
        if not board.is_game_over() and has_mate(board.fen(), SHORT_MATE):
            allowing.append(move.uci())
        board.pop()
    return allowing, len(moves)


def played(fen: str, depth: int) -> tuple[str, int | None]:
    """The move that a search comes to, and in how many moves it announces a mate, negative for the opponent's."""
    with Engine(hash_mb=HASH_MB, era="nimzo") as engine:
        line = engine.analyse(fen, Limit(depth=depth)).lines[0]
    return str(line.moves[0]), line.score.mate


def announced(fen: str, depth: int) -> int | None:
    """Moves of the mate that a search announces for the side to move; None if it announces none."""
    _, mate = played(fen, depth)
    return mate if mate is not None and mate > 0 else None


def measure(quick: bool, progress: Progress) -> Result:
    """Search middlegames, then mates that are given, then those that can be prevented."""
    depth = QUICK_DEPTH if quick else DEPTH
    if quick:
        samples = [(sample.name, sample.fen) for sample in phase_positions(PHASE, QUICK_POSITIONS)]
        fens, long_mates = [each.fen for each in suite("win_at_chess", QUICK_EXERCISES)], mates()[-QUICK_POSITIONS:]
        others = fens
    else:
        samples = [(sample.name, sample.fen) for sample in championship_positions(PHASE, slice(GAMES_SEEN, None))]
        later = later_championship_phases(slice(GAMES_SEEN))
        samples += [(name, phases[PHASE]) for name, phases in later if PHASE in phases]
        fens, long_mates = [task.fen for task in more_tactics()], [m for m in mates() if m.moves >= LONG_MATE]
        others = fens + [each.fen for each in suite("win_at_chess")]
    short_mates = progress.step(f"mates in two among {len(fens)}", mates_in_two, fens)
    tasks = [(fen, SHORT_MATE) for fen in short_mates] + [(mate.fen, mate.moves) for mate in long_mates]
    progress.expect(1 + len(samples) + len(tasks) + len(others))
    lines: list[tuple[Cell, ...]] = [
        (name, *progress.step(f"{name}, depth {depth}, {fen}", lengths, fen, depth)) for name, fen in samples
    ]
    found: list[tuple[Cell, ...]] = [
        (fen, moves, progress.step(f"mate in {moves}, depth {depth}, {fen}", announced, fen, depth))
        for fen, moves in tasks
    ]
    threats: list[tuple[Cell, ...]] = []
    for fen in others:
        allowing, count = progress.step(f"moves that allow a mate in {SHORT_MATE}, {fen}", moves_that_allow, fen)
        if 0 < len(allowing) < count:
            progress.expect((progress.total or 0) + 1)
            move, mate = progress.step(f"{fen}, depth {depth}", played, fen, depth)
            threats.append((fen, len(allowing), count, move, int(move in allowing), mate))
    return STUDY.result(
        lines,
        found,
        threats,
        conditions={"search": f"the era Nimzo, {HASH_MB} MB, depth {depth}; lines of the last iteration"},
    )


def judge(
    shortest: list[int], longest: list[int], short_mates: list[bool], long_mates: list[bool], threats: list[Allowed]
) -> Judgement:
    """Shortest lines of three plies at most, longest ones of about twenty; one mate overlooked, one long one announced.

    Of the mates it is said that it can happen: one is enough, so that these two statements can hold or stay undecided,
    but never fail. ``short_mates`` and ``long_mates`` say of each mate in two, and of each in ten or more, whether it
    was announced so; ``threats`` what came of the positions in which a mate in two can be prevented.
    """
    sample = len(shortest), "positions"
    overlooked = {
        "to be given": [not is_announced for is_announced in short_mates],
        "to be prevented": [is_overlooked(threat) for threat in threats],
    }
    tried = " and ".join(f"{len(those)} {kind}" for kind, those in overlooked.items() if those) or "0"
    missed = " and ".join(f"{sum(those)} of {len(those)} {kind}" for kind, those in overlooked.items() if those)
    asked = (
        f"{len(long_mates)} with a mate in {LONG_MATE} or more and {len(threats)} in which one in {SHORT_MATE} can be "
        "prevented"
    )
    long = sum(long_mates) + sum(mate is not None and abs(mate) >= LONG_MATE for _, mate in threats)
    return Judgement(
        (
            BROKEN_OFF.judged(mean(shortest), *sample),
            FOLLOWED.judged(mean(longest), *sample),
            _seen(OVERLOOKED, sum(map(sum, overlooked.values())), tried),
            _seen(ANNOUNCED, long, asked),
        ),
        f"The longest line of all has {max(longest)} plies, the shortest {min(shortest)}. Of mates in two "
        f"{missed or 'none'} were overlooked; {sum(long_mates)} of {len(long_mates)} long ones were announced."
        + (
            ""
            if short_mates
            else f" No position that was asked for one has a mate in {SHORT_MATE} for the side to move."
        ),
    )


def is_overlooked(threat: Allowed) -> bool:
    """True if a mate in two was allowed by who did not see one coming."""
    allows, mate = threat
    return bool(allows) and mate is None


def _seen(prediction: Prediction, count: int, of: str) -> Part:
    """The possible once seen: it is so, and never seen it may be all the same."""
    return prediction.judged(exactly(count)) if count else prediction.undecided(none_of(of))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    _, shortest, longest = zip(*result.rows(LINES), strict=True)
    mates_found = [(moves, announced_in) for _, moves, announced_in in result.rows(MATES)]
    short = [found is not None and found <= moves for moves, found in mates_found if moves == SHORT_MATE]
    long = [found is not None and found >= LONG_MATE for moves, found in mates_found if moves >= LONG_MATE]
    threats = [(allows, mate) for *_, allows, mate in result.rows(THREATS)]
    return list(shortest), list(longest), short, long, threats


def draw(result: Result, figure: Figure) -> None:
    """Draw the lengths of the longest and the shortest lines of the positions, and the mates seen."""
    left, right = figure.subplots(1, 2, width_ratios=(2, 1))
    shortest, longest, short_mates, long_mates, threats = kept(result)
    bins = [number - 0.5 for number in range(max(longest) + 2)]
    left.hist(shortest, bins, alpha=0.7, label="shortest line of a position")
    left.hist(longest, bins, alpha=0.7, label="longest line")
    for claimed in (BROKEN_OFF.high, 20):
        left.axvline(claimed, color="black", linewidth=0.8, linestyle="--")
    left.set(xlabel="plies (dashed: claimed)", ylabel="positions")
    seen = {
        f"in {SHORT_MATE},\nto give": short_mates,
        f"in {SHORT_MATE}, to\nprevent": [not is_overlooked(threat) for threat in threats],
        f"in {LONG_MATE} or\nmore": long_mates,
    }
    names = [f"{name},\n{len(found)}" for name, found in seen.items() if found]
    shares = [scaled(exact_proportion(sum(found), len(found)), 100) for found in seen.values() if found]
    intervals(right, names, shares)
    right.set_ylim(-5, 105)
    right.margins(x=0.4)
    right.set_ylabel("mates seen, per cent")
    legend_above(figure, left)
