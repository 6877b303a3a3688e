"""How often the static rule of Nimzo 1 may end a search: in sharp positions and in quiet ones.

The era Nimzo with the static rule instead of the null move is recorded node by node: near the horizon, where the side
to move is clearly ahead, the rule ends the search unless something hangs (a king under attack and an enemy pawn about
to promote count as well). Of all nodes where it could be asked, those are counted in which it ended the search; in
positions of a tactical suite, and in middlegames of world championships. Nodes repeat exactly.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.core.value import NO_VALUE
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import EXPECTATIONS, KINDS, REASONS
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import sharp_and_quiet
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.statistics import quotient, scaled, share_of_sums

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="D3",
    title="The static rule fails where it is needed",
    statement="In sharp tactical positions something hangs almost always, so that Nimzo 1's static rule can seldom end "
    "the search there.",
    source=DOCUMENT,
)

SHARP, QUIET = "sharp", "quiet"
DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 5, 4, 2
RULE_DEPTH, CLEARLY_AHEAD = 3, 50
"""Of the rule: greatest plies left, and centipawns above beta."""
ALMOST_ALWAYS, CONSIDERABLY = 90.0, 0.75
MAX_ROWS = 20_000_000
EACH = "Every position"

HANGS = Prediction(
    "in sharp positions something hangs almost always",
    "nodes clearly ahead near the horizon in which the rule did not apply, in tactical positions",
    ALMOST_ALWAYS,
    unit="%",
    margin="'almost always' is nine times out of ten",
)
SINKS = Prediction(
    "so the probability of an early end sinks considerably",
    "share of these nodes that the rule ended, in tactical positions by that in quiet ones",
    high=CONSIDERABLY,
    is_ratio=True,
    margin="'considerably' is by a quarter or more",
)
PLAN = Plan(
    version=1,
    original="Zweitens versagt die Regel genau in jenen Situationen, in denen man sie am meisten braucht. In scharfen "
    "taktischen Stellungen hängt fast immer eine Figur, und die Wahrscheinlichkeit, die Suche frühzeitig beenden zu "
    "können, sinkt daher erheblich.",
    translation="Secondly the rule fails in just those situations in which it is needed most. In sharp tactical "
    "positions a piece hangs almost always, and so the probability that the search can be ended early sinks "
    "considerably.",
    predictions=(HANGS, SINKS),
    sample="80 positions of a tactical suite, and one middlegame position of each of 60 games of the world "
    f"championships, {DEPTH} plies deep",
)

Counts: TypeAlias = tuple[int, int]
"""Of a position: nodes in which the rule could be asked, and those that it ended."""


def count(fen: str, depth: int) -> list[int]:
    """Search a position and look where the rule applied."""
    settings = {**NIMZO, "null_move_policy": OFF, "static_selectivity": "strict", "transposition_table": 0}
    with Engine(**options_by_name(settings, hash_mb=1)) as engine:
        rows = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS).rows
    evaluation = rows["evaluation"].astype(int)
    asked = (
        (rows["kind"] == KINDS.index("tree"))
        & (rows["expected"] != EXPECTATIONS.index("pv"))
        & (rows["depth"] <= RULE_DEPTH)
        & (evaluation != NO_VALUE)
        & (evaluation >= rows["beta"].astype(int) + CLEARLY_AHEAD)
    )
    ended = rows["reason"] == REASONS.index("static selectivity")
    return [int(np.count_nonzero(asked)), int(np.count_nonzero(ended))]


def measure(quick: bool, progress: Progress) -> Result:
    """Search positions of both kinds."""
    depth = QUICK_DEPTH if quick else DEPTH
    sharp, quiet = sharp_and_quiet(QUICK_POSITIONS if quick else None)
    samples = [(SHARP, *each) for each in sharp] + [(QUIET, *each) for each in quiet]
    progress.expect(len(samples))
    rows: list[tuple[Cell, ...]] = [
        (kind, name, *progress.step(f"{kind}, {name}, depth {depth}, {fen}", partial(count, fen, depth)))
        for kind, name, fen in samples
    ]
    return Result(
        tables=(Table(EACH, ("positions", "name", "clearly ahead", "ended by the rule"), tuple(rows)),),
        conditions={
            "search": f"the era Nimzo without table, with the strict static rule for the null move, depth {depth}",
            "positions": f"{len(sharp)} {SHARP}, {len(quiet)} {QUIET}",
        },
    )


def judge(sharp: list[Counts], quiet: list[Counts]) -> Judgement:
    """In nine of ten nodes the rule doesn't apply in tactics, and it does by a quarter less often than elsewhere."""
    sample = len(sharp), "positions of each kind"
    asked, ended = zip(*sharp, strict=True)
    if not sum(asked) or not sum(each for each, _ in quiet):
        why = "nobody was clearly ahead"
        return Judgement((HANGS.undecided(why), SINKS.undecided(why)))
    fails = share_of_sums([all_ - some for all_, some in sharp], asked)
    quiet_asked, quiet_ended = zip(*quiet, strict=True)
    elsewhere = share_of_sums(quiet_ended, quiet_asked)
    return Judgement(
        (
            HANGS.judged(scaled(fails, 100), *sample),
            SINKS.judged(quotient(share_of_sums(ended, asked), elsewhere), *sample)
            if elsewhere.value
            else SINKS.undecided("the rule ended nothing in quiet positions"),
        ),
        f"In quiet positions the rule ended {elsewhere.value:.0%} of such nodes.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    return tuple([(asked, ended) for kind, _, asked, ended in rows if kind == wanted] for wanted in (SHARP, QUIET))


def draw(result: Result, figure: Figure) -> None:
    """The share of nodes that the rule ended in both kinds of positions, with its interval over positions."""
    axes = figure.add_subplot()
    shares = [
        scaled(share_of_sums([ended for _, ended in counts], [asked for asked, _ in counts]), 100)
        for counts in kept(result)
    ]
    axes.errorbar([SHARP, QUIET], [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4)
    axes.set_ylabel("nodes clearly ahead that the rule ended, %")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.4)
