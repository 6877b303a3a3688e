"""How far a program comes that looks at every move, every reply, every reply to that.

Opening and middlegame positions: how many moves there are, and the leaves of the whole trees of three and of five
plies, counted by perft. A leaf in the middle of an exchange or in check is searched on, without alpha-beta as all the
rest: in check every evasion, after a capture all recaptures on its square, and so on. That is the least that can be
meant of those tried; beside it, as a quiescence does, every capture on the board, four plies deep. Other ways are
thinkable, with fewer positions (only the cheapest recapture) and with more (captures to the end): the article doesn't
say which is meant. So where the two lie on both sides of a few hundred thousand, no count can decide, however many
positions it takes. How many positions a way adds is counted below leaves of three plies drawn by chance, each leaf
alike. Counts repeat exactly.

How fast a Pentium was in 1993 can't be measured here. So the speed is reckoned that completes the fifth ply within
three minutes, a move's time in a tournament, and held against a hundred thousand positions a second, more than programs
of that day are taken to have reached.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from kiebitz.core.chess.perft import perft
from kiebitz.engine import position_of
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Part, Prediction, in_any
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import championship_positions, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.statistics import geometric_mean, mean

if TYPE_CHECKING:
    import chess
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="D5",
    title="Brute force never passes depth four",
    statement="With 40 moves a position there are 64,000 positions at depth three, with exchanges and checks a few "
    "hundred thousand; even on a Pentium a program that looks at all of them never gets beyond depth four.",
    source=DOCUMENT,
)

PHASES = ("opening", "middlegame")
GAMES, QUICK_POSITIONS = slice(30, 60), 1
DEPTH, DEEP, QUICK_DEEP = 3, 5, 4
LEAVES_DRAWN, QUICK_LEAVES_DRAWN = 200, 10
SEED = 40
RECAPTURES, CAPTURES = "recaptures", "all captures"
LONGEST_LINES = {RECAPTURES: 16, CAPTURES: 4}
"""By what is played out: plies after which it is broken off."""
TYPICAL_MOVES, LEAVES = 40, 64_000
NEARLY, ABOUT = 0.25, 2.0
MOVE_S, PENTIUM = 180, 100_000
"""Seconds for a move, and positions a second that no program on a Pentium is taken to have looked at."""
EACH = "Every position"

MOVES = Prediction(
    "typically 40 moves",
    "mean number of legal moves",
    TYPICAL_MOVES * (1 - NEARLY),
    TYPICAL_MOVES * (1 + NEARLY),
    "moves",
    margin="'typically' is within a quarter",
)
AT_THREE = Prediction(
    "64,000 positions at depth three",
    "leaves of three plies",
    LEAVES / ABOUT,
    LEAVES * ABOUT,
    "positions",
    margin="within a factor of two",
    is_ratio=True,
)
PLAYED_OUT = Prediction(
    "with exchanges and checks a few hundred thousand",
    "leaves of three plies with what exchanges and checks add",
    200_000,
    999_999,
    unit="positions",
    margin="two to nine hundred thousand",
    is_ratio=True,
)
NEVER = Prediction(
    "never beyond depth four, even on a Pentium",
    f"positions a second that complete the fifth ply in {MOVE_S} seconds",
    PENTIUM,
    unit="a second",
    margin="a hundred thousand, more than programs of 1993 reached",
    is_ratio=True,
)
PLAN = Plan(
    version=3,
    original="… auf jeden der typischerweise 40 möglichen Züge alle 40 möglichen Antworten, die Antworten auf die "
    "Antwort usw. zu betrachten. Bereits bei einer Suchtiefe von drei müßte man mit dieser Methode 64000 (40x40x40) "
    "Stellungen untersuchen. Da man aber mitten in einer Abtauschsequenz oder bei Schachgeboten nicht einfach zu "
    "rechnen aufhören kann, ergeben sich nach dieser Methode schon auf Suchtiefe drei ein paar hunderttausend "
    "Stellungen. Selbst auf einem Pentium würde ein derartiges Programm nie über Suchtiefe vier hinauskommen.",
    translation="… to look, for each of the typically 40 possible moves, at all of the 40 possible answers, the "
    "answers to the answer and so on. At a search depth of three already one would have to examine 64,000 (40 × 40 × "
    "40) positions by this method. But as one can't simply stop in the middle of an exchange or when there are checks, "
    "by this method there are a few hundred thousand positions at depth three already. Even on a Pentium such a "
    "program would never get beyond depth four.",
    qualifiers="“Typically”, “a few hundred thousand”. Such a program has never been written, says the author.",
    predictions=(MOVES, AT_THREE, PLAYED_OUT, NEVER),
    sample=f"an {PHASES[0]} and a {PHASES[1]} position of each of the last 30 games of the world championships, "
    f"where plan 2 took the first 30; {LEAVES_DRAWN:,} leaves of three plies of each; errors by games",
    seeds=f"{SEED}, of the leaves drawn, for each position anew",
    earlier=(
        Earlier(
            "does not hold",
            "2026-11-23",
            "Recaptures alone make fewer positions than a few hundred thousand, and all captures more: so other ways "
            "of playing out an exchange make as many, and the two don't exclude it together.",
        ),
        Earlier(
            "undecided",
            "2026-11-23",
            "It was said that every other way to play out an exchange lies between the two tried, which is untrue; and "
            "that a claim is undecided which no sample can decide, as the article doesn't say which way it means.",
        ),
    ),
)

Counts: TypeAlias = tuple[int, int, int, float, float]
"""Of a position: legal moves, leaves of three plies, leaves of the deep tree, positions added to a leaf (means) by
recaptures and by all captures."""


def settled(board: chess.Board, played: str, plies: int) -> int:
    """Positions that are looked at below a leaf until nothing that is ``played`` is left and nobody is in check."""
    if not plies:
        return 0
    if board.is_check():
        moves = list(board.legal_moves)
    elif played == CAPTURES:
        moves = list(board.generate_legal_captures())
    elif board.move_stack and _was_capture(board):
        square = board.peek().to_square
        moves = [move for move in board.generate_legal_captures() if move.to_square == square]
    else:
        return 0
    count = 0
    for move in moves:
        board.push(move)
        count += 1 + settled(board, played, plies - 1)
        board.pop()
    return count


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
    """What ``Counts`` holds."""
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
            (phase, sample.name, sample.fen) for phase in PHASES for sample in championship_positions(phase, GAMES)
        ]
    progress.expect(len(samples))
    rows: list[tuple[Cell, ...]] = [
        (phase, name, *progress.step(f"{phase}, {name}, {deep} plies, {fen}", partial(count_tree, fen, deep, leaves)))
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


def judge(counts: list[Counts], games: list[str]) -> Judgement:
    """Moves within a quarter, leaves within a factor of two, played out in a way, and no Pentium gets to ply five.

    ``games`` say where the positions come from. Of the ways to play out one is enough; where the lesser makes fewer
    positions than claimed and the greater more, the article's own isn't known, and nothing can be tested.
    """
    sample = len(set(games)), "games"
    moves, three, deep, *more = zip(*counts, strict=True)
    played_out = {
        name: PLAYED_OUT.judged(
            geometric_mean((leaves * (1 + extra) for leaves, extra in zip(three, extras, strict=True)), games), *sample
        )
        for name, extras in zip(LONGEST_LINES, more, strict=True)
    }
    needed = [leaves * (1 + extra) / MOVE_S for leaves, extra in zip(deep, more[0], strict=True)]
    return Judgement(
        (
            MOVES.judged(mean(moves, games), *sample),
            AT_THREE.judged(geometric_mean(three, games), *sample),
            least_to_most(played_out),
            NEVER.judged(geometric_mean(needed, games), *sample),
        ),
        f"The least that any position needs for the fifth ply is {min(needed):,.0f} positions a second.",
    )


def least_to_most(ways: dict[str, Part]) -> Part:
    """The lesser and the greater way to play out as one part; if they lie on both sides of the range, not testable."""
    least, most = (part.measured for part in ways.values())
    if least and most and least.high < PLAYED_OUT.low and PLAYED_OUT.high < most.low:
        found = " and ".join(f"{name} make {part.figures}" for name, part in ways.items())
        return replace(
            PLAYED_OUT.untestable(f"the article doesn't say how an exchange is played out: of the ways tried {found}"),
            settings=ways,
        )
    return in_any(ways)


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    return [row[2:] for row in rows], [row[1] for row in rows]


def draw(result: Result, figure: Figure) -> None:
    """Leaves of three plies, and with what either way of playing out adds, by the number of moves."""
    axes = figure.add_subplot()
    table = result.table(EACH)
    moves, leaves = table.numbers("moves"), table.numbers(f"leaves, {DEPTH} plies")
    ways = {f"{DEPTH} plies": [0.0] * len(leaves), **{f"with {name}": table.numbers(name) for name in LONGEST_LINES}}
    for (way, extras), marker in zip(ways.items(), "o+x", strict=True):
        positions = [count * (1 + extra) for count, extra in zip(leaves, extras, strict=True)]
        axes.plot(moves, positions, marker, alpha=0.7, label=way)
    for claimed, of, colour in ((AT_THREE, f"{DEPTH} plies", "C0"), (PLAYED_OUT, "with exchanges and checks", "grey")):
        axes.axhspan(claimed.low, claimed.high, color=colour, alpha=0.15, linewidth=0, label=f"claimed, {of}")
    axes.set_yscale("log")
    axes.set_xlabel("legal moves")
    axes.set_ylabel("positions")
    legend_above(figure, axes, len(ways))
