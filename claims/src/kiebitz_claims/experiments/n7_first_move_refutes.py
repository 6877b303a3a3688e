"""Share of refutations that are the first move tried.

Searches are recorded node by node; of all nodes of the tree (quiescence apart) that a move refuted, the share is
counted in which it was the first move tried. The article says it of alpha-beta, before it comes to the null move; so
the search of its time (the era Nimzo) is asked without null move and extensions, with all that orders its moves. Whole,
it leaves out the nodes that a null move has refuted, and is a condition, as is today's search. Then what the parts of
the ordering contribute: each is switched off alone. Repeats exactly.

The article speaks of most programs; here are three settings of one, ours.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure, whiskers_of
from kiebitz_claims.claims.judging import Judgement, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import OFF
from kiebitz_claims.measuring.positions import PHASES, championship_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import scaled, share_of_sums

PLAIN = "alpha-beta"
SEARCHES: dict[str, dict[str, int | str]] = {
    PLAIN: {"era": "nimzo", "null_move_policy": OFF, "check_extension": 0},
    "nimzo": {"era": "nimzo"},
    "today": {"era": "today"},
}
PARTS = ("hash_move", "killers", "history", "capture_ordering")
NODES, QUICK_NODES = 400_000, 3_000
GAMES, QUICK_GAMES = slice(20, 40), slice(-2, None)
MAX_ROWS = 4_000_000
EACH = "Every position"
WHOLE = "whole"

STUDY = Study(__file__, constants=globals(), games=GAMES.stop - GAMES.start)
NINETY = STUDY.predictions["ninety"]


def rate(fens: list[str], nodes: int, **options: int | str) -> list[list[int]]:
    """Beta cuts, and those by the first move, of each position."""
    counts = []
    with Engine(**options_by_name(options, hash_mb=16, evaluation="classical")) as engine:
        for fen in fens:
            engine.new_game()
            found = engine.trace(fen, Limit(nodes=nodes), max_nodes=MAX_ROWS).cut_rate()
            counts.append([found.cuts, found.first])
    return counts


def measure(quick: bool, progress: Progress) -> Result:
    """Record and count."""
    nodes = QUICK_NODES if quick else NODES
    games = championship_phases(QUICK_GAMES if quick else GAMES)
    samples = [(phase, name, phases[phase]) for phase in PHASES for name, phases in games]
    fens = [fen for _, _, fen in samples]
    variants: list[tuple[str, str, dict[str, int | str]]] = []
    for search, options in SEARCHES.items():
        variants.append((search, WHOLE, options))
        variants += [(search, f"without {part}", {**options, part: 0}) for part in PARTS]
    progress.expect(len(variants))
    rows: list[tuple[str, str, int, int, float]] = []
    each: list[tuple[str, str, str, str, int, int]] = []
    for search, variant, options in variants:
        counts = progress.step(
            f"{search}, {variant}, {nodes:,} nodes, {len(fens)} positions", rate, fens, nodes, **options
        )
        cuts, first = (sum(column) for column in zip(*counts, strict=True))
        rows.append((search, variant, cuts, first, 100 * first / max(cuts, 1)))
        each += [
            (search, variant, phase, name, found[0], found[1])
            for (phase, name, _), found in zip(samples, counts, strict=True)
        ]
    return STUDY.result(rows, each, conditions={"positions": f"{len(fens)} of all phases, {nodes:,} nodes each"})


def judge(counts: dict[str, list[tuple[str, int, int]]]) -> Judgement:
    """The share in alpha-beta decides; the same search with null move and extensions, and today's, are its conditions.

    ``counts`` are game, refuted nodes and those refuted by the first move, for each position, by search.
    """
    counts = {PLAIN: counts[PLAIN], **counts}
    shares = {search: share_of_first(found) for search, found in counts.items()}
    games = {search: len({game for game, _, _ in found}) for search, found in counts.items()}
    return Judgement(
        (in_its_own({search: NINETY.judged(share, games[search], "games") for search, share in shares.items()}),),
        "Of “most programs” this says nothing: all are settings of one program, ours.",
    )


def share_of_first(found: list[tuple[str, int, int]]) -> Estimate:
    """First moves among those that refute, per cent."""
    games, cuts, first = zip(*found, strict=True)
    return scaled(share_of_sums(first, cuts, games), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return ({era: found for (era, variant), found in by_ordering(result).items() if variant == WHOLE},)


def by_ordering(result: Result) -> dict[tuple[str, str], list[tuple[str, int, int]]]:
    """Game, refuted nodes and those refuted by the first move, for each position, by search and ordering."""
    counts: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
    for era, variant, _, game, cuts, first in result.rows(EACH):
        counts.setdefault((era, variant), []).append((game, cuts, first))
    return counts


def draw(result: Result, figure: Figure) -> None:
    """The shares of the whole searches, and what is left without a part of the ordering."""
    axes = figure.add_subplot()
    counts = by_ordering(result)
    shares = [share_of_first(found) for found in counts.values()]
    places = range(len(shares))
    axes.errorbar([share.value for share in shares], places, xerr=whiskers_of(shares), fmt="o", capsize=4)
    axes.axvspan(NINETY.low, NINETY.high, color="grey", alpha=0.2)
    axes.set_yticks(places, [", ".join(names) for names in counts])
    axes.invert_yaxis()
    axes.set_xlabel("first move refutes, per cent (grey: claimed)")
