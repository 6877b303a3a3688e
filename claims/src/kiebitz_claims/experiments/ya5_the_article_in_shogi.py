"""The sentences of the article on HASH once more, in the game that it is about.

Y1, Y2, Y3, Y6, Y8, YA1 and YA3 were measured in chess. Here openings of shogi are searched by the same search with the
same tables and judged by the same ranges, and chess's figures stand beside. Samples are smaller, and
what they decide in chess by matches isn't played; false and torn hits can't be counted, as only a table of chess keeps
whole positions. Collisions are asked of moves instead: whether a search plays another one with 16 bits of the key than
with 64. Where only time is told, both tables take turns, each twice, and the lesser processor time of each counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.openings import read_book
from kiebitz.engine import TableDesign
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.positions import shogi_position_from
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.experiment import find
from kiebitz_claims.claims.judging import Judgement, Verdict
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.claims.study import Study
from kiebitz_claims.experiments.y6_full_clusters import CLUSTER, HALF, TENTH, fill, is_about, overwritten
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import geometric_mean, mean, median, proportion, scaled

SEED, QUICK_SEED = 613, 1
OPENINGS, QUICK_OPENINGS = 60, 2
FILL_MB = 1
SIZES, DEPTH, QUICK_DEPTH = (2**11, 2**13, 2**15, 2**20), 12, 4
STAGES, QUICK_STAGES = ((7, 8), (3, 10), (1, 12)), ((7, 2), (3, 3), (1, 4))
STAGE_ENTRIES = (2**12, 0)
NODES, QUICK_NODES, SPEED_MB, ROUNDS = 200_000, 2_000, 64, 2
NARROW = 16
FULL_PERMILLE = 900
COLLISIONS, LINES, NEIGHBOURS, LOCKLESS = "Y2 moves", "Y3 ms", "YA3 nodes", "YA1 ms"
WIDE = TableDesign(bucket=3, key_bits=64)
SMALL = SIZES[1]

IN_CHESS = {
    "common_at_half": ("Y6", "full clusters are common at 50% use"),
    "happens_at_tenth": ("Y6", "at 10% it would be no wonder if something were overwritten"),
    "lost_when_full": ("Y1", "20 to 70% of the efficiency lost at 90% use and more"),
    "reused": ("Y8", "last stage against a search afresh, 1 MB, both"),
    "lines": ("Y3", "neighbours across lines lose speed"),
    "neighbours": ("YA3", "looking at three neighbours is not so bad"),
    "lockless": ("YA1", "excluding torn entries costs extremely little"),
}
"""Claim, and in chess its statement or figure, by the name of the statement here; Y2's moves weren't asked so."""
Y3_SEARCHES = "whole searches"


class Beside(NamedTuple):
    """A statement's figure in both games; chess's as it stood when this was measured."""

    statement: str
    chess: float | None
    shogi: float


class Filled(NamedTuple):
    """A table filled to about the use asked for; shares of its clusters."""

    permille_asked: float
    opening: int
    permille: float
    full: float
    overwritten: int | None


class Sized(NamedTuple):
    """A search to the depth with so many entries."""

    opening: int
    entries: int
    nodes: int
    permille: int


class Staged(NamedTuple):
    """Nodes of the last stage, with table and histories of the earlier ones and afresh."""

    opening: int
    entries: int
    after_stages: int
    afresh: int


class Compared(NamedTuple):
    """A search's figures with two tables; of Y2 whether the move is another one (1) or not, and nothing."""

    asked: str
    opening: int
    first: float
    second: float


STUDY = Study(
    __file__,
    Beside,
    Filled,
    Sized,
    Staged,
    Compared,
    constants=globals(),
    stages=", ".join(f"{moves} to depth {depth}" for moves, depth in STAGES),
    greatest=SIZES[-1],
)


def engine(hash_mb: int, design: TableDesign) -> ShogiEngine:
    """Today's search of shogi."""
    return ShogiEngine(hash_mb=hash_mb, table_design=design, **TODAY)


def openings(quick: bool) -> list[str]:
    """SFENs of the match book."""
    drawn = read_book(game="shogi").shuffled(QUICK_SEED if quick else SEED)
    return [
        shogi_position_from(opening.fen, opening.moves).sfen()
        for opening in drawn[: QUICK_OPENINGS if quick else OPENINGS]
    ]


def filled(sfen: str, asked: float) -> tuple[float, float, int | None]:
    """Use in permille, share of full clusters, and at a tenth what was overwritten at least."""
    nodes, *by_fill = fill(sfen, asked, FILL_MB, ShogiEngine)
    clusters = sum(by_fill)
    use = sum(count * number for count, number in enumerate(by_fill)) / (CLUSTER * clusters)
    lost = overwritten(sfen, nodes, FILL_MB, ShogiEngine) if asked == TENTH else None
    return 1000 * use, by_fill[CLUSTER] / clusters, lost


def sized(sfen: str, entries: int, depth: int) -> list[int]:
    """Nodes, and use in permille at the end."""
    with engine(64, TableDesign(key_bits=64, entries=entries, hashfull="used")) as searching:
        found = search(searching, sfen, depth=depth)
    return [found["nodes"], found["permille"]]


def staged(sfen: str, entries: int, stages: tuple[tuple[int, int], ...]) -> list[int]:
    """Nodes of the last stage with what the earlier ones left, and afresh."""
    *earlier, (moves, depth) = stages
    design = TableDesign(key_bits=64, entries=entries or None)
    with engine(16, design) as searching:
        for count, less_deep in earlier:
            search(searching, sfen, depth=less_deep, multipv=count)
        after = search(searching, sfen, depth=depth, multipv=moves)["nodes"]
        searching.new_game()
        return [after, search(searching, sfen, depth=depth, multipv=moves)["nodes"]]


def other_move(sfen: str, nodes: int) -> list[float]:
    """True if 16 bits of the key lead to another move than 64."""
    moves = []
    for bits in (NARROW, WIDE.key_bits):
        with engine(FILL_MB, TableDesign(bucket=3, key_bits=bits)) as searching:
            moves.append(search(searching, sfen, nodes=nodes)["move"])
    return [float(moves[0] != moves[1]), 0.0]


def in_time(sfen: str, nodes: int, first: TableDesign, second: TableDesign) -> list[float]:
    """Least processor time with both tables, milliseconds, in turn."""
    times: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for found, design in zip(times, (first, second), strict=True):
            with engine(SPEED_MB, design) as searching:
                found.append(search(searching, sfen, nodes=nodes)["cpu_milliseconds"])
    return [max(min(each), 0.01) for each in times]


def to_depth(sfen: str, depth: int) -> list[float]:
    """Nodes with three neighbours, and with clusters of three."""
    found = []
    for neighbours in (True, False):
        with engine(FILL_MB, TableDesign(bucket=3, key_bits=64, entries=SMALL, neighbours=neighbours)) as searching:
            found.append(float(search(searching, sfen, depth=depth)["nodes"]))
    return found


def in_chess(claim_id: str, asked: str) -> float | None:
    """The figure found in chess, by the published result; None where that says no number."""
    record = load(PUBLISHED, claim_id)
    if record is None:
        return None
    if asked in record.result.measured:
        return record.result.measured[asked]
    (part,) = (part for part in find(claim_id).judge(record.result).parts if part.prediction.statement == asked)
    part = part.settings.get(Y3_SEARCHES, part)
    return None if part.measured is None else part.measured.value


def measure(quick: bool, progress: Progress) -> Result:
    """All of it, opening by opening."""
    sfens = list(enumerate(openings(quick), 1))
    depth, nodes, stages = (QUICK_DEPTH, QUICK_NODES, QUICK_STAGES) if quick else (DEPTH, NODES, STAGES)
    uses = (TENTH,) if quick else (HALF, TENTH)
    sizes = SIZES[::3] if quick else SIZES
    clusters, neighbours = (TableDesign(key_bits=64, neighbours=each) for each in (False, True))
    plain, lockless = (TableDesign(policy=policy, key_bits=64) for policy in ("buckets", "lockless"))
    compared: dict[str, Callable[[str], list[float]]] = {
        COLLISIONS: partial(other_move, nodes=nodes),
        LINES: partial(in_time, nodes=nodes, first=neighbours, second=clusters),
        NEIGHBOURS: partial(to_depth, depth=depth),
        LOCKLESS: partial(in_time, nodes=nodes, first=lockless, second=plain),
    }
    progress.expect(len(sfens) * (len(uses) + len(sizes) + len(STAGE_ENTRIES) + len(compared)))

    fills = [
        Filled(1000 * asked, number, *progress.step(f"{asked:.0%} used, {sfen}", filled, sfen, asked))
        for asked in uses
        for number, sfen in sfens
    ]
    by_size = [
        Sized(
            number,
            entries,
            *progress.step(f"{entries} entries, depth {depth}, {sfen}", sized, sfen, entries, depth),
        )
        for number, sfen in sfens
        for entries in sizes
    ]
    by_stage = [
        Staged(
            number,
            entries,
            *progress.step(f"{stages}, {entries} entries, {sfen}", staged, sfen, entries, stages),
        )
        for entries in STAGE_ENTRIES
        for number, sfen in sfens
    ]
    pairs = [
        Compared(name, number, *progress.step(f"{name}, {nodes} nodes, depth {depth}, {sfen}", compare, sfen))
        for name, compare in compared.items()
        for number, sfen in sfens
    ]
    beside = [
        Beside(STUDY.predictions[name].statement, in_chess(*IN_CHESS[name]) if name in IN_CHESS else None, found.value)
        for name, found in figures(fills, by_size, by_stage, pairs).items()
    ]
    return STUDY.result(beside, fills, by_size, by_stage, pairs)


def figures(
    fills: list[Filled], by_size: list[Sized], by_stage: list[Staged], pairs: list[Compared]
) -> dict[str, Estimate]:
    """The figures of each statement, by its name; none of one that no row is of."""
    found: dict[str, Estimate] = {}
    near = {
        use: [row for row in fills if row.permille_asked == 1000 * use and is_about(row.permille / 1000, use)]
        for use in (HALF, TENTH)
    }
    if near[HALF]:
        found["common_at_half"] = scaled(mean(row.full for row in near[HALF]), 100)
    if near[TENTH]:
        lost = sum(bool(row.overwritten) for row in near[TENTH])
        found["happens_at_tenth"] = scaled(proportion(lost, len(near[TENTH])), 100)
    largest = {row.opening: row.nodes for row in by_size if row.entries == SIZES[-1]}
    losses = []
    for entries in SIZES[:-1]:
        rows = [row for row in by_size if row.entries == entries]
        if rows and mean(row.permille for row in rows).value > FULL_PERMILLE:
            more = geometric_mean(row.nodes / largest[row.opening] for row in rows)
            losses.append(
                Estimate(*(100 * (1 - 1 / end) if end else -100.0 for end in (more.value, more.low, more.high)))
            )
    if losses:
        # The claim is of every table so full: the one that loses least speaks for all.
        found["lost_when_full"] = min(losses, key=lambda loss: loss.value)
    by_entries = [
        geometric_mean(row.after_stages / row.afresh for row in by_stage if row.entries == entries)
        for entries in STAGE_ENTRIES
    ]
    found["reused"] = max(by_entries, key=lambda ratio: ratio.value)
    of: dict[str, list[tuple[float, float]]] = {}
    for row in pairs:
        of.setdefault(row.asked, []).append((row.first, row.second))
    others = sum(first for first, _ in of[COLLISIONS])
    found["harmless"] = scaled(proportion(others, len(of[COLLISIONS])), 100)
    found["lines"] = median(first / second for first, second in of[LINES])
    found["neighbours"] = geometric_mean(first / second for first, second in of[NEIGHBOURS])
    found["lockless"] = median(first / second for first, second in of[LOCKLESS])
    return found


def judge(
    beside: list[Beside], fills: list[Filled], by_size: list[Sized], by_stage: list[Staged], pairs: list[Compared]
) -> Judgement:
    """Each sentence by the range of its claim in chess; of several tables the one that fits it worst speaks.

    Other moves can show that collisions do nothing, but not that they do harm.
    """
    found = figures(fills, by_size, by_stage, pairs)
    count = len({row.opening for row in by_stage}), "openings"
    parts = {
        name: prediction.judged(found[name], *count) if name in found else prediction.undecided("no table was so full")
        for name, prediction in STUDY.predictions.items()
    }
    if parts["harmless"].verdict is Verdict.FAILS:
        share = found["harmless"].value
        parts["harmless"] = STUDY.predictions["harmless"].undecided(
            f"{share:.0f}% play another move, which is no harm yet"
        )
    told = "; ".join(
        f"{row.statement}: {row.shogi:.3g}, in chess {row.chess:.3g}" for row in beside if row.chess is not None
    )
    return STUDY.judgement(f"{told}.", **parts)
