"""What 100 Elo are: the scale, and whether own matches keep to it.

By the definition of the scale, 100 Elo are a score of 1 / (1 + 10^(-1/4)) = 64.0%. What can fail is that differences
add up: so three players, today's search, the same without null move, and without reductions too, play each other, and
the score of the strongest against the weakest is compared with what the two steps between them predict. Repeats
exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kiebitz.lab.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.documents import LORENZ
from kiebitz.lab.matches import HEADINGS, Outcome, play_match, steps_of
from kiebitz.lab.progress import Progress
from kiebitz.match.allowance import Allowance
from kiebitz.match.elo import score_of_elo

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="H2",
    title="What 100 Elo are",
    statement="A difference of 100 Elo means a score of 64%.",
    source=LORENZ,
)

ELO, CLAIMED_SCORE, ROUNDING = 100.0, 0.64, 0.005
# From the strongest to the weakest.
STRENGTHS: dict[str, dict[str, int | str]] = {
    "today": {},
    "no null move": {"null_move_policy": "off"},
    "no null move, no reductions": {"null_move_policy": "off", "late_move_reductions": 0},
}
NODES, GAMES, QUICK_NODES, QUICK_GAMES = 10_000, 500, 300, 2
MATCHES = "Three players"


def measure(quick: bool, progress: Progress) -> Result:
    """Play the three matches."""
    nodes, games = (QUICK_NODES, QUICK_GAMES) if quick else (NODES, GAMES)
    names = list(STRENGTHS)
    pairs = [(names[0], names[1]), (names[1], names[2]), (names[0], names[2])]
    progress.expect(len(pairs) * steps_of(games))
    outcomes = [
        play_match(
            progress, f"{first} - {second}", (STRENGTHS[first], STRENGTHS[second]), Allowance(nodes=nodes), games
        )
        for first, second in pairs
    ]
    verdict, why = judge(outcomes)
    return Result(
        verdict=verdict,
        why=why,
        measurements=(Measurement("score that 100 Elo mean", 100 * score_of_elo(ELO), "%"),),
        tables=(
            Table(
                MATCHES,
                ("first", "second", *HEADINGS),
                tuple((*pair, *outcome.row) for pair, outcome in zip(pairs, outcomes, strict=True)),
            ),
        ),
        conditions={"matches": f"{nodes:,} nodes a move, {games} games each"},
    )


def judge(outcomes: list[Outcome]) -> tuple[Verdict, str]:
    """The definition must give 64%, and the two steps must add up within their errors."""
    upper, lower, whole = outcomes
    predicted = upper.elo.value + lower.elo.value
    error = math.hypot(upper.elo.error, lower.elo.error, whole.elo.error)
    why = f"By definition 100 Elo are {100 * score_of_elo(ELO):.1f}%; "
    defined = abs(score_of_elo(ELO) - CLAIMED_SCORE) < ROUNDING
    if not (math.isfinite(predicted) and math.isfinite(whole.elo.value) and math.isfinite(error)):
        return Verdict.UNDECIDED, f"{why}too few games to see whether steps add up."
    why += (
        f"two steps of {upper.elo.value:+.0f} and {lower.elo.value:+.0f} predict a score of "
        f"{100 * score_of_elo(predicted):.1f}%, and {100 * whole.score:.1f}% was made "
        f"({whole.elo.value - predicted:+.0f} Elo beside the sum, error {error:.0f})."
    )
    adds_up = abs(whole.elo.value - predicted) <= error
    if defined and adds_up:
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if defined else Verdict.FAILS), why


def draw(result: Result, figure: Figure) -> None:
    """The curve of the scale with the matches on it."""
    axes = figure.add_subplot()
    span = range(-400, 401, 10)
    axes.plot(span, [100 * score_of_elo(elo) for elo in span])
    axes.plot([ELO], [100 * CLAIMED_SCORE], "k*", markersize=14, label="claimed")
    rows = result.table(MATCHES).rows
    if all(isinstance(row[6], int | float) for row in rows):
        predicted = float(rows[0][6] or 0) + float(rows[1][6] or 0)
        axes.plot([predicted], [100 * float(rows[2][5] or 0)], "o", label="two steps against one match")
    axes.set_xlabel("Elo difference")
    axes.set_ylabel("score, per cent")
    axes.legend()
