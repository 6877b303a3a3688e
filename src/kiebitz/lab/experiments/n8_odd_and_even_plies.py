"""Whether odd plies cost more than even ones.

In an ordered tree of depth d about b^⌈d/2⌉ + b^⌊d/2⌋ leaves are visited (Knuth & Moore 1975), so that a ply that
makes the depth odd costs more than one that makes it even. From an empty table, the nodes of each iteration alone are
divided by those of the one before; means are geometric over positions. Plain alpha-beta (the era Nimzo without null
move, table or extensions), the era Nimzo, and today's search. Repeats exactly.

The article speaks of reaching the sixth ply from the fifth sooner than the seventh from the sixth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above, plain_logarithmic, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import Sample, championship_phases, taken_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import geometric_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N8",
    title="Odd plies cost more than even ones",
    statement="Programs come from the fifth to the sixth ply sooner than from the sixth to the seventh; extensions and "
    "selectivity blur it.",
    source=DOCUMENT,
)

PLAIN = "alpha-beta"
SEARCHES: dict[str, tuple[SearchSettings, int]] = {
    PLAIN: ({**NIMZO, "null_move_policy": OFF, "transposition_table": 0, "check_extension": 0}, 7),
    "nimzo": (NIMZO, 8),
    "today": (TODAY, 13),
}
PHASES = ("opening", "middlegame")
GAMES, QUICK_GAMES, QUICK_DEPTH = 30, 1, 4
FIRST = 3
RATIOS, EACH = "Cost of a ply", "Every position"

ODD_COST_MORE = Prediction(
    "from the fifth ply to the sixth sooner than to the seventh",
    "factor of the odd plies by that of the even ones, plain alpha-beta",
    1,
    is_ratio=True,
)
BLURRED = Prediction(
    "extensions and selectivity blur it",
    "the same of the era Nimzo by that of plain alpha-beta",
    high=1,
    is_ratio=True,
)
PLAN = Plan(
    version=2,
    original="Der Unterschied zwischen gerader und ungerader Suchtiefe erklärt auch, warum Programme etwa vom fünften "
    "in den sechsten Halbzug schneller kommen als vom sechsten in den siebten. Allerdings wird der Effekt durch "
    "Erweiterungen und die im folgenden beschriebenen selektiven Techniken etwas verwischt.",
    translation="The difference between even and odd depths explains, too, why programs come from the fifth ply to the "
    "sixth sooner than from the sixth to the seventh. But the effect is somewhat blurred by extensions and by the "
    "selective techniques described below.",
    qualifiers="“Somewhat”.",
    predictions=(ODD_COST_MORE, BLURRED),
    sample=f"an {PHASES[0]} and a {PHASES[1]} position of each of {GAMES} games; errors by games",
    earlier=(
        Earlier(
            "holds",
            "2026-11-22",
            "The stored totals gave no interval: positions are now kept one by one, and other ones are searched.",
        ),
        Earlier("holds", "2026-11-23", "Sixteen positions were searched; there are sixty now."),
    ),
)


def growth(fen: str, settings: SearchSettings, depth: int) -> list[float]:
    """Nodes of each iteration by those of the one before, from FIRST on."""
    ends = [line["nodes"] for line in search_once(fen, settings, hash_mb=64, depth=depth)["iterations"]]
    spent = [after - before for before, after in zip([0, *ends], ends, strict=False)]
    return [
        max(after, 1) / max(before, 1) for before, after in zip(spent[FIRST - 2 :], spent[FIRST - 1 :], strict=False)
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Search, and compare plies."""
    games = championship_phases(taken_games(quick, GAMES, QUICK_GAMES))
    samples = [Sample(name, phases[phase]) for name, phases in games for phase in PHASES]
    progress.expect(len(SEARCHES))
    rows, each = [], []
    for name, (settings, last) in SEARCHES.items():
        depth = QUICK_DEPTH if quick else last
        found = progress.step(
            f"{name}, depth {depth}, {len(samples)} positions",
            lambda settings=settings, depth=depth: [growth(sample.fen, settings, depth) for sample in samples],  # type: ignore[misc]
        )
        for sample, ratios in zip(samples, found, strict=True):
            each += [(name, sample.name, FIRST + number, ratio) for number, ratio in enumerate(ratios)]
        for number, of_ply in enumerate(zip(*found, strict=False)):
            mean, ply = geometric_mean(of_ply), FIRST + number
            rows.append((name, ply, "odd" if ply % 2 else "even", mean.value))
    return Result(
        tables=(
            Table(RATIOS, ("search", "ply", "parity", "factor"), tuple(rows)),
            Table(EACH, ("search", "game", "ply", "factor"), tuple(each)),
        ),
        conditions={"positions": f"{len(samples)}, from an empty table"},
    )


def judge(ratios: dict[str, dict[str, list[float]]]) -> Judgement:
    """Odd plies must cost more in plain alpha-beta, and by less with what was new; today's search is told.

    ``ratios`` are the factor of odd plies by that of even ones of every position, by search and game.
    """
    plain, nimzo, today = (
        {(game, place): ratio for game, found in ratios[name].items() for place, ratio in enumerate(found)}
        for name in (PLAIN, "nimzo", "today")
    )
    games = [game for game, _ in plain]
    sample = len(set(games)), "games"
    others = geometric_mean(today.values(), [game for game, _ in today])
    return Judgement(
        (
            ODD_COST_MORE.judged(geometric_mean(plain.values(), games), *sample),
            BLURRED.judged(geometric_mean((nimzo[key] / plain[key] for key in plain), games), *sample),
        ),
        f"In today's search odd plies cost {others.value:.2f} ({others.low:.2f} to {others.high:.2f}) times as much.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    factors: dict[tuple[str, str, int], tuple[list[float], list[float]]] = {}
    places: dict[tuple[str, str], int] = {}
    for name, game, ply, factor in result.rows(EACH):
        if ply == FIRST:
            places[name, game] = places.get((name, game), 0) + 1
        factors.setdefault((name, game, places[name, game]), ([], []))[ply % 2].append(factor)
    ratios: dict[str, dict[str, list[float]]] = {}
    for (name, game, _), (even, odd) in factors.items():
        ratio = geometric_mean(odd).value / geometric_mean(even).value
        ratios.setdefault(name, {}).setdefault(game, []).append(ratio)
    return (ratios,)


def draw(result: Result, figure: Figure) -> None:
    """The factor of each ply with its interval over games."""
    axes = figure.add_subplot()
    factors: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for name, game, ply, factor in result.rows(EACH):
        factors.setdefault((name, ply), []).append((factor, game))
    for name in SEARCHES:
        plies = [ply for search, ply in factors if search == name]
        found = [geometric_mean(*zip(*factors[name, ply], strict=True)) for ply in plies]
        axes.errorbar(plies, [factor.value for factor in found], whiskers_of(found), fmt="o-", capsize=3, label=name)
    axes.set_yscale("log")
    plain_logarithmic(axes.yaxis)
    axes.set_xlabel("ply")
    axes.set_ylabel("nodes of the iteration / of the one before")
    legend_above(figure, axes)
