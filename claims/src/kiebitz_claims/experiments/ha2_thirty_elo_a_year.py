"""The years' programs and machines aren't here, so that their gain can't be measured; what a doubling is worth can.

Thirty Elo a year are programs and machines together. Neither the programs of 1997 to 2009 nor machines of their years
are at hand, and rating lists compare programs on machines of one year. What can be measured is the share of machines:
the era Hydra plays itself with twice the nodes a move. At that rate, thirty Elo would be so much of a doubling a year.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import MatchResult, Side, play_match, side_of
from kiebitz_claims.measuring.progress import Progress

FEW, QUICK_FEW = 1_000, 100
PAIRS, QUICK_PAIRS, SEED = 100, 1, 612
CLAIMED = 30


class Match(NamedTuple):
    """All games, from the view of the side with twice the nodes."""

    won: int
    drawn: int
    lost: int
    each_game: str


STUDY = Study(__file__, Match, games=2 * PAIRS, few=f"{FEW:,}", many=f"{2 * FEW:,}", seed=SEED)


def measure(quick: bool, progress: Progress) -> Result:
    """The match."""
    few, pairs = (QUICK_FEW, QUICK_PAIRS) if quick else (FEW, PAIRS)
    progress.expect(pairs)
    many, half = (Side(side_of("hydra").settings, limit=Limit(nodes=nodes)) for nodes in (2 * few, few))
    found = play_match(
        f"{2 * few} against {few} nodes",
        many,
        half,
        pairs,
        progress,
        match_limit=MatchLimit(nodes=few),
        openings_seed=SEED,
    )
    return STUDY.result([Match(found.wins, found.draws, found.losses, found.each)])


def judge(matches: list[Match]) -> Judgement:
    """Not testable: the programs and machines of those years are not here; what a doubling is worth is told."""
    (match,) = matches
    elo = MatchResult(match.each_game).elo
    told = f"Twice the nodes are worth {elo.value or 0.0:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})"
    if elo.low > 0:
        told += (
            f": by machines alone {CLAIMED} Elo a year would be a doubling in {elo.value / CLAIMED:.1f} years "
            f"({elo.low / CLAIMED:.1f} to {elo.high / CLAIMED:.1f})"
        )
    a_year = STUDY.predictions["a_year"].untestable("neither the programs of 1997 to 2009 nor their machines are here")
    return STUDY.judgement(f"{told}.", a_year=a_year)
