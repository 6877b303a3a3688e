"""The ladder: every era against every other, at equal time.

All play on the same machine, one game at a time, with the same clock. So the ladder measures techniques, not hardware:
the programs of the documents ran on machines thousands of times slower. Today's engine evaluates by hand here, as the
era ``classical`` does: its network takes no part. Ratings are those that explain all scores best (Bradley & Terry 1952;
each pairing counts a draw more, so that a clean score stays finite), with Tartan at nought. Timed games don't repeat
exactly.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.engine.eras import ERAS, options_text
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.judging import Judgement, Prediction
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, MatchResult, play_match, side_of
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.round_robin import STANDARD_ERRORS, covariance, ratings, step_between

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TIME_CONTROL, PAIRS = TimeControl(500, 10), 50
QUICK_TIME_CONTROL, QUICK_PAIRS = TimeControl(100, 2), 1
OPENINGS_SEED = 601
MATCHES, LADDER = "Round robin", "Ladder"

# The programs themselves; what their documents propose beside them, and Nimzo 1, are no rungs.
RUNGS = ("tartan", "minimax", "nimzo", "hydra", "today")
STEPS = {
    newer: Prediction(f"{newer} over {older}", "Elo between them, by the ratings of all games", 0, unit="Elo")
    for older, newer in pairwise(RUNGS)
}
STUDY = Study(__file__, predictions=STEPS.values(), constants=globals(), games=2 * PAIRS)


def measure(quick: bool, progress: Progress) -> Result:
    """Play the round robin."""
    control, pairs = (QUICK_TIME_CONTROL, QUICK_PAIRS) if quick else (TIME_CONTROL, PAIRS)
    pairings = list(combinations(reversed(RUNGS), 2))
    progress.expect(len(pairings) * pairs)
    outcomes = {
        (first, second): play_match(
            f"{first} - {second}, {control}",
            side_of(first),
            side_of(second),
            pairs,
            progress,
            match_limit=MatchLimit(control),
            openings_seed=OPENINGS_SEED,
        )
        for first, second in pairings
    }
    return conclude(list(RUNGS), outcomes, str(control), 2 * pairs)


def conclude(names: list[str], outcomes: dict[tuple[str, str], MatchResult], clock: str, games: int) -> Result:
    """Ratings and verdict of a round robin."""
    rating = ratings(names, outcomes)
    variances = np.diag(covariance(names, outcomes, rating))
    errors = dict(zip(names, (STANDARD_ERRORS * np.sqrt(variances)).tolist(), strict=True))
    return Result(
        measurements=tuple(
            Measurement(f"rating, {name}", value, "Elo", error=errors[name]) for name, value in rating.items()
        ),
        tables=(
            Table(
                LADDER,
                ("era", "title", "rating", "± 95%"),
                tuple((name, ERAS[name].title, rating[name], errors[name]) for name in names),
            ),
            Table(
                MATCHES,
                ("first", "second", *HEADINGS),
                tuple((*pair, *outcome.row) for pair, outcome in outcomes.items()),
            ),
        ),
        conditions={
            "clock": f"{clock} seconds a game",
            "games": f"{games} for each pairing",
            **{f"options of {name}": options_text(ERAS[name].options) for name in names},
        },
    )


def judge(names: list[str], outcomes: dict[tuple[str, str], MatchResult]) -> Judgement:
    """Every step of the ladder must be won beyond its error, by the ratings that all games together give."""
    rating = ratings(names, outcomes)
    errors = covariance(names, outcomes, rating)
    parts = []
    for older, newer in pairwise(names):
        step = step_between(older, newer, rating, errors)
        parts.append(STEPS[newer].judged(step, outcomes[newer, older].games, "games a pairing"))
    scores = ", ".join(
        f"{newer} {100 * outcomes[newer, older].score:.0f}% against {older}" for older, newer in pairwise(names)
    )
    return Judgement(tuple(parts), f"Scores against each other: {scores}.")


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    names = [row[0] for row in result.rows(LADDER)]
    return names, {
        (first, second): MatchResult("+" * won + "=" * drawn + "-" * lost)
        for first, second, won, drawn, lost, *_ in result.rows(MATCHES)
    }


def draw(result: Result, figure: Figure) -> None:
    """The ratings as steps, with their 95% intervals."""
    axes = figure.add_subplot()
    table = result.table(LADDER)
    names = [str(name) for name in table.column("era")]
    axes.errorbar(names, table.numbers("rating"), yerr=table.numbers("± 95%"), fmt="o-", capsize=4)
    axes.margins(x=0.15)
    axes.set_ylabel("Elo, Tartan at nought")
