"""Is a difference of 100 Elo a score of 64%? By definition; but do Elo differences add up, as the definition needs?

The slide says 'Gewinnchance', chance of winning. What the formula gives is the expected score, in which a draw is half
a win; so a score is meant here. A chance to win is less, by half the draws.

The formula turns one score into one difference, 1 / (1 + 10^(-100/400)) = 64.0%, and could hold for no games at all.
It says something only about three players: if A beats B by 50 and B beats C by 50, A must score 64% against C. So three
times three players, Kiebitz with more and more nodes, play each other; their nodes are chosen so that a step is worth
about 50 Elo. No player and no match is of two threes, and each match draws its openings anew, so that no error is in
two figures.

No three are exactly 100 apart. So the difference measured directly is divided by the sum of the two steps, weighted by
the errors of both over the threes; this factor carries what was played to a sum of exactly 100, and the score is that
of the direct difference there.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate, score_of_elo
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import OUTCOME, Side, elo_of_row, play_match
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import scaled

if TYPE_CHECKING:
    from collections.abc import Sequence


# Nodes a move of three players, whose steps are about 50 Elo each; a doubling is worth the less, the more nodes.
CHAINS_OF_NODES = ((310, 360, 420), (620, 720, 840), (1_240, 1_450, 1_700))
QUICK_CHAINS_OF_NODES = ((100, 200, 400),)
PAIRS, QUICK_PAIRS = 1_750, 2
# Of the openings of the first match; each later one has the next.
FIRST_SEED = 11
HUNDRED = 100.0
DEVIATIONS_95 = 1.96
MATCHES, CHAINS = "Matches", "Sums and direct differences"
PLAYED = 3 * len(CHAINS_OF_NODES)

STUDY = Study(
    __file__,
    constants=globals(),
    outcome=OUTCOME,
    chains=len(CHAINS_OF_NODES),
    games=2 * PAIRS,
    last_seed=FIRST_SEED + PLAYED - 1,
)
BY_FORMULA, IN_GAMES = STUDY.predictions.values()


def measure(quick: bool, progress: Progress) -> Result:
    """Both steps of every three, and their ends against each other."""
    threes, pairs = (QUICK_CHAINS_OF_NODES, QUICK_PAIRS) if quick else (CHAINS_OF_NODES, PAIRS)
    meetings = [(low, high) for a, b, c in threes for low, high in ((a, b), (b, c), (a, c))]
    progress.expect(len(meetings) * pairs)
    rows: list[tuple[Any, ...]] = []
    for seed, (low, high) in enumerate(meetings, FIRST_SEED):
        match = play_match(
            f"{high} against {low} nodes",
            Side(limit=Limit(nodes=high)),
            Side(limit=Limit(nodes=low)),
            pairs,
            progress,
            openings_seed=seed,
        )
        rows.append((high, low, match.games, *match.outcome))
    chains = chains_of(rows)
    factor = fit(chains)
    return STUDY.result(
        rows,
        chains,
        figures=() if factor is None else _measurements(factor),
        conditions={
            "players": f"today's search with {'; '.join(', '.join(f'{n:,}' for n in three) for three in threes)} "
            "nodes a move",
            "games": f"{pairs} pairs each with colours swapped, 8moves_v3, openings drawn anew for each match",
        },
    )


def chains_of(matches: Sequence[tuple[Any, ...]]) -> list[tuple[int, int, float, float, float, float]]:
    """The rows of CHAINS, out of those of MATCHES: three after each other are two steps and their ends."""
    chains = []
    for three in zip(matches[::3], matches[1::3], matches[2::3], strict=True):
        first, second, direct = (elo_of_row(*row[3:]) for row in three)
        if all(math.isfinite(elo.error) for elo in (first, second, direct)):
            error = math.hypot(first.error, second.error) / DEVIATIONS_95
            most, least = three[2][:2]
            chains.append((most, least, first.value + second.value, error, direct.value, direct.error / DEVIATIONS_95))
    return chains


def fit(chains: list[tuple[int, int, float, float, float, float]]) -> Estimate | None:
    """The factor of direct differences over sums, from the rows of CHAINS, measured apart; None if there are none."""
    if not chains:
        return None
    # Weighted least squares through the origin, the errors of both sides taken together (near a factor of one).
    weights = [1 / (error**2 + direct_error**2) for _, _, _, error, _, direct_error in chains]
    square = sum(weight * chain[2] ** 2 for weight, chain in zip(weights, chains, strict=True))
    factor = sum(weight * chain[2] * chain[4] for weight, chain in zip(weights, chains, strict=True)) / square
    margin = DEVIATIONS_95 / math.sqrt(square)
    return Estimate(factor, factor - margin, factor + margin)


def score_at_hundred(factor: Estimate) -> Estimate:
    """The score of the direct difference at a sum of steps of 100 Elo."""
    return Estimate(*(score_of_elo(HUNDRED * value) for value in (factor.value, factor.low, factor.high)))


def _measurements(factor: Estimate) -> tuple[Measurement, ...]:
    score = score_at_hundred(factor)
    return (
        Measurement("score at 100 Elo by the formula", 100 * score_of_elo(HUNDRED), "%"),
        Measurement("score at 100 Elo by sums of steps", 100 * score.value, "%", error=100 * score.error),
        Measurement("direct differences by sums of steps", factor.value, error=factor.error),
    )


def judge(factor: Estimate | None, games: int) -> Judgement:
    """The formula; then the score between players whose two steps add up to 100 Elo, by its whole interval.

    ``factor`` is that of direct differences over sums of steps, None if none was found.
    """
    parts = [BY_FORMULA.judged(exactly(100 * score_of_elo(HUNDRED)))]
    if factor is None:
        return Judgement((*parts, IN_GAMES.undecided("no three players in a row could be compared")))
    score = score_at_hundred(factor)
    percent = scaled(score, 100)
    return Judgement(
        (*parts, IN_GAMES.judged(percent, games, "games a pairing")),
        f"Direct differences are {factor.value:.2f} times the sums of the steps ({factor.low:.2f} to "
        f"{factor.high:.2f}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    matches = result.rows(MATCHES)
    return fit(chains_of(matches)), matches[0][2]


def draw(result: Result, figure: Figure) -> None:
    """Direct differences against sums of steps."""
    axes = figure.add_subplot()
    table = result.table(CHAINS)
    sums, direct = table.numbers("sum of steps"), table.numbers("direct")
    axes.errorbar(
        sums,
        direct,
        xerr=[DEVIATIONS_95 * error for error in table.numbers("deviation")],
        yerr=[DEVIATIONS_95 * error for error in table.numbers("deviation of it")],
        fmt="o",
        capsize=3,
    )
    ends = [0, 1.3 * max([HUNDRED, *sums, *direct])]
    axes.plot(ends, ends, color="grey", linewidth=0.8)
    axes.set(xlabel="sum of two steps, Elo", ylabel="direct difference, Elo (line: they add up)")
