"""Donninger's rules against zugzwang, one by one.

Two sets of positions: endings of three and four men in which the side to move would be better off if it could pass,
and such with pawns in which few moves keep the result (both as the tablebases know); these with three limits of nodes.
Searched by Nimzo under Donninger's policy with no rule, each rule alone and all of them, and without null moves.
Solved means that the move is one of the right ones; with rule III it is also counted how often zugzwang was called at
the root. The evaluation's knowledge of endings (the module `special_cases`) is off: it knows king and pawn against
king by heart, where search shall show what it can. Everything repeats exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.null_move_settings import OFF, RULES
from kiebitz.lab.measuring.positions import Exercise, choices, suite
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import SearchSettings
from kiebitz.lab.measuring.statistics import mean, proportion, proportion_error, rate, scaled
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N6",
    title="Rules against zugzwang",
    statement="Rules I and II remove the losses that the null move causes in pawn endings; rule III sees zugzwang at "
    "the root only, when it is mostly too late.",
    source=DOCUMENT,
)

ZUGZWANGS = "zugzwangs"
# Nodes by set; the endings come once for each limit.
NODES = {ZUGZWANGS: 100_000, "endings, 1,000 nodes": 1_000, "endings, 5,000": 5_000, "endings, 20,000": 20_000}
QUICK_NODES = {ZUGZWANGS: 3_000, "endings, 500 nodes": 500}
QUICK_COUNT = 3
LEAST_LOSS, LEFT = 0.01, 0.005
NO_NULL = "no null move"
SOLVED, EACH = "Solved by rule and set", "Every position"
VARIANTS: dict[str, SearchSettings] = {**RULES, NO_NULL: {"null_move_policy": OFF}}

LOSES = Prediction(
    "the null move loses in pawn endings",
    "endings solved without null moves less those solved with them and no rule",
    100 * LEAST_LOSS,
    unit="%",
    margin="a loss is a hundredth of the endings",
)
REMOVED = Prediction(
    "rules I and II remove these losses",
    "endings solved without null moves less those solved with both rules",
    high=100 * LEFT,
    unit="%",
    margin="removed if no more than a two-hundredth is left",
)
AT_THE_ROOT = Prediction(
    "rule III sees zugzwang at the root",
    "zugzwang positions in which it calls it",
    50,
    unit="%",
    margin="'really effectively': at least half of them",
)
TOO_LATE = Prediction(
    "when it is mostly too late", "games with a zugzwang called that were lost before", 50, unit="%", margin="'mostly'"
)
PLAN = Plan(
    version=2,
    original="Falls in der Ausgangsstellung eine Seite keine Figuren mehr besitzt, wird die Null-Zug-Heuristik für "
    "beide Seiten ausgeschaltet. … Regel III) … Wirklich effektiv erkennt sie nur Zugzwang-Stellungen in der "
    "Ausgangsposition. Dann ist es aber meistens schon zu spät.",
    translation="If one side has no pieces left in the initial position, the null move is switched off for both. … "
    "Rule III … Really effectively it recognises zugzwang in the initial position only. But then it is mostly too late "
    "already.",
    qualifiers="“That these rules by no means remove all problems” is shown by the mate of N5.",
    predictions=(LOSES, REMOVED, AT_THE_ROOT, TOO_LATE),
    sample="all endings of three and four men with a pawn and a choice, at three limits of nodes; 500 zugzwangs "
    f"of the tablebases, {NODES[ZUGZWANGS]:,} nodes each",
    earlier=(
        Earlier(
            "holds",
            "2026-11-21",
            "The rule compared counts without asking chance: the whole difference is 3 of 810 searches.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "Five known zugzwangs can't say how often rule III calls one; those of the tablebases are asked now.",
        ),
    ),
)


def positions_of(name: str, quick: bool) -> list[Exercise]:
    """The positions of a set."""
    found = (
        suite("tablebase_zugzwangs") if name == ZUGZWANGS else [choice for choice in choices() if "P" in choice.name]
    )
    return found[:QUICK_COUNT] if quick else found


def solve(positions: list[Exercise], settings: SearchSettings, nodes: int) -> list[list[int]]:
    """Of each position whether a variant solves it, and whether it calls zugzwang at the root (rule III); 1 or 0."""
    found = []
    with Engine(**options_by_name(settings, hash_mb=4, era="nimzo", special_cases=0)) as engine:
        for position in positions:
            engine.new_game()
            info = engine.analyse(position.fen, Limit(nodes=nodes))
            found.append([int(info.best_move in position.best), int(info.zugzwang)])
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Solve every set under every variant."""
    limits = QUICK_NODES if quick else NODES
    found = {name: positions_of(name, quick) for name in limits}
    progress.expect(len(found) * len(VARIANTS))
    rows, each = [], []
    for name, positions in found.items():
        columns = []
        for variant, settings in VARIANTS.items():
            outcomes = progress.step(
                f"{name}, {variant}, {limits[name]:,} nodes, {len(positions)} positions",
                lambda positions=positions, settings=settings, name=name: solve(positions, settings, limits[name]),  # type: ignore[misc]
            )
            columns.append([solved for solved, _ in outcomes])
            solved, called = (sum(column) for column in zip(*outcomes, strict=True))
            rows.append((name, variant, solved, len(positions), 100 * solved / len(positions), called))
        each += [
            (name, position.name, position.fen, *marks) for position, *marks in zip(positions, *columns, strict=True)
        ]
    return Result(
        measurements=tuple(
            Measurement(f"solved, {row[0]}, {row[1]}", row[4], "%", 100 * proportion_error(row[2], row[3]))
            for row in rows
        ),
        tables=(
            Table(SOLVED, ("set", "variant", "solved", "of", "per cent", "zugzwang called"), tuple(rows)),
            Table(EACH, ("set", "men", "position", *VARIANTS), tuple(each)),
        ),
        conditions={
            "search": "the era Nimzo",
            "nodes": ", ".join(f"{name}: {nodes:,}" for name, nodes in limits.items()),
            "every position": "1: solved, 0: not",
        },
    )


def judge(endings: dict[str, list[tuple[int, ...]]], zugzwangs: tuple[int, int]) -> Judgement:
    """Paired by ending, at all limits of nodes: the losses, and what the rules leave of them; then rule III's calls.

    ``endings`` are for each ending the outcomes at all limits, by variant, 1 for solved; ``zugzwangs`` how many rule
    III calls, and of how many. Whether it is too late then would take games.
    """
    names = range(len(endings[NO_NULL]))
    trials = [(name, limit) for name in names for limit in range(len(endings[NO_NULL][name]))]

    def lost(variant: str) -> Estimate:
        found = mean(
            (100.0 * (endings[NO_NULL][name][limit] - endings[variant][name][limit]) for name, limit in trials),
            [name for name, _ in trials],
        )
        # What was not seen among so many can still be there.
        unseen = 100.0 * rate(0, len(names)).high
        return Estimate(found.value, min(found.low, found.value - unseen), max(found.high, found.value + unseen))

    sample = len(names), "endings"
    called = proportion(*zugzwangs)
    return Judgement(
        (
            LOSES.judged(lost("no rule"), *sample),
            REMOVED.judged(lost("all rules"), *sample),
            AT_THE_ROOT.judged(scaled(called, 100), zugzwangs[1], "zugzwangs"),
            TOO_LATE.undecided("no games were played"),
        )
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    outcomes: dict[str, dict[str, list[int]]] = {variant: {} for variant in VARIANTS}
    for name, _, position, *marks in result.rows(EACH):
        if name != ZUGZWANGS:
            for variant, mark in zip(VARIANTS, marks, strict=True):
                outcomes[variant].setdefault(position, []).append(mark)
    endings = {variant: [tuple(marks) for marks in found.values()] for variant, found in outcomes.items()}
    (called,) = ((row[5], row[3]) for row in result.rows(SOLVED) if row[:2] == (ZUGZWANGS, "rule III"))
    return endings, called


def draw(result: Result, figure: Figure) -> None:
    """Endings solved by variant, with their intervals, one colour for each limit of nodes."""
    axes = figure.add_subplot()
    table = result.table(SOLVED)
    names = [str(name) for name in table.values("set") if name != ZUGZWANGS]
    for number, name in enumerate(names):
        shares = [
            scaled(
                proportion(*(table.numbers(heading, set=name, variant=variant)[0] for heading in ("solved", "of"))), 100
            )
            for variant in VARIANTS
        ]
        places = [place + 0.2 * number for place in range(len(shares))]
        axes.errorbar(places, [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4, label=name)
    axes.set_xticks([place + 0.1 * (len(names) - 1) for place in range(len(VARIANTS))], list(VARIANTS), rotation=20)
    axes.set_ylabel("endings solved, per cent")
    legend_above(figure, axes)
