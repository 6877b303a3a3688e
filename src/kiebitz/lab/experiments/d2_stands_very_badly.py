"""The exception for who stands very badly: a null move that is hardly ever of use.

Positions of games are searched by the era Nimzo without its table, every node recorded, once so that everybody passes
and once with Donninger's exception (``donninger_margin``: who stands two pawns below beta doesn't pass). In the first
search the null moves of those who stand so badly are counted, with those among them that failed; the other null moves
stand beside them. The nodes of both searches say what the exception saves. Rule III, which passes beside the tree, is
off. Nodes repeat exactly.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.positions import championship_positions, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.statistics import geometric_mean, scaled, share_of_sums

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="D2",
    title="Who stands very badly doesn't pass",
    statement="If the side to move stands very badly, the null move is unlikely to refute, and its search is very "
    "probably in vain; so it is left out.",
    source=DOCUMENT,
)

DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 6, 4, 2
GAMES = 60
PHASE = "middlegame"
VERY_BADLY, EVERYBODY = 200, 10_000
"""Centipawns below beta beyond which nobody passes: Donninger's exception, and none."""
VERY_PROBABLY = 90.0
MAX_ROWS = 20_000_000
EACH = "Every position"

IN_VAIN = Prediction(
    "the null move of who stands very badly is very probably in vain",
    f"null moves that failed, of those {VERY_BADLY} centipawns or more below beta",
    VERY_PROBABLY,
    unit="%",
    margin="'very probably' is nine times out of ten",
)
SAVES = Prediction(
    "leaving it out saves effort",
    "nodes with the exception by those without",
    high=1,
    is_ratio=True,
)
PLAN = Plan(
    version=1,
    original="Die Seite mit Zugrecht steht sehr schlecht. Es ist daher unwahrscheinlich, daß der Null-Zug den letzten "
    "Zug der Gegenseite widerlegt. Die Nullsuche wird daher mit großer Wahrscheinlichkeit umsonst getan.",
    translation="The side to move stands very badly. So it is unlikely that the null move refutes the other side's "
    "last move. The null search is therefore done in vain with great probability.",
    qualifiers="How badly 'very badly' is, isn't said; two pawns are ours.",
    predictions=(IN_VAIN, SAVES),
    sample=f"one {PHASE} position of each of {GAMES} games of the world championships, {DEPTH} plies deep",
)

Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""Of a position: null moves of who stands very badly, those that failed, the same of the others; nodes without and with
the exception."""


def count(fen: str, depth: int) -> list[int]:
    """Search a position both ways."""
    with Engine(hash_mb=1, era="nimzo", transposition_table=0, zugzwang_rule_3=0, donninger_margin=EVERYBODY) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        rows = trace.rows
        passed = np.flatnonzero((rows["move"] == NULL_MOVE) & (rows["fresh"] == 1))
        nodes = rows[rows["parent"][passed]]
        badly = nodes["evaluation"].astype(int) + VERY_BADLY < nodes["beta"]
        failed = nodes["reason"] != REASONS.index("null move")
        counted = [np.count_nonzero(each) for each in (badly, badly & failed, ~badly, ~badly & failed)]
        everybody = trace.nodes
        engine.configure(donninger_margin=VERY_BADLY)
        engine.new_game()
        with_exception = engine.analyse(fen, Limit(depth=depth)).nodes
    return [*map(int, counted), everybody, with_exception]


def measure(quick: bool, progress: Progress) -> Result:
    """Search the positions."""
    depth = QUICK_DEPTH if quick else DEPTH
    chosen = phase_positions(PHASE, QUICK_POSITIONS) if quick else championship_positions(PHASE, slice(GAMES))
    samples = [(sample.name, sample.fen) for sample in chosen]
    progress.expect(len(samples))
    each: list[tuple[Cell, ...]] = [
        (name, *progress.step(f"{name}, depth {depth}, {fen}", partial(count, fen, depth))) for name, fen in samples
    ]
    headings = ("game", "badly: null moves", "badly: failed", "others", "others: failed", "nodes without", "nodes with")
    return Result(
        tables=(Table(EACH, headings, tuple(each)),),
        conditions={"search": f"the era Nimzo without its table, depth {depth}", "positions": f"{len(each)}, {PHASE}"},
    )


def judge(counts: dict[str, Counts]) -> Judgement:
    """Nine of ten null moves of those who stand very badly fail, and a search without them takes fewer nodes."""
    sample = len(counts), "positions"
    badly, failed, others, others_failed, without, with_exception = zip(*counts.values(), strict=True)
    saved = geometric_mean(after / before for after, before in zip(with_exception, without, strict=True))
    rest = share_of_sums(others_failed, others).value if sum(others) else 0.0
    vain = (
        IN_VAIN.judged(scaled(share_of_sums(failed, badly), 100), *sample)
        if sum(badly)
        else IN_VAIN.undecided("nobody stood so badly")
    )
    return Judgement((vain, SAVES.judged(saved, *sample)), f"Of the other null moves {rest:.0%} failed.")


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return ({game: tuple(counted) for game, *counted in result.rows(EACH)},)


def draw(result: Result, figure: Figure) -> None:
    """Each position: how many null moves fail, of those who stand very badly and of the others."""
    axes = figure.add_subplot()
    rows = [row for row in result.rows(EACH) if row[1] and row[3]]
    axes.plot([100 * row[4] / row[3] for row in rows], [100 * row[2] / row[1] for row in rows], "o", alpha=0.7)
    axes.axhline(VERY_PROBABLY, color="grey", linewidth=0.8)
    axes.set_xlabel("null moves of the others that fail, %")
    axes.set_ylabel("of who stands very badly, % (line: claimed)")
