"""Whether the null move is worth the more, the deeper the search.

In the search of its time (the era Nimzo), the same program plays with and without null move, each move with the same
number of nodes; the number grows by a factor of four from match to match. The claim holds if the Elo gain grows from
the shortest to the longest by more than the errors of both. Games repeat exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import NIMZO as DOCUMENT
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import difference

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N4",
    title="The gain grows with depth",
    statement="The null move is worth the more, the deeper the program searches.",
    source=DOCUMENT,
)

# Nodes a move and pairs of games.
MATCHES = ((1_000, 300), (4_000, 150), (16_000, 80), (64_000, 25))
QUICK_MATCHES = ((200, 1), (400, 1))
# Of the first match; each further one has its own.
FIRST_SEED = 401
GAINS = "Null move against none, by nodes a move"

GROWS = Prediction(
    "the deeper, the better",
    "Elo gained by the null move at the most nodes less that at the fewest",
    0,
    unit="Elo",
)
PLAN = Plan(
    version=2,
    original="Die Technik wirkt sich umso günstiger aus, je tiefer das Programm rechnet.",
    translation="The deeper the program searches, the more favourable the technique's effect.",
    predictions=(GROWS,),
    sample=", ".join(f"{2 * pairs} games at {nodes:,} nodes a move" for nodes, pairs in MATCHES),
    control="the most nodes: there the null move must be worth Elo beyond the error",
    seeds=f"the openings are drawn with seeds {FIRST_SEED} to {FIRST_SEED + len(MATCHES) - 1}, one each",
    earlier=(
        Earlier(
            "holds",
            "2026-11-23",
            "Its fifty games at 64,000 nodes were the very games that had been played before there was a plan, as "
            "neither openings nor the era's search had changed. Every match is played from other openings.",
        ),
    ),
)


def measure(quick: bool, progress: Progress) -> Result:
    """Play the matches."""
    plan = QUICK_MATCHES if quick else MATCHES
    progress.expect(sum(pairs for _, pairs in plan))
    sides = Side(NIMZO), Side({**NIMZO, "null_move_policy": OFF})
    outcomes = [
        (
            nodes,
            play_match(
                f"null move - none, {nodes} nodes",
                *sides,
                pairs,
                progress,
                match_limit=MatchLimit(nodes=nodes),
                openings_seed=seed,
            ),
        )
        for seed, (nodes, pairs) in enumerate(plan, FIRST_SEED)
    ]
    return Result(
        measurements=tuple(
            Measurement(f"Elo at {nodes:,} nodes", outcome.elo.value, "Elo", outcome.elo.error)
            for nodes, outcome in outcomes
            if math.isfinite(outcome.elo.value) and math.isfinite(outcome.elo.error)
        ),
        tables=(Table(GAINS, ("nodes", *HEADINGS), tuple((nodes, *outcome.row) for nodes, outcome in outcomes)),),
        conditions={
            "search": "the era Nimzo",
            "openings": "the book of kiebitz match, drawn anew for each match, each twice",
        },
    )


def judge(gains: list[tuple[int, Estimate]], games: int) -> Judgement:
    """The gain at the most nodes a move less that at the fewest decides; those between are told.

    ``games`` were played at the most nodes.
    """
    said = "; ".join(f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}) at {nodes:,}" for nodes, elo in gains)
    return Judgement(
        (GROWS.judged(difference(gains[-1][1], gains[0][1]), games, "games at the most nodes"),),
        f"Elo gained by nodes a move: {said}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(GAINS)
    return [(row[0], elo_of_row(*row[4:])) for row in rows], sum(rows[-1][1:4])


def draw(result: Result, figure: Figure) -> None:
    """Gain by nodes, with error bars."""
    axes = figure.add_subplot()
    gains = [(nodes, elo) for nodes, elo in kept(result)[0] if math.isfinite(elo.error)]
    elos = [elo for _, elo in gains]
    axes.errorbar([nodes for nodes, _ in gains], [elo.value for elo in elos], whiskers_of(elos), fmt="o-", capsize=4)
    axes.set_xscale("log")
    axes.set_xlabel("nodes a move")
    axes.set_ylabel("Elo gained by the null move")
