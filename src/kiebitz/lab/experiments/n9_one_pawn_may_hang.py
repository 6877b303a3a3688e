"""Nimzo 1's static selectivity, as written and relaxed.

Nimzo 1 (here: the era Nimzo with static selectivity in place of the null move) solves a tactical suite with a fixed
number of nodes: without the rule, with the strict rule (nothing may hang), and with the relaxed one (with a piece in
hand one pawn may). Then the strict form plays the relaxed one, and none, at fixed nodes. Everything repeats exactly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, options_by_name
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction, in_any
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import suite
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search
from kiebitz.lab.measuring.settings import SearchSettings
from kiebitz.lab.measuring.statistics import difference, proportion, proportion_error, scaled
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

FIASCO = Prediction(
    "relaxing the rule ends in a fiasco",
    "Elo that the strict rule is better by, or the share of a tactical suite that it solves more of",
    FIASCO_ELO,
    unit="Elo",
    margin="a fiasco is 50 Elo or a tenth of the suite: no small loss, so that an evening of games shows it",
)
FIASCO_IN_SUITE = replace(FIASCO, low=100 * FIASCO_SHARE, unit="%")
PLAN = Plan(
    version=1,
    original="Wenn die Seite mit Zugrecht bereits eine Figur im Vorteil ist, darf maximal ein Bauer hängen. Versuche "
    "mit dieser Regel endeten aber im Fiasko.",
    translation="If the side to move is a piece up already, at most one pawn may hang. But trials with this rule ended "
    "in a fiasco.",
    predictions=(FIASCO,),
    sample=f"300 positions of Win at Chess, {NODES:,} nodes each; {2 * PAIRS} games at {MATCH_NODES:,} nodes a move",
    seeds="the openings are drawn with seed 1",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-21",
            "The rule asked only whether the strict form wins. A fiasco is a range of its own, and the match and the "
            "suite both exclude it.",
        ),
    ),
)


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
    return Result(
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


def judge(solved: dict[str, int], positions: int, elo: Estimate, games: int) -> Judgement:
    """A fiasco shows in the match or in the suite; there is none if both exclude it."""
    shares = [proportion(solved[rule], positions) for rule in ("strict", "relaxed")]
    more = difference(*(scaled(share, 100) for share in shares))
    fiasco = in_any(
        {
            "the match": FIASCO.judged(elo, games, "games"),
            "the suite": FIASCO_IN_SUITE.judged(more, positions, "positions"),
        }
    )
    return Judgement(
        (fiasco,),
        f"Of {positions} positions " + ", ".join(f"{number} solved {rule}" for rule, number in solved.items()) + ".",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    solved = {rule: number for rule, number, _ in result.rows(SOLVED)}
    matches = {row[:2]: row[2:] for row in result.rows(GAMES_PLAYED)}
    match = matches["strict", "relaxed"]
    return solved, result.rows(SOLVED)[0][2], elo_of_row(*match[3:]), sum(match[:3])


def draw(result: Result, figure: Figure) -> None:
    """Share of the suite solved by rule, with its interval."""
    axes = figure.add_subplot()
    rows = result.rows(SOLVED)
    shares = [scaled(proportion(solved, of), 100) for _, solved, of in rows]
    axes.errorbar(
        [str(row[0]) for row in rows], [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4
    )
    axes.margins(x=0.4)
    axes.set_ylabel("positions solved, per cent")
