"""Whether odd plies cost more than even ones.

In an ordered tree of depth d about b^⌈d/2⌉ + b^⌊d/2⌋ leaves are visited (Knuth & Moore 1975), so that a ply that
makes the depth odd costs more than one that makes it even. The article explains by it why programs come from the fifth
ply to the sixth sooner than from the sixth to the seventh. In time every ply takes longer than the one before, odd or
even; what parity explains is by how many times. So the nodes of each iteration alone are divided by those of the one
before, from an empty table, and the factor of the seventh ply by that of the sixth; means are geometric over positions.

Alpha-beta alone is the era Nimzo without null move, table and extensions. The article's concession, that extensions
and selective techniques blur the effect somewhat, is asked of the same search with check extension and null move. Whole
Nimzo, with its table, and today's search are told beside them. Repeats exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above, plain_logarithmic
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import championship_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import geometric_mean

if TYPE_CHECKING:
    from kiebitz.arena.match.elo import Estimate

PLAIN, SELECTIVE = "alpha-beta", "with extensions and null move"
SEARCHES: dict[str, SearchSettings] = {
    PLAIN: {**NIMZO, "null_move_policy": OFF, "transposition_table": 0, "check_extension": 0},
    SELECTIVE: {**NIMZO, "transposition_table": 0},
    "nimzo": NIMZO,
    "today": TODAY,
}
PHASES = ("opening", "middlegame")
GAMES, QUICK_GAMES = slice(30, 60), slice(1)
FIRST, LAST, QUICK_LAST = 3, 7, 5
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), games=GAMES.stop - GAMES.start)
SOONER, BLURRED, SOMEWHAT = STUDY.predictions.values()


def growth(fen: str, settings: SearchSettings, depth: int) -> list[float]:
    """Nodes of each iteration by those of the one before, from FIRST on."""
    ends = [line["nodes"] for line in search_once(fen, settings, hash_mb=64, depth=depth)["iterations"]]
    spent = [after - before for before, after in zip([0, *ends], ends, strict=False)]
    return [
        max(after, 1) / max(before, 1) for before, after in zip(spent[FIRST - 2 :], spent[FIRST - 1 :], strict=False)
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Search, and compare plies."""
    last = QUICK_LAST if quick else LAST
    games = championship_phases(QUICK_GAMES if quick else GAMES)
    samples = [(phase, name, phases[phase]) for name, phases in games for phase in PHASES]
    progress.expect(len(SEARCHES))
    rows, each = [], []
    for search, settings in SEARCHES.items():
        found = progress.step(
            f"{search}, depth {last}, {len(samples)} positions",
            lambda settings=settings: [growth(fen, settings, last) for _, _, fen in samples],  # type: ignore[misc]
        )
        for (phase, name, _), factors in zip(samples, found, strict=True):
            each += [(search, phase, name, ply, factor) for ply, factor in enumerate(factors, FIRST)]
        for ply, of_ply in enumerate(zip(*found, strict=True), FIRST):
            rows.append((search, ply, "odd" if ply % 2 else "even", geometric_mean(of_ply).value))
    return STUDY.result(rows, each, conditions={"positions": f"{len(samples)}, from an empty table"})


def judge(ratios: dict[str, dict[tuple[str, str], float]]) -> Judgement:
    """Alpha-beta's factor must be above one; that with extensions and null move below it, and above one, too.

    ``ratios`` are the last ply's factor by that of the ply before, by search, of each game's phase.
    """
    games = [game for game, _ in ratios[PLAIN]]
    sample = len(set(games)), "games"
    blurring = [ratios[SELECTIVE][place] / plain for place, plain in ratios[PLAIN].items()]
    return Judgement(
        (
            SOONER.judged(of_search(ratios[PLAIN]), *sample),
            BLURRED.judged(geometric_mean(blurring, games), *sample),
            SOMEWHAT.judged(of_search(ratios[SELECTIVE]), *sample),
        ),
        f"The same of the whole era Nimzo, with its table: {_told(ratios['nimzo'])}; of today's search: "
        f"{_told(ratios['today'])}.",
    )


def of_search(ratios: dict[tuple[str, str], float]) -> Estimate:
    """The mean over a search's positions, by game and phase."""
    return geometric_mean(ratios.values(), [game for game, _ in ratios])


def _told(ratios: dict[tuple[str, str], float]) -> str:
    found = of_search(ratios)
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    factors: dict[str, dict[tuple[str, str], list[float]]] = {}
    for search, phase, game, _, factor in result.rows(EACH):
        factors.setdefault(search, {}).setdefault((game, phase), []).append(factor)
    return (
        {
            search: {place: found[-1] / found[-2] for place, found in of_places.items()}
            for search, of_places in factors.items()
        },
    )


def draw(result: Result, figure: Figure) -> None:
    """The factor of each ply with its interval over games."""
    axes = figure.add_subplot()
    axes.set_xticks(range(FIRST, LAST + 1))
    factors: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for search, _, game, ply, factor in result.rows(EACH):
        factors.setdefault((search, ply), []).append((factor, game))
    for name in SEARCHES:
        plies = [ply for search, ply in factors if search == name]
        found = [geometric_mean(*zip(*factors[name, ply], strict=True)) for ply in plies]
        intervals(axes, plies, found, fmt="o-", capsize=3, label=name)
    axes.set_yscale("log")
    plain_logarithmic(axes.yaxis)
    axes.set(xlabel="ply", ylabel="nodes of the iteration / of the one before")
    legend_above(figure, axes)
