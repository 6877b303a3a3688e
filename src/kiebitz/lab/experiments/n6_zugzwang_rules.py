"""Donninger's rules against zugzwang, one by one.

Two sets of positions: known zugzwang positions, and endings of three and four men with pawns, in which few moves keep
the result (as the tablebases know); these with three limits of nodes. Searched by Nimzo under Donninger's policy with
no rule, each rule alone and all of them, and without null moves. Solved means that the move is one of the right ones;
with rule III it is also counted how often zugzwang was called at the root. The evaluation's knowledge of endings (the
module `special_cases`) is off: it knows king and pawn against king by heart, where search shall show what it can.
Everything repeats exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.measuring.null_move_settings import OFF, RULES
from kiebitz.lab.measuring.positions import Exercise, choices, suite
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import SearchSettings
from kiebitz.lab.measuring.statistics import proportion_error

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
NODES = {ZUGZWANGS: 1_000_000, "endings, 1,000 nodes": 1_000, "endings, 5,000": 5_000, "endings, 20,000": 20_000}
QUICK_NODES = {ZUGZWANGS: 3_000, "endings, 500 nodes": 500}
QUICK_COUNT = 3
# Of fewer that fall one way, all by chance, a sign test says nothing: 2 · ½⁵ = 0.06.
FEWEST_LOST = 6
NO_NULL = "no null move"
SOLVED = "Solved by rule"
VARIANTS: dict[str, SearchSettings] = {**RULES, NO_NULL: {"null_move_policy": OFF}}


class Solved(TypedDict):
    """A set under one variant."""

    solved: int
    called: int
    """How often zugzwang was called at the root (rule III)."""


def positions_of(name: str, quick: bool) -> list[Exercise]:
    """The positions of a set."""
    found = suite("zugzwang") if name == ZUGZWANGS else [choice for choice in choices() if "P" in choice.name]
    return found[:QUICK_COUNT] if quick else found


def solve(positions: list[Exercise], settings: SearchSettings, nodes: int) -> Solved:
    """How many a variant solves."""
    solved = called = 0
    with Engine(**options_by_name(settings, hash_mb=4, era="nimzo", special_cases=0)) as engine:
        for position in positions:
            engine.new_game()
            info = engine.analyse(position.fen, Limit(nodes=nodes))
            solved += info.best_move in position.best
            called += info.zugzwang
    return Solved(solved=solved, called=called)


def measure(quick: bool, progress: Progress) -> Result:
    """Solve every set under every variant."""
    limits = QUICK_NODES if quick else NODES
    found = {name: positions_of(name, quick) for name in limits}
    progress.expect(len(found) * len(VARIANTS))
    results: dict[tuple[str, str], Solved] = {}
    for name, positions in found.items():
        for variant, settings in VARIANTS.items():
            results[name, variant] = progress.step(
                f"{name}, {variant}, {limits[name]:,} nodes",
                lambda positions=positions, settings=settings, name=name: solve(positions, settings, limits[name]),  # type: ignore[misc]
            )
    rows = [
        (name, variant, result["solved"], len(found[name]), 100 * result["solved"] / len(found[name]), result["called"])
        for (name, variant), result in results.items()
    ]
    verdict, why = judge(results, {name: len(positions) for name, positions in found.items() if name != ZUGZWANGS})
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"solved, {row[0]}, {row[1]}", row[4], "%", 100 * proportion_error(row[2], row[3]))
            for row in rows
        ),
        tables=(Table(SOLVED, ("set", "variant", "solved", "of", "per cent", "zugzwang called"), tuple(rows)),),
        conditions={
            "search": "the era Nimzo",
            "nodes": ", ".join(f"{name}: {nodes:,}" for name, nodes in limits.items()),
        },
    )


def judge(results: dict[tuple[str, str], Solved], counts: dict[str, int]) -> tuple[Verdict, str]:
    """The claim holds if rule I or II brings the endings back to what the search without null moves solves.

    Nothing is decided by fewer losses than chance brings about.
    """
    solved = {variant: sum(results[name, variant]["solved"] for name in counts) for variant in VARIANTS}
    called = sum(results[name, "rule III"]["called"] for name in counts)
    zugzwangs = {variant: results[ZUGZWANGS, variant]["solved"] for variant in VARIANTS}
    why = (
        f"Of {sum(counts.values())} searches of endings with pawns, solved: "
        + ", ".join(f"{number} with {name}" for name, number in solved.items())
        + f" (rule III calls zugzwang at the root of {called}); of the zugzwang positions "
        + ", ".join(f"{number} with {name}" for name, number in zugzwangs.items())
        + "."
    )
    lost = solved[NO_NULL] - solved["no rule"]
    if lost <= 0:
        return Verdict.UNDECIDED, f"The null move loses no ending even without rules. {why}"
    if lost < FEWEST_LOST:
        return Verdict.UNDECIDED, f"{why} The {lost} lost by the null move are too few to tell from chance."
    regained = max(solved["rule I"], solved["rule II"], solved["all rules"]) - solved["no rule"]
    if regained >= lost:
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if regained > 0 else Verdict.FAILS), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(SOLVED)
    solved = {row[:2]: {"solved": row[2], "called": row[5]} for row in rows}
    return solved, {row[0]: row[3] for row in rows if row[0] != ZUGZWANGS}


def draw(result: Result, figure: Figure) -> None:
    """Share solved by variant, for both sets."""
    axes = figure.add_subplot()
    table = result.table(SOLVED)
    names = list(dict.fromkeys(str(name) for name in table.column("set")))
    width = 0.8 / len(names)
    for number, name in enumerate(names):
        shares = [table.numbers("per cent", set=name, variant=variant)[0] for variant in VARIANTS]
        axes.bar([place + width * number for place in range(len(shares))], shares, width, label=name)
    axes.set_xticks([place + 0.4 - width / 2 for place in range(len(VARIANTS))], list(VARIANTS), rotation=20)
    axes.set_ylabel("solved, per cent")
    axes.legend()
