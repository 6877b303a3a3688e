"""Whether the null move is worth the more, the deeper the search.

In the search of its time (the era Nimzo), the same program plays with and without null move, each move with the same
number of nodes; the number grows by a factor of four from match to match. The claim holds if the Elo gain grows from
the shortest to the longest by more than the errors of both. Games repeat exactly.
"""

from __future__ import annotations

import math
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import difference

# Nodes a move and pairs of games.
MATCHES = ((1_000, 300), (4_000, 150), (16_000, 80), (64_000, 25))
QUICK_MATCHES = ((200, 1), (400, 1))
# Of the first match; each further one has its own.
FIRST_SEED = 401
GAINS = "Null move against none, by nodes a move"

STUDY = Study(
    __file__,
    constants=globals(),
    headings=HEADINGS,
    planned=", ".join(f"{2 * pairs} games at {nodes:,} nodes a move" for nodes, pairs in MATCHES),
    last_seed=FIRST_SEED + len(MATCHES) - 1,
)
GROWS = STUDY.predictions["grows"]


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
    return STUDY.result(
        [(nodes, *outcome.row) for nodes, outcome in outcomes],
        figures=tuple(
            Measurement(f"Elo at {nodes:,} nodes", outcome.elo.value, "Elo", outcome.elo.error)
            for nodes, outcome in outcomes
            if math.isfinite(outcome.elo.value) and math.isfinite(outcome.elo.error)
        ),
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
    intervals(axes, [nodes for nodes, _ in gains], elos, fmt="o-")
    axes.set(xscale="log", xlabel="nodes a move", ylabel="Elo gained by the null move")
