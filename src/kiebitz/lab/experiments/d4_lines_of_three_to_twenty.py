"""How short and how long lines are at depth seven, and which mates that overlooks and announces.

Middlegames are searched seven plies deep by the era Nimzo, every node of the last iteration recorded. A line ends where
a position is judged as it stands: by standing pat, or when no capture raises its value. Its length counts real moves;
null moves are none. The shortest and the longest line of each position are kept.

Then mates in two of a tactical suite, found by the mate solver, and mates in ten moves and more are searched seven
plies deep: what the article says of them is that it can happen, so one is enough, and none proves nothing. Nodes repeat
exactly.

The mates are those that the side to move gives. One in two moves that the opponent threatens comes a move later and is
easier overlooked: of that kind is the article's next example, a simple threat of two moves that The King missed. Such
positions are not searched, so that no mate in two overlooked here is no sign that none can be.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS, Trace
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Part, Prediction, exactly
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.positions import championship_positions, mates, phase_positions, suite
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.statistics import exact_proportion, mean, scaled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="D4",
    title="Lines of three to twenty plies at depth seven",
    statement="At depth seven Nimzo breaks some lines off after three plies and follows others for up to twenty; at "
    "worst it overlooks a mate in two, at best it announces a mate in ten.",
    source=DOCUMENT,
)

DEPTH, QUICK_DEPTH = 7, 4
GAMES, EXERCISES, QUICK_POSITIONS = 24, 300, 2
PHASE = "middlegame"
SHORT, LONG = 3, 20
ABOUT_LONG = 0.25
SHORT_MATE, LONG_MATE = 2, 10
SOLVER_ENTRIES, SOLVER_NODES = 1 << 16, 100_000
MAX_ROWS = 20_000_000
HASH_MB = 16
LINES, MATES = "Every position", "Every mate"

BROKEN_OFF = Prediction(
    "some lines are broken off after three plies already",
    "mean length of a position's shortest line",
    high=SHORT,
    unit="plies",
)
FOLLOWED = Prediction(
    "others are followed for up to twenty",
    "mean length of a position's longest line",
    LONG * (1 - ABOUT_LONG),
    LONG * (1 + ABOUT_LONG),
    "plies",
    margin="within a quarter",
)
OVERLOOKED = Prediction(
    "a mate in two can be overlooked",
    "mates in two that a search of depth seven doesn't announce",
    1,
    margin="one is enough",
)
ANNOUNCED = Prediction(
    "a mate in ten can be announced",
    "mates in ten or more that a search of depth seven announces",
    1,
    margin="one is enough",
)
PLAN = Plan(
    version=1,
    original="Auf Suchtiefe 7 werden in meinem Programm Nimzo-Guernica manche Varianten bereits nach 3 Halbzügen "
    "abgebrochen, andere aber bis zu 20 Halbzüge lang untersucht. Im schlimmsten Fall kann das Programm auf dieser "
    "Tiefe ein Matt in 2 übersehen, bei günstiger Konstellation der Sterne und der Figuren ein Matt in 10 ankündigen.",
    translation="At search depth 7 my program Nimzo-Guernica breaks some lines off after 3 plies already, but examines "
    "others for up to 20 plies. In the worst case the program can overlook a mate in 2 at this depth; if stars and men "
    "are well disposed it can announce a mate in 10.",
    qualifiers="“Up to”, “in the worst case”, “if stars and men are well disposed”.",
    predictions=(BROKEN_OFF, FOLLOWED, OVERLOOKED, ANNOUNCED),
    sample=f"one {PHASE} position of each of the first {GAMES} games of the world championships; the mates in two "
    f"among {EXERCISES} positions of a tactical suite, and 36 mates in {LONG_MATE} to 15 moves",
)


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


def mates_in_two(fens: list[str]) -> list[str]:
    """Those of the positions in which the side to move mates in two moves and not in one."""
    search = MateSearch(ProofTable(ProofTableDesign(SOLVER_ENTRIES)), checks_only=False)

    def has_mate(fen: str, moves: int) -> bool:
        return search.prove(Position(fen), moves, SOLVER_NODES).mate is True

    return [fen for fen in fens if has_mate(fen, SHORT_MATE) and not has_mate(fen, SHORT_MATE - 1)]


def announced(fen: str, depth: int) -> int | None:
    """Moves of the mate that a search announces for the side to move; None if it announces none."""
    with Engine(hash_mb=HASH_MB, era="nimzo") as engine:
        mate = engine.analyse(fen, Limit(depth=depth)).lines[0].score.mate
    return mate if mate is not None and mate > 0 else None


def measure(quick: bool, progress: Progress) -> Result:
    """Search middlegames, then mates."""
    depth = QUICK_DEPTH if quick else DEPTH
    if quick:
        samples = [(sample.name, sample.fen) for sample in phase_positions(PHASE, QUICK_POSITIONS)]
        exercises, long_mates = suite("win_at_chess", 20), mates()[:QUICK_POSITIONS]
    else:
        samples = [(sample.name, sample.fen) for sample in championship_positions(PHASE, slice(GAMES))]
        exercises = suite("win_at_chess", EXERCISES)
        long_mates = [mate for mate in mates() if mate.moves >= LONG_MATE]
    fens = [each.fen for each in exercises]
    short_mates = progress.step(f"mates in two among {len(fens)}", partial(mates_in_two, fens))
    tasks = [(fen, SHORT_MATE) for fen in short_mates] + [(mate.fen, mate.moves) for mate in long_mates]
    progress.expect(1 + len(samples) + len(tasks))
    lines: list[tuple[Cell, ...]] = [
        (name, *progress.step(f"{name}, depth {depth}, {fen}", partial(lengths, fen, depth))) for name, fen in samples
    ]
    found: list[tuple[Cell, ...]] = [
        (fen, moves, progress.step(f"mate in {moves}, depth {depth}, {fen}", partial(announced, fen, depth)))
        for fen, moves in tasks
    ]
    return Result(
        tables=(
            Table(LINES, ("game", "shortest line", "longest line"), tuple(lines)),
            Table(MATES, ("position", "mate in", "announced in"), tuple(found)),
        ),
        conditions={"search": f"the era Nimzo, {HASH_MB} MB, depth {depth}; lines of the last iteration"},
    )


def judge(shortest: list[int], longest: list[int], short_mates: list[bool], long_mates: list[bool]) -> Judgement:
    """Shortest lines of three plies at most, longest ones of about twenty; one mate overlooked, one long one announced.

    ``short_mates`` and ``long_mates`` say of each mate in two, and of each in ten or more, whether it was announced so.
    """
    sample = len(shortest), "positions"
    overlooked = len(short_mates) - sum(short_mates)
    return Judgement(
        (
            BROKEN_OFF.judged(mean(shortest), *sample),
            FOLLOWED.judged(mean(longest), *sample),
            _seen(OVERLOOKED, overlooked, f"{len(short_mates)} that the side to move gives; threats aren't asked"),
            _seen(ANNOUNCED, sum(long_mates), str(len(long_mates))),
        ),
        f"The longest line of all has {max(longest)} plies, the shortest {min(shortest)}; {overlooked} of "
        f"{len(short_mates)} mates in two were overlooked, {sum(long_mates)} of {len(long_mates)} long ones announced.",
    )


def _seen(prediction: Prediction, count: int, of: str) -> Part:
    """What is said to be possible: once seen it is so, and never seen it may be all the same."""
    return prediction.judged(exactly(count)) if count else prediction.undecided(f"none of {of}")


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    _, shortest, longest = zip(*result.rows(LINES), strict=True)
    mates_found = [(moves, announced_in) for _, moves, announced_in in result.rows(MATES)]
    short = [found is not None and found <= moves for moves, found in mates_found if moves == SHORT_MATE]
    long = [found is not None and found >= LONG_MATE for moves, found in mates_found if moves >= LONG_MATE]
    return list(shortest), list(longest), short, long


def draw(result: Result, figure: Figure) -> None:
    """How long the longest and the shortest lines of the positions are, and how many mates are announced."""
    left, right = figure.subplots(1, 2, width_ratios=(2, 1))
    shortest, longest, short_mates, long_mates = kept(result)
    bins = [number - 0.5 for number in range(max(longest) + 2)]
    left.hist(shortest, bins, alpha=0.7, label="shortest line of a position")
    left.hist(longest, bins, alpha=0.7, label="longest line")
    for claimed in (SHORT, LONG):
        left.axvline(claimed, color="black", linewidth=0.8, linestyle="--")
    left.set_xlabel("plies (dashed: claimed)")
    left.set_ylabel("positions")
    names = [
        f"in {moves},\n{len(found)} mates"
        for moves, found in ((str(SHORT_MATE), short_mates), (f"{LONG_MATE} or more", long_mates))
    ]
    shares = [scaled(exact_proportion(sum(found), len(found)), 100) for found in (short_mates, long_mates)]
    right.errorbar(names, [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4)
    right.set_ylim(-5, 105)
    right.margins(x=0.4)
    right.set_ylabel("mates announced, per cent")
    legend_above(figure, left)
