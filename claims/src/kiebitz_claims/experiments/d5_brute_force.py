"""Depth of a program that looks at every move, every reply, every reply to that.

Opening and middlegame positions: how many moves there are, and the leaves of the whole trees of three and of five
plies, counted by perft. A leaf in the middle of an exchange or in check is searched on, without alpha-beta as all the
rest, in four ways. In each every check is evaded in every way. The least that can be meant is that after a capture all
recaptures on its square are looked at, and so on. More are all exchanges that may begin at a leaf: every capture that
loses nothing by static exchange, then the recaptures on its square. Still more are captures that lose nothing, on
whatever square, one after the other; and the most is what a plain quiescence looks at, every capture on the board. The
last two would go on for thousands of positions a leaf, and are broken off after four plies. The article doesn't say how
an exchange is played out, so it is enough that one of the four makes as many positions as it says. How many positions a
way adds is counted below leaves of three plies drawn by chance, each leaf alike. Counts repeat exactly.

How fast a Pentium was in 1993 can't be measured here. So the speed is reckoned that completes the fifth ply within
three minutes, a move's time in a tournament, and held against a hundred thousand positions a second, more than programs
of that day are taken to have reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.perft import perft
from kiebitz.engine import position_of
from kiebitz_claims.claims.claim import Cell, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, Part, Verdict, in_any
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import LATER_PLIES, later_championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import geometric_mean, mean

if TYPE_CHECKING:
    import chess

PHASES = ("opening", "middlegame")
QUICK_POSITIONS = 1
DEPTH, DEEP, QUICK_DEEP = 3, 5, 4
LEAVES_DRAWN, QUICK_LEAVES_DRAWN = 200, 10
SEED = 40
RECAPTURES, EXCHANGES = "recaptures", "exchanges that lose nothing"
GOOD_CAPTURES, CAPTURES = "captures that lose nothing", "all captures"
LONGEST_LINES = {RECAPTURES: 16, EXCHANGES: 16, GOOD_CAPTURES: 4, CAPTURES: 4}
"""By what is played out, the least first: plies after which it is broken off."""
MOVE_S = 180
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
MOVES, AT_THREE, PLAYED_OUT, NEVER = STUDY.predictions.values()

Counts: TypeAlias = tuple[int, int, int]
"""Of a position: legal moves, leaves of three plies, leaves of the deep tree."""


def settled(board: chess.Board, played: str, plies: int) -> int:
    """Positions that are looked at below a leaf until nothing that is ``played`` is left and nobody is in check."""
    if not plies:
        return 0
    moves = list(board.legal_moves) if board.is_check() else captures(board, played)
    # An exchange that has begun goes on by recaptures.
    further = RECAPTURES if played == EXCHANGES else played
    count = 0
    for move in moves:
        board.push(move)
        count += 1 + settled(board, further, plies - 1)
        board.pop()
    return count


def captures(board: chess.Board, played: str) -> list[chess.Move]:
    """Those that are ``played``."""
    moves = list(board.generate_legal_captures())
    if played == CAPTURES or not moves:
        return moves
    chosen: set[chess.Move] = set()
    if played in (RECAPTURES, EXCHANGES) and board.move_stack and _was_capture(board):
        chosen.update(move for move in moves if move.to_square == board.peek().to_square)
    if played in (EXCHANGES, GOOD_CAPTURES):
        position = position_of(board.fen())
        chosen.update(move for move in moves if static_exchange(position, move.uci()) >= 0)
    return [move for move in moves if move in chosen]


def _was_capture(board: chess.Board) -> bool:
    move = board.pop()
    was_capture = board.is_capture(move)
    board.push(move)
    return was_capture


def added(fen: str, count: int) -> list[float]:
    """Positions added to a leaf of three plies by what can be played out; means over leaves drawn, each leaf alike."""
    import chess

    board = chess.Board(fen)
    # A pair of moves leads to as many leaves as there are answers: it is drawn so often.
    pairs, weights = [], []
    for first in list(board.legal_moves):
        board.push(first)
        for second in list(board.legal_moves):
            board.push(second)
            pairs.append((first, second))
            weights.append(board.legal_moves.count())
            board.pop()
        board.pop()
    random = Random(SEED)
    totals = dict.fromkeys(LONGEST_LINES, 0)
    for first, second in random.choices(pairs, weights, k=count):
        board.push(first)
        board.push(second)
        board.push(random.choice(list(board.legal_moves)))
        for played, plies in LONGEST_LINES.items():
            totals[played] += settled(board, played, plies)
        for _ in range(DEPTH):
            board.pop()
    return [total / count for total in totals.values()]


def count_tree(fen: str, deep: int, leaves: int) -> list[float]:
    """Count the tree for ``Counts``, and the positions that each way of playing out adds to a leaf."""
    position = position_of(fen)
    return [*(perft(position, depth) for depth in (1, DEPTH, deep)), *added(fen, leaves)]


def measure(quick: bool, progress: Progress) -> Result:
    """Count the trees."""
    deep, leaves = (QUICK_DEEP, QUICK_LEAVES_DRAWN) if quick else (DEEP, LEAVES_DRAWN)
    if quick:
        samples = [
            (phase, sample.name, sample.fen) for phase in PHASES for sample in phase_positions(phase, QUICK_POSITIONS)
        ]
    else:
        samples = [
            (phase, sample.name, sample.fen) for phase in PHASES for sample in later_championship_positions(phase)
        ]
    progress.expect(len(samples))
    rows: list[tuple[Cell, ...]] = [
        (phase, name, *progress.step(f"{phase}, {name}, {deep} plies, {fen}", count_tree, fen, deep, leaves))
        for phase, name, fen in samples
    ]
    headings = ("phase", "game", "moves", f"leaves, {DEPTH} plies", f"leaves, {deep} plies", *LONGEST_LINES)
    return Result(
        tables=(Table(EACH, headings, tuple(rows)),),
        conditions={
            "positions": f"{len(rows)}, {' and '.join(PHASES)}",
            "added to a leaf": f"by evasions and captures, the mean of {leaves:,} leaves; at most "
            + ", ".join(f"{plies} plies of {name}" for name, plies in LONGEST_LINES.items()),
        },
    )


def judge(counts: list[Counts], added_to_leaf: dict[str, list[float]], games: list[str]) -> Judgement:
    """Moves within a quarter, leaves within a factor of two, played out in one way at least, and no ply five.

    ``added_to_leaf`` has for each way of playing out, the least first, the positions that it adds to a leaf, by
    position; ``games`` say where the positions come from. The statement on exchanges and checks holds if it does in one
    way, and doesn't if all ways make fewer or all make more; with ways on both sides others between may make as many.
    """
    sample = len(set(games)), "games"
    moves, three, deep = zip(*counts, strict=True)
    ways = {
        name: PLAYED_OUT.judged(positions_with(three, extras, games), *sample) for name, extras in added_to_leaf.items()
    }
    least = next(iter(added_to_leaf.values()))
    needed = [leaves * (1 + extra) / MOVE_S for leaves, extra in zip(deep, least, strict=True)]
    return Judgement(
        (
            MOVES.judged(mean(moves, games), *sample),
            AT_THREE.judged(geometric_mean(three, games), *sample),
            in_one_way(ways),
            NEVER.judged(geometric_mean(needed, games), *sample),
        ),
        f"The least that any position needs for the fifth ply is {min(needed):,.0f} positions a second.",
    )


def positions_with(leaves: Sequence[float], extras: Sequence[float], games: list[str]) -> Estimate:
    """Leaves with what a way of playing out adds to them, the mean over positions."""
    return geometric_mean((count * (1 + extra) for count, extra in zip(leaves, extras, strict=True)), games)


def in_one_way(ways: dict[str, Part]) -> Part:
    """The statement by its best way; undecided where none fits but they lie on both sides of the range."""
    sides = {
        part.measured.value > PLAYED_OUT.high
        for part in ways.values()
        if part.verdict is Verdict.FAILS and part.measured is not None
    }
    if len(sides) > 1 and all(part.verdict is Verdict.FAILS for part in ways.values()):
        found = " and ".join(f"{name} make {part.figures}" for name, part in ways.items())
        return replace(PLAYED_OUT.undecided(f"other ways lie between those tried: {found}"), settings=ways)
    return in_any(ways)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result; those before plan 4 have two ways."""
    rows = result.rows(EACH)
    return [row[2:5] for row in rows], ways_of(result), [row[1] for row in rows]


def ways_of(result: Result) -> dict[str, list[float]]:
    """The ways of playing out that a result has, the least first, with what they add to a leaf by position."""
    table = result.table(EACH)
    return {way: table.numbers(way) for way in LONGEST_LINES if way in table.headings}


def draw(result: Result, figure: Figure) -> None:
    """Leaves of three plies, and with what each way of playing out adds, by the number of moves, and their means."""
    axes = figure.add_subplot()
    table = result.table(EACH)
    moves, leaves = table.numbers("moves"), table.numbers(f"leaves, {DEPTH} plies")
    games = [str(row[1]) for row in result.rows(EACH)]
    ways = {f"{DEPTH} plies": [0.0] * len(leaves)}
    ways |= {f"with {name}": extras for name, extras in ways_of(result).items()}
    for number, (way, extras) in enumerate(ways.items()):
        positions = [count * (1 + extra) for count, extra in zip(leaves, extras, strict=True)]
        colour = f"C{number}"
        axes.plot(moves, positions, ".", color=colour, alpha=0.5, label=way)
        found = positions_with(leaves, extras, games)
        intervals(axes, [max(moves) + number + 2], [found], fmt="s", color=colour)
    for claimed, of, colour in ((AT_THREE, f"{DEPTH} plies", "C0"), (PLAYED_OUT, "with exchanges and checks", "grey")):
        axes.axhspan(claimed.low, claimed.high, color=colour, alpha=0.15, linewidth=0, label=f"claimed, {of}")
    axes.set(yscale="log", xlabel="legal moves (right: the means)", ylabel="positions")
    legend_above(figure, axes, 2)
