"""Does a larger tree make fewer mistakes out of equally bad leaves? In three worlds.

1. *Trees of independent leaves.* Uniform trees whose leaves are won or lost by chance, balanced so that the root stays
open, each leaf misjudged with a given probability. The chance that the search chooses a losing move in a won root is
computed exactly, by a recursion over the levels; the leaves are as many plies away as the depth says.

2. *King and pawn against king.* All positions at once, with the truth from exhaustive analysis. The judge of the
leaves knows the truth but is wrong with a given probability, on purpose, in three ways: *each* position by itself; *in
kinds*, so that all positions with the same pawn and defending king are wrong together, as the errors of a real
evaluation are; *graded*, where the judge doesn't say won or drawn but gives a number that is the higher the nearer the
win, with Gaussian noise on it of such a width that the given fraction falls on the wrong side. A promotion ends the
tree and is judged no better. A search of depth d chooses among the moves by minimax over d - 1 plies below them (depth
0 chooses blindly); ties are broken evenly. Counted is how often it spoils the result where it could have kept it.

3. *A real evaluation.* Endings of three and four men in which few moves keep the result, searched by alpha-beta with
the ordering of old (captures, killers, history) and by today's search, depth by depth from an empty table; the
tablebases say what spoils. Here evaluation errors are what they are, and the leaves not equally bad: a deeper search
reaches mates and promotions that need no judgement, which counts for the tree as well. Of middlegames, where nobody
knows the truth, this says nothing.

The claim is that more depth means fewer errors. It is asked of each world twice: whether the deepest search errs less
than the shallowest, and whether that shows in the middle already.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import DEVIATIONS, Estimate
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, exactly, in_all, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.error_filter import back_up, balanced, decision_error, leaves
from kiebitz_claims.measuring.positions import choices
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import ORDERED, TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import mean, proportion_error, quotient, ratio_of_sums, scaled

if TYPE_CHECKING:
    from kiebitz_claims.measuring.pawn_ending import Grades, PawnEnding

BRANCHINGS = (2, 3, 8)
TREE_ERROR = 0.1
NOISES = (0.05, 0.1, 0.2, 0.3)
QUICK_NOISES = (0.1,)
DEPTHS, QUICK_DEPTHS = 12, 3
# Draws of the noise, and the seed of the first.
DRAWS, QUICK_DRAWS, FIRST_SEED = 10, 1, 2_026
ENGINE_DEPTHS, QUICK_ENGINE_DEPTHS = 11, 3
QUICK_CHOICES = 26
HASH_MB = 16
HALF = 0.5
ENDINGS = " search of endings"
MODELS = {"each": "each by itself", "kinds": "in kinds", "graded": "graded"}
# A drawn position's true grade is 0; a won one's lies between these, the higher the nearer the win.
FARTHEST_WIN, NEAREST_WIN = 0.5, 1.0
# Between drawn and won: beyond it the noise turns a judgement round.
HALF_GAP = (FARTHEST_WIN + NEAREST_WIN) / 4
TREES, ENDING, ENGINE = "Independent leaves", "King and pawn against king", "Endings of three and four men"
ENGINE_STYLES: dict[str, SearchSettings] = {"ordered": ORDERED, "today": TODAY}

STUDY = Study(__file__, constants=globals(), last_seed=FIRST_SEED + DRAWS - 1)
FEWER, HALFWAY = STUDY.predictions.values()


def tree_errors(branching: int, depths: int) -> list[float]:
    """By depth from 1: the probability of a losing choice in a won root of a tree with independent leaves."""
    level = leaves(balanced(branching), TREE_ERROR)
    errors = []
    for _ in range(depths):
        errors.append(decision_error(level, branching))
        level = back_up(level, branching)
    return errors


def ending_errors(ending: PawnEnding, model: str, noise: float, depths: int, draws: int) -> list[list[float]]:
    """By depth from 0: how often a choice spoils the result in king and pawn against king, for each draw."""
    import numpy as np

    from kiebitz_claims.measuring.pawn_ending import NO_MOVE, white_to_move

    where = np.flatnonzero(ending.choices)
    targets, white = ending.targets[where], white_to_move()[where][:, None]
    there = targets != NO_MOVE
    spoils = (ending.truth[targets] != white) & there
    blind = float((spoils.sum(axis=1) / there.sum(axis=1)).mean())
    found = []
    for seed in range(FIRST_SEED, FIRST_SEED + draws):
        grades = judgements(ending, model, noise, seed)
        errors = [blind]
        for _ in range(depths):
            own_view = np.where(there, np.where(white, grades[targets], -grades[targets]), -np.inf)
            preferred = own_view == own_view.max(axis=1, keepdims=True)
            errors.append(float(((spoils & preferred).sum(axis=1) / preferred.sum(axis=1)).mean()))
            grades = ending.back_up_grades(grades)
        found.append(errors)
    return found


def judgements(ending: PawnEnding, model: str, noise: float, seed: int) -> Grades:
    """The judge's values of every node, errors included; greater is better for White."""
    import numpy as np

    from kiebitz_claims.measuring.pawn_ending import NODES, PAWN_SQUARES, POSITIONS, SQUARES

    random = np.random.default_rng(seed)
    if model == "graded":
        nearness = 1 - ending.distance / ending.distance.max()
        grades = np.where(ending.truth, FARTHEST_WIN + (NEAREST_WIN - FARTHEST_WIN) * nearness, 0.0)
        width = HALF_GAP / NormalDist().inv_cdf(1 - noise)
        said = grades + random.normal(0, width, NODES)
    else:
        flipped = random.random(NODES) < noise
        if model == "kinds":
            kinds = random.random(2 * SQUARES * PAWN_SQUARES) < noise
            side, rest = np.divmod(np.arange(POSITIONS), POSITIONS // 2)
            flipped[:POSITIONS] = kinds[side * SQUARES * PAWN_SQUARES + rest % (SQUARES * PAWN_SQUARES)]
        grades = ending.truth.astype(float)
        said = (ending.truth ^ flipped).astype(float)
    # Mates, stalemates and a lost pawn are no matter of judgement: the last two nodes are never wrong.
    said[-2:] = grades[-2:]
    return said.astype(np.float32)


def engine_errors(settings: SearchSettings, depth: int, count: int | None) -> str:
    """Every ending, spoiled (-) by a search to this depth or not (+)."""
    from kiebitz_claims.measuring.searching import search_once

    return "".join(
        "+" if search_once(choice.fen, settings, hash_mb=HASH_MB, depth=depth)["move"] in choice.best else "-"
        for choice in choices(count)
    )


def measure(quick: bool, progress: Progress) -> Result:
    """All three worlds."""
    from kiebitz_claims.measuring.pawn_ending import build

    noises, depths = (QUICK_NOISES, QUICK_DEPTHS) if quick else (NOISES, DEPTHS)
    draws, engine_depths = (QUICK_DRAWS, QUICK_ENGINE_DEPTHS) if quick else (DRAWS, ENGINE_DEPTHS)
    count = len(choices(QUICK_CHOICES if quick else None))
    progress.expect(len(MODELS) * len(noises) + len(ENGINE_STYLES) * engine_depths)
    worlds: dict[str, list[float]] = {}
    tree_rows = []
    for branching in BRANCHINGS:
        errors = worlds[f"independent leaves, {branching} moves"] = tree_errors(branching, depths)
        tree_rows += [(branching, depth, error) for depth, error in enumerate(errors, 1)]
    ending = build()
    ending_rows = []
    for model, meaning in MODELS.items():
        for noise in noises:
            step = f"KPvK, noise {noise} {meaning}, depth {depths}, {draws} draws from {FIRST_SEED}"
            drawn = progress.step(step, ending_errors, ending, model, noise, depths, draws)
            worlds[f"KPvK, {noise:.0%} wrong {meaning}"] = [fmean(errors) for errors in zip(*drawn, strict=True)][1:]
            ending_rows += [
                (meaning, noise, draw, depth, error)
                for draw, errors in enumerate(drawn, 1)
                for depth, error in enumerate(errors)
            ]
    engine_rows = []
    for style, settings in ENGINE_STYLES.items():
        spoiled = [
            progress.step(f"{style}, depth {depth}, {count} endings", engine_errors, settings, depth, count)
            for depth in range(1, engine_depths + 1)
        ]
        numbers = [each.count("-") for each in spoiled]
        worlds[f"{style}{ENDINGS}"] = [number / count for number in numbers]
        engine_rows += [
            (style, depth, number, number / count, proportion_error(number, count), each)
            for depth, (number, each) in enumerate(zip(numbers, spoiled, strict=True), 1)
        ]
    return STUDY.result(
        tree_rows,
        ending_rows,
        engine_rows,
        figures=tuple(
            measurement
            for name, errors in worlds.items()
            for measurement in (
                Measurement(f"{name}: errors at the least depth", 100 * errors[0], "%"),
                Measurement(f"{name}: errors at the greatest depth", 100 * errors[-1], "%"),
            )
        ),
        conditions={
            "independent leaves": f"each wrong with probability {TREE_ERROR}, trees balanced",
            "king and pawn against king": f"every position with a choice, {draws} draws of the noise",
            "endings": f"{count}, searched with a real evaluation, table of {HASH_MB} MB emptied before each search",
        },
    )


def judge(worlds: dict[str, dict[str, list[list[float]]]], endings: int) -> Judgement:
    """The claim is about real evaluations, the first world; the worlds of theory are its conditions.

    ``worlds`` are errors by depth, by world and setting, for each draw of the noise; where there is one alone, they are
    counts of so many ``endings`` with real evaluations, and else exact. A world has a statement hold if all of its
    settings do.
    """

    def asked(prediction: Prediction, depth_of: Callable[[list[float]], int]) -> Part:
        return in_its_own(
            {
                world: in_all(
                    {
                        setting: prediction.judged(
                            changed(drawn, depth_of(drawn[0]), endings * (world == ENGINE)),
                            *((endings, "endings") if world == ENGINE else (len(drawn), "draws")),
                        )
                        for setting, drawn in settings.items()
                    }
                )
                for world, settings in worlds.items()
            }
        )

    return Judgement((asked(FEWER, lambda errors: len(errors) - 1), asked(HALFWAY, middle)))


def middle(errors: list[float]) -> int:
    """The place of the depth in the middle, an even number of plies beyond the first if there are enough."""
    return max(len(errors) // 4 * 2, 1)


def changed(drawn: list[list[float]], place: int, counted: int) -> Estimate:
    """Errors at a depth by those at the first, over the draws if there are several."""
    if len(drawn) > 1:
        return ratio_of_sums([errors[place] for errors in drawn], [errors[0] for errors in drawn])
    return change(drawn[0][0], drawn[0][place], counted)


def change(earlier: float, later: float, counted: int) -> Estimate:
    """One error by another; the interval is that of two shares of so many positions (none if they are exact)."""
    if not counted:
        return exactly(later / earlier)
    # Half an error more keeps what was never seen from being impossible (Katz and others 1978, Haldane's correction).
    seen = [error * counted + HALF for error in (earlier, later)]
    return quotient(*(spread(number, counted + 2 * HALF) for number in reversed(seen)))


def spread(number: float, of: float) -> Estimate:
    """A share with the interval of its logarithm."""
    factor = math.exp(DEVIATIONS * math.sqrt(max(1 / number - 1 / of, 0.0)))
    return Estimate(number / of, number / of / factor, number / of * factor)


def percent(fractions: list[float]) -> list[float]:
    """Fractions in percent."""
    return [100 * fraction for fraction in fractions]


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    worlds: dict[str, dict[str, list[list[float]]]] = {ENGINE: {}, TREES: {}}
    for branching, _, errors in result.rows(TREES):
        worlds[TREES].setdefault(f"{branching} moves", [[]])[0].append(errors)
    for wrong, noise, draw, depth, errors in result.rows(ENDING):
        if depth:
            drawn = worlds.setdefault(f"{ENDING} ({wrong})", {}).setdefault(f"{noise:.0%} wrong", [])
            if len(drawn) < draw:
                drawn.append([])
            drawn[-1].append(errors)
    for style, _, _, errors, *_ in result.rows(ENGINE):
        worlds[ENGINE].setdefault(style, [[]])[0].append(errors)
    _, _, spoiled, errors, *_ = result.rows(ENGINE)[0]
    return worlds, round(spoiled / errors)


def draw(result: Result, figure: Figure) -> None:
    """One panel a world: errors by depth."""
    panels = figure.subplots(1, 3)
    trees = result.table(TREES)
    for branching in trees.values("moves"):
        errors = percent(trees.numbers("errors", moves=branching))
        panels[0].plot(trees.numbers("depth", moves=branching), errors, "o-", markersize=3, label=f"{branching} moves")
    panels[0].set_title("Independent leaves, 10% wrong")
    ending = result.table(ENDING)
    for number, noise in enumerate(ending.values("noise")):
        for meaning, line in zip(MODELS.values(), ("-", ":", "--"), strict=True):
            drawn = [row for row in result.rows(ENDING) if row[:2] == (meaning, noise)]
            depths = sorted({row[3] for row in drawn})
            means = [scaled(mean(row[4] for row in drawn if row[3] == depth), 100) for depth in depths]
            # Depth 0 is the blind choice, which would hide the rest.
            label = f"{float(noise or 0):.0%} wrong" if line == "-" else None
            panels[1].errorbar(
                depths[1:],
                [each.value for each in means[1:]],
                [each.error if math.isfinite(each.error) else 0 for each in means[1:]],
                linestyle=line,
                color=f"C{number}",
                label=label,
            )
    panels[1].set_title("KPvK (dotted: in kinds; dashed: graded)")
    engine = result.table(ENGINE)
    for style in engine.values("search"):
        panels[2].errorbar(
            engine.numbers("depth", search=style),
            percent(engine.numbers("errors", search=style)),
            yerr=percent(engine.numbers("±", search=style)),
            marker="o",
            markersize=3,
            label=style,
        )
    panels[2].set_title("Endings of 3 and 4 men")
    for panel in panels:
        panel.set(xlabel="depth, plies", ylim=(0, 1.3 * panel.get_ylim()[1]))
        panel.xaxis.get_major_locator().set_params(integer=True)
        panel.legend(fontsize=8, ncols=2)
        panel.title.set_fontsize(9)
    panels[0].set_ylabel("wrong moves, %")
