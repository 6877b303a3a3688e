"""Answers of the table for another position, by the number of key bits it keeps and by its index.

The table keeps the whole position beside every entry, so that each hit can be checked; a false one counts as not
found, which keeps the search the same whatever the key. One entry an index, the newest result stays, as in the
article's first form; the table has 65,536 entries, as in its example, so that it is full and every probe meets an
entry. The index is taken in three ways: from a second set of 768 codes, apart from the key's, of 32 bits, as the
article has it; from the other half of the one key of 64 bits, which does the same for up to 32 kept bits and is
compared so far only; or from the very bits that are kept.

Beside each figure stands what is to be expected: a probe meets a stranger in as many cases as the table is full, and
takes it for its own position once in 2^bits, where only kept bits count that the index doesn't use already. Intervals
are the wider of two: that of a rare count, and that over positions.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import PHASES, Sample, championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import probe_counts, search
from kiebitz_claims.measuring.settings import ORDERED, describe, with_table
from kiebitz_claims.measuring.statistics import difference, rate, ratio_of_sums, scaled

WIDTHS, QUICK_WIDTHS = (8, 12, 16, 20, 24, 28, 32, 48, 64), (8, 16, 64)
NODES, QUICK_NODES = 200_000, 10_000
GAMES, QUICK_GAMES = 20, 1
HASH_MB, ENTRIES = 1, 65_536
INDEX_BITS = 16
"""Of so many entries."""
HALF_KEY_BITS = 32
OWN_CODES, OTHER_HALF, SAME_BITS = "768 codes of its own", "the key's other half", "the bits kept"
MILLION = 1_000_000
UNIT = "in a million probes"
WIDE, COMPARED = (32, 64), 20
RATES, EACH = "False hits", "Every game"

Row: TypeAlias = tuple[str, int, str, int, int, int]
"""Index, key bits, game, probes, hits, false hits."""

STUDY = Study(__file__, constants=globals(), millions=2**32 // MILLION)
RARE_32, RARE_64, PROTECTS = STUDY.predictions.values()


def design_of(index: str, width: int) -> TableDesign:
    """The table with such an index and so many bits kept."""
    return TableDesign(
        policy="always",
        key_bits=width,
        index="and",
        independent_index=index != SAME_BITS,
        own_index_codes=index == OWN_CODES,
        entries=ENTRIES,
        verify="reject",
    )


def is_measured(index: str, width: int) -> bool:
    """True if a form can be told apart from the others: of more than 32 kept bits the other half is a part."""
    return index != OTHER_HALF or width <= HALF_KEY_BITS


def count(samples: tuple[Sample, ...], index: str, width: int, nodes: int) -> list[int]:
    """Probes, hits and false hits of a search on each position, from an empty table each time."""
    total = [0, 0, 0]
    for sample in samples:
        with Engine(**options_by_name(with_table(ORDERED, design_of(index, width)), hash_mb=HASH_MB)) as engine:
            search(engine, sample.fen, nodes=nodes)
            counts = probe_counts(engine)
        found = counts.probes, counts.hits, counts.false_hits + counts.rights_hits
        total = [before + number for before, number in zip(total, found, strict=True)]
    return total


def measure(quick: bool, progress: Progress) -> Result:
    """Count by width and index."""
    widths, nodes = (QUICK_WIDTHS, QUICK_NODES) if quick else (WIDTHS, NODES)
    games = QUICK_GAMES if quick else GAMES
    by_phase = [
        phase_positions(phase, games) if quick else championship_positions(phase, slice(games)) for phase in PHASES
    ]
    forms = [
        (index, width) for index in (OWN_CODES, OTHER_HALF, SAME_BITS) for width in widths if is_measured(index, width)
    ]
    progress.expect(len(forms) * games)
    each: list[Row] = []
    for index, width in forms:
        for samples in zip(*by_phase, strict=True):
            name = samples[0].name
            probes, hits, false = progress.step(
                f"{width} bits, index by {index}, {name}, {nodes:,} nodes", count, samples, index, width, nodes
            )
            each.append((index, width, name, probes, hits, false))
    rows = []
    for index, width in forms:
        found = false_hits(each, index, width)
        probes, hits, false = (
            sum(column) for column in zip(*(row[3:] for row in each if row[:2] == (index, width)), strict=True)
        )
        rows.append(
            (index, width, probes, hits, false, found.value, found.low, found.high, expected_rate(width, index))
        )
    return STUDY.result(
        rows,
        each,
        figures=tuple(
            Measurement(f"false hits a million probes, {row[1]} bits, index by {row[0]}", row[5]) for row in rows
        ),
        conditions={
            "table": f"{ENTRIES:,} entries, one an index, always replaced, index by AND",
            "searches": f"{nodes:,} nodes each on {len(PHASES) * games} positions; {describe(['ordered'])}",
        },
    )


def expected_rate(width: int, index: str) -> float:
    """False hits for each million probes when every probe meets a stranger whose kept bits agree by chance.

    Those that the index uses, too, agree anyway.
    """
    shared = min(width, INDEX_BITS) if index == SAME_BITS else 0
    return float(MILLION / 2 ** (width - shared))


def false_hits(rows: list[Row], index: str, width: int) -> Estimate:
    """False hits a million probes of a form; the interval is the wider of a rare count's and that over games."""
    games, probes, false = zip(
        *((game, probes, false) for found, bits, game, probes, _, false in rows if (found, bits) == (index, width)),
        strict=True,
    )
    by_count = rate(sum(false), sum(probes))
    if not by_count.value:
        return scaled(by_count, MILLION)
    by_game = ratio_of_sums(false, probes, games)
    return scaled(
        Estimate(by_count.value, max(min(by_count.low, by_game.low), 0.0), max(by_count.high, by_game.high)), MILLION
    )


def judge(rows: list[Row]) -> Judgement:
    """Both widths with an index by codes of its own; then that index against the bits kept, where both show false hits.

    ``rows`` are the searches: index, key bits, game, probes, hits, false hits.
    """
    forms = {row[:2] for row in rows}
    sample = len({row[2] for row in rows}), "games"
    parts = [
        prediction.judged(false_hits(rows, OWN_CODES, width), *sample)
        if (OWN_CODES, width) in forms
        else prediction.undecided("not measured")
        for prediction, width in ((RARE_32, WIDE[0]), (RARE_64, WIDE[1]))
    ]
    same = false_hits(rows, SAME_BITS, COMPARED) if (SAME_BITS, COMPARED) in forms else None
    if same is not None and same.value:
        parts.append(PROTECTS.judged(difference(false_hits(rows, OWN_CODES, COMPARED), same), *sample))
    else:
        parts.append(PROTECTS.undecided("no false hits were seen"))
    told = ", ".join(
        f"{false_hits(rows, index, WIDE[0]).value:.2g} with an index by {index}"
        for index in (OTHER_HALF, SAME_BITS)
        if (index, WIDE[0]) in forms
    )
    return Judgement(tuple(parts), f"Of 32 bits, false hits a million probes: {told}." if told else "")


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (result.rows(EACH),)


def draw(result: Result, figure: Figure) -> None:
    """Rates by width on a logarithmic scale with their intervals; lines are what chance gives, triangles upper ends."""
    axes = figure.add_subplot()
    table = result.table(RATES)
    indexes = table.values("index by")
    for number, index in enumerate(indexes):
        rows = [row for row in result.rows(RATES) if row[0] == index]
        aside = 0.5 * (number - (len(indexes) - 1) / 2)
        expected = [(row[1], row[8]) for row in rows]
        axes.plot(*zip(*expected, strict=True), ":", color=f"C{number}")
        # A logarithmic scale has no nought: an interval that reaches it ends at the lower edge.
        seen = [(row[1] + aside, Estimate(row[5], max(row[6], RARE_32.high / 200), row[7])) for row in rows if row[5]]
        axes.errorbar(
            [width for width, _ in seen],
            [found.value for _, found in seen],
            whiskers_of([found for _, found in seen]),
            fmt="o-",
            capsize=3,
            color=f"C{number}",
            label=f"index by {index}",
        )
        unseen = [(row[1] + aside, row[7]) for row in rows if not row[5]]
        axes.plot([width for width, _ in unseen], [high for _, high in unseen], "v", color=f"C{number}")
    axes.axhline(RARE_32.high, color="grey", linewidth=0.8)
    axes.set(
        yscale="log",
        ylim=(RARE_32.high / 200, MILLION * 2),
        xlabel="key bits kept (dotted: expected at most; triangles: none seen, and no more than this)",
        ylabel="false hits a million probes",
    )
    legend_above(figure, axes, 3)
