"""Share of refutations that are the first move tried.

Searches are recorded node by node; of all nodes of the tree (quiescence apart) that a move refuted, the share is
counted in which it was the first move tried. The article says it of alpha-beta, before it comes to the null move; so
the search of its time (the era Nimzo) is asked without null move and extensions, with all that orders its moves. Whole,
it leaves out the nodes that a null move has refuted, and is a condition, as is today's search. Then what the parts of
the ordering contribute: each is switched off alone. Repeats exactly.

The article speaks of most programs; here are three settings of one, ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Claim, Result, Table
from kiebitz_claims.claims.documents import NIMZO as DOCUMENT
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Prediction, in_its_own
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.null_move_settings import OFF
from kiebitz_claims.measuring.positions import PHASES, championship_phases
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import scaled, share_of_sums

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N7",
    title="The first move refutes",
    statement="By numerous tricks most programs try a good refutation first in about 90% of the cases.",
    source=DOCUMENT,
)

PLAIN = "alpha-beta"
SEARCHES: dict[str, dict[str, int | str]] = {
    PLAIN: {"era": "nimzo", "null_move_policy": OFF, "check_extension": 0},
    "nimzo": {"era": "nimzo"},
    "today": {"era": "today"},
}
PARTS = ("hash_move", "killers", "history", "capture_ordering")
NODES, QUICK_NODES = 400_000, 3_000
GAMES, QUICK_GAMES = slice(20, 40), slice(-2, None)
CLAIMED, ABOUT = 0.9, 0.05
MAX_ROWS = 4_000_000
RATES, EACH = "First moves that refute", "Every position"
WHOLE = "whole"

NINETY = Prediction(
    "a good refutation comes first in about 90%",
    "first moves among the moves that refute, in alpha-beta with the ordering of its time",
    100 * (CLAIMED - ABOUT),
    100 * (CLAIMED + ABOUT),
    "%",
    margin="'about' is five in a hundred more or fewer",
)
PLAN = Plan(
    version=3,
    original="Allerdings läßt sich diese erhebliche Verbesserung nur erreichen, wenn auf den geraden Zugtiefen immer "
    "eine gute bzw. die beste Widerlegung als erster Zug ausprobiert wird. … Durch zahlreiche Tricks erreichen die "
    "meisten Programme eine Trefferquote von ca. 90% …",
    translation="But this considerable improvement [of alpha-beta] can only be had if at even depths a good "
    "refutation, or the best one, is always the first move tried. … By numerous tricks most programs reach a rate of "
    "hits of about 90% …",
    qualifiers="“About”, “most programs”.",
    predictions=(NINETY,),
    sample=f"the three phases of {GAMES.stop - GAMES.start} games that no earlier plan had, {NODES:,} nodes each; "
    "errors by games",
    control="the ordering without its parts, each switched off alone: in alpha-beta the share must fall",
    earlier=(
        Earlier(
            "holds",
            "2026-11-22",
            "The stored totals gave no interval: positions are now kept one by one, and other ones are searched. "
            "Today's search is now a condition.",
        ),
        Earlier("holds under conditions", "2026-11-23", "Eight positions a phase were searched; there are twenty now."),
        Earlier(
            "holds",
            "2026-11-23",
            "The search with null move decided, where nodes that a null move refutes are not counted; but the article "
            "speaks of alpha-beta there. Alpha-beta now decides, on other positions.",
        ),
    ),
)


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
            f"{search}, {variant}, {nodes:,} nodes, {len(fens)} positions",
            lambda options=options: rate(fens, nodes, **options),  # type: ignore[misc]
        )
        cuts, first = (sum(column) for column in zip(*counts, strict=True))
        rows.append((search, variant, cuts, first, 100 * first / max(cuts, 1)))
        each += [
            (search, variant, phase, name, found[0], found[1])
            for (phase, name, _), found in zip(samples, counts, strict=True)
        ]
    return Result(
        tables=(
            Table(RATES, ("search", "ordering", "refuted by a move", "by the first", "per cent"), tuple(rows)),
            Table(EACH, ("search", "ordering", "phase", "game", "refuted by a move", "by the first"), tuple(each)),
        ),
        conditions={"positions": f"{len(fens)} of all phases, {nodes:,} nodes each"},
    )


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
