"""Nimzo 1's static selectivity, as written and relaxed.

Nimzo 1 (here: the era Nimzo with static selectivity in place of the null move) solves a tactical suite with a fixed
number of nodes: without the rule, with the strict rule (nothing may hang), and with the relaxed one (with a piece in
hand one pawn may). Then the strict form plays the relaxed one, and none, at fixed nodes. Everything repeats exactly.

The article's example is set up in middlegames of real games: a rook on a1 that can't move, Black's bishop on the long
diagonal, and an unprotected pawn on d4 between them, White a piece up. In the printed form White may put the pawn
there; in another it stands there and the bishop comes. A rule is taken in where its search of four plies values White
two pawns or more above the same search without the rule.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, options_by_name
from kiebitz_claims.claims.claim import Cell, Measurement, Result
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, in_any
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.long_diagonal import FORMS, with_motif
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import Sample, championship_positions, phase_positions, suite
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search, search_once
from kiebitz_claims.measuring.settings import SearchSettings
from kiebitz_claims.measuring.statistics import paired_difference, proportion, proportion_error, scaled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RULES = ("off", "strict", "relaxed")
NODES, QUICK_NODES, QUICK_POSITIONS = 200_000, 1_000, 4
MATCH_NODES, PAIRS, QUICK_MATCH_NODES, QUICK_PAIRS = 10_000, 200, 300, 1
MOTIF_DEPTH, QUICK_GAMES, HASH_MB = 4, 3, 16
SEED = 901
# Centipawns too many that show that a rule was taken in.
TAKEN_IN = 200
# In so many positions of a form at least the rules must find different values, else the form asks nothing of them.
DIFFERING_SHARE = 0.1
PAIRINGS = (("strict", "relaxed"), ("strict", "off"))
SOLVED, GAMES_PLAYED = "Tactical positions, one by one", "Matches at equal nodes"
MOTIFS = "The pawn on d4"

STUDY = Study(__file__, constants=globals(), games=2 * PAIRS, HEADINGS=HEADINGS)
FIASCO, MOTIF = STUDY.predictions.values()
FIASCO_IN_SUITE = replace(FIASCO, low=10.0, unit="%")


def nimzo_1(rule: str) -> SearchSettings:
    """Nimzo before its null move."""
    return {**NIMZO, "null_move_policy": OFF, "static_selectivity": rule}


def solve(rule: str, nodes: int, count: int | None) -> str:
    """Every position of the suite, solved (+) or not (-)."""
    solved = ""
    with Engine(**options_by_name(nimzo_1(rule), hash_mb=16)) as engine:
        for position in suite("win_at_chess", count):
            engine.new_game()
            solved += "+" if search(engine, position.fen, nodes=nodes)["move"] in position.best else "-"
    return solved


def motif_positions(quick: bool) -> dict[str, list[Sample]]:
    """Positions with the motif, by form; a quick run takes other games."""
    samples = phase_positions("middlegame", QUICK_GAMES) if quick else championship_positions("middlegame")
    return {form: [found for sample in samples if (found := with_motif(sample, form)) is not None] for form in FORMS}


def white_values(sample: Sample) -> list[int]:
    """White's value under each rule after a search of a few plies, centipawns."""
    sign = 1 if " w " in sample.fen else -1
    return [
        sign * search_once(sample.fen, nimzo_1(rule), hash_mb=HASH_MB, depth=MOTIF_DEPTH)["centipawns"]
        for rule in RULES
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Solve, look at the motif, then play."""
    nodes, count = (QUICK_NODES, QUICK_POSITIONS) if quick else (NODES, None)
    match_nodes, pairs = (QUICK_MATCH_NODES, QUICK_PAIRS) if quick else (MATCH_NODES, PAIRS)
    positions = len(suite("win_at_chess", count))
    motifs = motif_positions(quick)
    progress.expect(len(RULES) + sum(map(len, motifs.values())) + len(PAIRINGS) * pairs)
    solved = {
        rule: progress.step(
            f"{rule}, {nodes:,} nodes, {positions} positions",
            lambda rule=rule: solve(rule, nodes, count),  # type: ignore[misc]
        )
        for rule in RULES
    }
    motif_rows: list[tuple[Cell, ...]] = [
        (
            form,
            sample.name,
            sample.fen,
            *progress.step(
                f"{form}, {sample.fen}, depth {MOTIF_DEPTH}",
                lambda sample=sample: white_values(sample),  # type: ignore[misc]
            ),
        )
        for form, samples in motifs.items()
        for sample in samples
    ]
    outcomes = {
        (first, second): play_match(
            f"{first} - {second}, {match_nodes} nodes",
            Side(nimzo_1(first)),
            Side(nimzo_1(second)),
            pairs,
            progress,
            match_limit=MatchLimit(nodes=match_nodes),
            openings_seed=SEED,
        )
        for first, second in PAIRINGS
    }
    return STUDY.result(
        ((rule, each.count("+"), positions, each) for rule, each in solved.items()),
        ((*pair, *outcome.row) for pair, outcome in outcomes.items()),
        motif_rows,
        figures=tuple(
            Measurement(f"solved, {rule}", 100 * number / positions, "%", 100 * proportion_error(number, positions))
            for rule, number in ((rule, each.count("+")) for rule, each in solved.items())
        ),
        motifs=len(motif_rows),
        nodes=nodes,
        match_nodes=match_nodes,
        games=2 * pairs,
    )


def taken_in(values: list[tuple[int, int, int]]) -> tuple[int, int]:
    """Positions in which only the relaxed rule is taken in, and those in which only the strict one is.

    ``values`` are White's without rule, strict and relaxed, centipawns.
    """
    marks = [(strict - off >= TAKEN_IN, relaxed - off >= TAKEN_IN) for off, strict, relaxed in values]
    return marks.count((False, True)), marks.count((True, False))


def motif_judged(values: list[tuple[int, int, int]]) -> Part:
    """The motif in one form, if the rules differ there at all."""
    differ = sum(len(set(each)) > 1 for each in values)
    if differ < DIFFERING_SHARE * len(values):
        return MOTIF.undecided(f"in {len(values) - differ} of {len(values)} positions all rules find one value")
    return MOTIF.judged(scaled(paired_difference(*taken_in(values), len(values)), 100), len(values), "positions")


def judge(
    solved: dict[str, str], elo: Estimate, games: int, motifs: dict[str, list[tuple[int, int, int]]]
) -> Judgement:
    """A fiasco shows in the match or the suite, the motif in one form; one in which no rules differ asks nothing.

    ``solved`` is every position of the suite, solved (+) or not (-), by rule; ``motifs`` are White's values without
    rule, strict and relaxed, by form.
    """
    pairs = Counter(zip(solved["strict"], solved["relaxed"], strict=True))
    positions = pairs.total()
    more = scaled(paired_difference(pairs["+", "-"], pairs["-", "+"], positions), 100)
    fiasco = in_any(
        {
            "the match": FIASCO.judged(elo, games, "games"),
            "the suite": FIASCO_IN_SUITE.judged(more, positions, "positions"),
        }
    )
    motif = in_any({form: motif_judged(values) for form, values in motifs.items()})
    return Judgement(
        (fiasco, motif),
        f"Of {positions} positions "
        + ", ".join(f"{each.count('+')} solved {rule}" for rule, each in solved.items())
        + f"; {pairs['+', '-']} strict alone, {pairs['-', '+']} relaxed alone.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    solved = {rule: each for rule, _, _, each in result.rows(SOLVED)}
    matches = {row[:2]: row[2:] for row in result.rows(GAMES_PLAYED)}
    match = matches["strict", "relaxed"]
    motifs: dict[str, list[tuple[int, ...]]] = {}
    for form, _, _, *values in result.rows(MOTIFS):
        motifs.setdefault(form, []).append(tuple(values))
    return solved, elo_of_row(*match[3:]), sum(match[:3]), motifs


def draw(result: Result, figure: Figure) -> None:
    """Share of the suite solved by rule, and Elo of the matches, with their intervals."""
    left, right = figure.subplots(1, 2)
    rows, matches = result.rows(SOLVED), result.rows(GAMES_PLAYED)
    shares = [scaled(proportion(solved, of), 100) for _, solved, of, _ in rows]
    left.errorbar(
        [str(row[0]) for row in rows], [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4
    )
    left.set_ylabel("positions solved, per cent")
    elos = [elo_of_row(*row[5:]) for row in matches]
    right.errorbar(
        [f"{row[0]} over\n{row[1]}" for row in matches],
        [elo.value for elo in elos],
        whiskers_of(elos),
        fmt="o",
        capsize=4,
        color="C1",
    )
    right.axhline(0, color="grey", linewidth=0.8)
    right.axhline(FIASCO.low, color="black", linewidth=0.8, linestyle="dashed")
    right.set_ylabel("Elo (dashed: claimed of strict over relaxed)")
    for panel in (left, right):
        panel.margins(x=0.4)
