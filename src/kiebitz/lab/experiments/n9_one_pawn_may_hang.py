"""Nimzo 1's static selectivity, as written and relaxed.

Nimzo 1 (here: the era Nimzo with static selectivity in place of the null move) solves a tactical suite with a fixed
number of nodes: without the rule, with the strict rule (nothing may hang), and with the relaxed one (with a piece in
hand one pawn may). Then the strict form plays the relaxed one, and none, at fixed nodes. Everything repeats exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, options_by_name
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.fit import Fit, fit
from kiebitz.lab.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import suite
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search
from kiebitz.lab.measuring.settings import SearchSettings
from kiebitz.lab.measuring.statistics import proportion_error
from kiebitz.match.elo import Estimate
from kiebitz.match.time_control import MatchLimit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N9",
    title="One pawn may hang",
    statement="Relaxing Nimzo 1's static rule, so that one pawn may hang when a piece is up, ends in a fiasco.",
    source=DOCUMENT,
)

RULES = ("off", "strict", "relaxed")
NODES, QUICK_NODES, QUICK_POSITIONS = 200_000, 1_000, 4
MATCH_NODES, PAIRS, QUICK_MATCH_NODES, QUICK_PAIRS = 10_000, 100, 300, 1
# What a fiasco costs at least: no small loss, so that an evening of games shows it.
FIASCO_ELO, FIASCO_SHARE = 50.0, 0.1
PAIRINGS = (("strict", "relaxed"), ("strict", "off"))
SOLVED, GAMES_PLAYED = "Tactical positions solved", "Matches at equal nodes"


def nimzo_1(rule: str) -> SearchSettings:
    """Nimzo before its null move."""
    return {**NIMZO, "null_move_policy": OFF, "static_selectivity": rule}


def solve(rule: str, nodes: int, count: int | None) -> int:
    """How many positions of the suite are solved."""
    solved = 0
    with Engine(**options_by_name(nimzo_1(rule), hash_mb=16)) as engine:
        for position in suite("win_at_chess", count):
            engine.new_game()
            solved += search(engine, position.fen, nodes=nodes)["move"] in position.best
    return solved


def measure(quick: bool, progress: Progress) -> Result:
    """Solve, then play."""
    nodes, count = (QUICK_NODES, QUICK_POSITIONS) if quick else (NODES, None)
    match_nodes, pairs = (QUICK_MATCH_NODES, QUICK_PAIRS) if quick else (MATCH_NODES, PAIRS)
    positions = len(suite("win_at_chess", count))
    progress.expect(len(RULES) + len(PAIRINGS) * pairs)
    solved = {
        rule: progress.step(
            f"{rule}, {nodes:,} nodes, {positions} positions",
            lambda rule=rule: solve(rule, nodes, count),  # type: ignore[misc]
        )
        for rule in RULES
    }
    outcomes = {
        (first, second): play_match(
            f"{first} - {second}, {match_nodes} nodes",
            Side(nimzo_1(first)),
            Side(nimzo_1(second)),
            pairs,
            progress,
            match_limit=MatchLimit(nodes=match_nodes),
        )
        for first, second in PAIRINGS
    }
    verdict, why = judge(solved, positions, outcomes[PAIRINGS[0]].elo)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"solved, {rule}", 100 * number / positions, "%", 100 * proportion_error(number, positions))
            for rule, number in solved.items()
        ),
        tables=(
            Table(
                SOLVED, ("rule", "solved", "of"), tuple((rule, number, positions) for rule, number in solved.items())
            ),
            Table(
                GAMES_PLAYED,
                ("first", "second", *HEADINGS),
                tuple((*pair, *outcome.row) for pair, outcome in outcomes.items()),
            ),
        ),
        conditions={
            "search": "the era Nimzo without null move",
            "suite": f"Win at Chess, {nodes:,} nodes a position",
            "matches": f"{match_nodes:,} nodes a move, {2 * pairs} games each",
        },
    )


def judge(solved: dict[str, int], positions: int, elo: Estimate) -> tuple[Verdict, str]:
    """A fiasco is what surely costs FIASCO_ELO in the match, or FIASCO_SHARE of the suite; none, what costs neither."""
    found = ", ".join(f"{number} solved with the rule {rule}" for rule, number in solved.items())
    why = (
        f"Of {positions} positions {found}; strict against relaxed: {elo.value:+.0f} Elo "
        f"({elo.low:+.0f} to {elo.high:+.0f}). A fiasco would be {FIASCO_ELO:.0f} Elo or {FIASCO_SHARE:.0%} of the"
        " suite."
    )
    fewer = (solved["strict"] - solved["relaxed"]) / positions
    error = math.hypot(*(proportion_error(solved[rule], positions) for rule in ("strict", "relaxed")))
    fiasco = fit(elo, low=FIASCO_ELO), fit(Estimate(fewer, fewer - error, fewer + error), low=FIASCO_SHARE)
    if Fit.WITHIN in fiasco:
        return Verdict.HOLDS, why
    return (Verdict.FAILS if set(fiasco) == {Fit.OUTSIDE} else Verdict.UNDECIDED), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    solved = {rule: number for rule, number, _ in result.rows(SOLVED)}
    gains = {row[:2]: elo_of_row(*row[5:]) for row in result.rows(GAMES_PLAYED)}
    return solved, result.rows(SOLVED)[0][2], gains["strict", "relaxed"]


def draw(result: Result, figure: Figure) -> None:
    """Positions solved by rule."""
    axes = figure.add_subplot()
    table = result.table(SOLVED)
    axes.bar([str(rule) for rule in table.column("rule")], table.numbers("solved"))
    axes.set_ylabel("positions solved")
