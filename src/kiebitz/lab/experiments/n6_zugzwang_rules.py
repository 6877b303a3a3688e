"""Donninger's rules against zugzwang, one by one.

Two sets of positions: known zugzwang positions, and endings of three and four men with pawns, in which few moves keep
the result (as the tablebases know). Each is searched with a fixed number of nodes in Nimzo's search under Donninger's
policy with no rule, each rule alone and all of them, and without null moves. Solved means that the move is one of the
right ones; with rule III it is also counted how often zugzwang was called at the root. Everything repeats exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from kiebitz.engine import Engine
from kiebitz.lab.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.documents import NIMZO as DOCUMENT
from kiebitz.lab.null_move_settings import OFF, RULES
from kiebitz.lab.positions import Choice, choices, suite
from kiebitz.lab.progress import Progress
from kiebitz.lab.settings import Settings
from kiebitz.lab.statistics import proportion_error
from kiebitz.limit import Limit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N6",
    title="Rules against zugzwang",
    statement="Rules I and II remove the losses that the null move causes in pawn endings; rule III sees zugzwang at "
    "the root only, when it is mostly too late.",
    source=DOCUMENT,
)

ZUGZWANGS, ENDINGS = "zugzwangs", "endings with pawns"
NODES = {ZUGZWANGS: 1_000_000, ENDINGS: 20_000}
QUICK_NODES = {ZUGZWANGS: 3_000, ENDINGS: 1_000}
QUICK_COUNT = 3
NO_NULL = "no null move"
SOLVED = "Solved by rule"
VARIANTS: dict[str, Settings] = {**RULES, NO_NULL: {"null_move_policy": OFF}}


class Solved(TypedDict):
    """A set under one variant."""

    solved: int
    called: int
    """How often zugzwang was called at the root (rule III)."""


def sets(quick: bool) -> dict[str, list[Choice]]:
    """The sets of positions by name."""
    endings = [choice for choice in choices() if "P" in choice.name]
    found = {ZUGZWANGS: suite("zugzwang"), ENDINGS: endings}
    return {name: positions[:QUICK_COUNT] for name, positions in found.items()} if quick else found


def solve(positions: list[Choice], settings: Settings, nodes: int) -> Solved:
    """How many a variant solves."""
    solved = called = 0
    with Engine(**{"hash_mb": 4, "era": "nimzo", **settings}) as engine:
        for position in positions:
            engine.new_game()
            info = engine.analyse(position.fen, Limit(nodes=nodes))
            solved += info.best_move in position.best
            called += info.zugzwang
    return Solved(solved=solved, called=called)


def measure(quick: bool, progress: Progress) -> Result:
    """Solve every set under every variant."""
    limits = QUICK_NODES if quick else NODES
    found = sets(quick)
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
    verdict, why = judge({variant: results[ENDINGS, variant] for variant in VARIANTS}, len(found[ENDINGS]))
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


def judge(endings: dict[str, Solved], count: int) -> tuple[Verdict, str]:
    """The claim holds if rules I or II bring the endings back to what the search without null moves solves."""
    solved = {variant: result["solved"] for variant, result in endings.items()}
    why = f"Of {count} endings with pawns, solved: " + ", ".join(
        f"{number} with {name}" for name, number in solved.items()
    )
    why += f"; rule III calls zugzwang at the root of {endings['rule III']['called']}."
    lost = solved[NO_NULL] - solved["no rule"]
    if lost <= 0:
        return Verdict.UNDECIDED, f"The null move loses none of them even without rules: {why}"
    regained = max(solved["rule I"], solved["rule II"], solved["all rules"]) - solved["no rule"]
    if regained >= lost:
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if regained > 0 else Verdict.FAILS), why


def draw(result: Result, figure: Figure) -> None:
    """Share solved by variant, for both sets."""
    axes = figure.add_subplot()
    table = result.table(SOLVED)
    for number, name in enumerate((ZUGZWANGS, ENDINGS)):
        shares = [table.numbers("per cent", set=name, variant=variant)[0] for variant in VARIANTS]
        axes.bar([place + 0.4 * number for place in range(len(shares))], shares, 0.38, label=name)
    axes.set_xticks([place + 0.2 for place in range(len(VARIANTS))], list(VARIANTS), rotation=20)
    axes.set_ylabel("solved, per cent")
    axes.legend()
