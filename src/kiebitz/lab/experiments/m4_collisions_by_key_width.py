"""How often the table answers for another position, by the number of key bits it keeps and by its index.

The table keeps the whole position beside every entry, so that each hit can be checked; a false one counts as not found,
which keeps the search the same whatever the key. One entry an index, the newest result stays, as in the article's first
form; the table is small, so that it is full and every probe meets an entry. The index takes either the very bits that
are kept, or the key's other half (in place of the article's second set of codes). There is one key of 64 bits: of more
than 32 kept ones the other half is a part, and the index then has no bits of its own either.

Beside each figure stands what is to be expected: a probe meets a stranger in as many cases as the table is full, and
takes it for its own position once in 2^bits, where only kept bits count that the index doesn't use already.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import probe_counts, search
from kiebitz.lab.measuring.settings import ORDERED, describe
from kiebitz.lab.measuring.statistics import difference, rate, scaled
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M4",
    title="False hits by width of the key",
    statement="With 32 or 64 key bits collisions are too rare to matter; an index of its own protects further.",
    source=MINIMAX_ARTICLE,
)

WIDTHS, QUICK_WIDTHS = (8, 12, 16, 20, 24, 28, 32, 48, 64), (8, 16, 64)
NODES, QUICK_NODES = 600_000, 20_000
POSITIONS_A_PHASE = 2
HASH_MB = 1
INDEX_BITS = 16
"""A table of 1 MB has 2^16 entries of 16 bytes."""
HALF_KEY_BITS = 32
OTHER_HALF, SAME_BITS = "the other half", "the same bits"
MILLION = 1_000_000
# Too rare to matter: less than this for each million probes.
RARE = 1.0
WIDE, COMPARED = (32, 64), 20
RATES = "False hits"

RARE_32 = Prediction(
    "32 bits are enough",
    "false hits a million probes, 32 bits kept, index by other bits",
    high=RARE,
    margin="too rare to matter: fewer than one for each million probes",
)
RARE_64 = Prediction("64 bits are enough", "false hits a million probes, 64 bits kept", high=RARE, margin="as for 32")
PROTECTS = Prediction(
    "an index of its own protects further",
    "false hits a million probes with an index by other bits less those with the bits kept, 20 bits",
    high=0,
    margin="20 bits are the widest key with which both forms show false hits",
)
PLAN = Plan(
    version=1,
    original="Üblich sind Hashkennungen mit 32 oder auch 64 Bit. Damit ist das Kollisionsrisiko zwar nicht "
    "verschwunden, aber so gering, dass man sich keine Sorgen mehr machen muss. … Die Position in der Hashtabelle "
    "bietet einen weiteren Schutz gegen die oben beschriebenen Hashkollisionen.",
    translation="Keys of 32 or 64 bits are usual. With them the risk of collision has not vanished, but is so small "
    "that one need not worry any more. … The place in the table offers further protection against such collisions.",
    predictions=(RARE_32, RARE_64, PROTECTS),
    sample=f"{POSITIONS_A_PHASE * len(PHASES)} positions, {NODES:,} nodes each, for every width and form",
    earlier=(
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "The rule asked of 32 bits also where the index takes the very bits that are kept; the article computes "
            "its index from codes of its own, so that form is no part of the claim. It is told beside.",
        ),
    ),
)


def count(sample: Sample, width: int, independent: bool, nodes: int) -> dict[str, int]:
    """Probes, hits and false hits of one search."""
    design = TableDesign(policy="always", key_bits=width, index="and", independent_index=independent, verify="reject")
    with Engine(**options_by_name(ORDERED, hash_mb=HASH_MB, table_design=design)) as engine:
        found = search(engine, sample.fen, nodes=nodes)
        counts = probe_counts(engine)
    return {
        "probes": counts.probes,
        "hits": counts.hits,
        "false": counts.false_hits + counts.rights_hits,
        "nodes": found["nodes"],
    }


def measure(quick: bool, progress: Progress) -> Result:
    """Count by width and index."""
    widths, nodes = (QUICK_WIDTHS, QUICK_NODES) if quick else (WIDTHS, NODES)
    samples = [sample for phase in PHASES for sample in phase_positions(phase, 1 if quick else POSITIONS_A_PHASE)]
    progress.expect(2 * len(widths) * len(samples))
    rows: list[tuple[str, int, int, int, int, float, float]] = []
    for independent in (True, False):
        for width in widths:
            total: dict[str, int] = {}
            for sample in samples:
                counts: dict[str, Any] = progress.step(
                    f"{width} bits, index by {OTHER_HALF if independent else SAME_BITS}, {sample.name}, {nodes:,}",
                    partial(count, sample, width, independent, nodes),
                )
                total = {name: total.get(name, 0) + number for name, number in counts.items()}
            rows.append(
                (
                    OTHER_HALF if independent else SAME_BITS,
                    width,
                    total["probes"],
                    total["hits"],
                    total["false"],
                    total["false"] / total["probes"] * MILLION,
                    expected_rate(width, independent),
                )
            )
    return Result(
        measurements=tuple(
            Measurement(f"false hits a million probes, {row[1]} bits, index by {row[0]}", row[5]) for row in rows
        ),
        tables=(
            Table(
                RATES,
                ("index", "key bits", "probes", "hits", "false hits", "a million probes", "expected at most"),
                tuple(rows),
            ),
        ),
        conditions={
            "table": f"{HASH_MB} MB, 65,536 entries, one an index, always replaced, index by AND",
            "searches": f"{nodes:,} nodes each on {len(samples)} positions; {describe(['ordered'])}",
        },
    )


def expected_rate(width: int, independent: bool) -> float:
    """False hits for each million probes when every probe meets a stranger whose kept bits agree by chance.

    Those that the index uses, too, agree anyway: of ``width`` bits the lowest, or those above the key's lower half.
    """
    shared = min(max(width - HALF_KEY_BITS if independent else width, 0), INDEX_BITS)
    return float(MILLION / 2 ** (width - shared))


def judge(rows: list[tuple[str, int, int, int, int, float, float]]) -> Judgement:
    """Both widths with an index by other bits, as the article has it; then both forms where they show false hits.

    Of 64 kept bits none are left for the index: those rates are greater than the article's, if anything.
    """
    counts = {(row[0], row[1]): (row[4], row[2]) for row in rows}

    def hits(index: str, width: int) -> Estimate:
        found = rate(*counts[index, width])
        return scaled(found, MILLION)

    parts = []
    for prediction, width in ((RARE_32, WIDE[0]), (RARE_64, WIDE[1])):
        known = (OTHER_HALF, width) in counts
        parts.append(
            prediction.judged(hits(OTHER_HALF, width), counts[OTHER_HALF, width][1], "probes")
            if known
            else prediction.undecided("not measured")
        )
    if (SAME_BITS, COMPARED) in counts and counts[SAME_BITS, COMPARED][0]:
        compared = difference(hits(OTHER_HALF, COMPARED), hits(SAME_BITS, COMPARED))
        parts.append(PROTECTS.judged(compared, counts[OTHER_HALF, COMPARED][1], "probes"))
    else:
        parts.append(PROTECTS.undecided("no false hits were seen"))
    same = f"{hits(SAME_BITS, WIDE[0]).value:.2g}" if (SAME_BITS, WIDE[0]) in counts else "not measured"
    return Judgement(
        tuple(parts),
        f"Where the index takes the very bits that are kept, 32 bits give {same} false hits a million probes.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(RATES),)


def draw(result: Result, figure: Figure) -> None:
    """Rates by width on a logarithmic scale; lines are what chance gives."""
    axes = figure.add_subplot()
    table = result.table(RATES)
    for number, index in enumerate(table.values("index")):
        widths = table.numbers("key bits", index=index)
        rates = table.numbers("a million probes", index=index)
        seen = [(width, rate) for width, rate in zip(widths, rates, strict=True) if rate]
        axes.plot(widths, table.numbers("expected at most", index=index), ":", color=f"C{number}")
        axes.plot(
            [width for width, _ in seen],
            [rate for _, rate in seen],
            "o-",
            color=f"C{number}",
            label=f"index by {index}",
        )
        unseen = [width for width, rate in zip(widths, rates, strict=True) if not rate]
        axes.plot(unseen, [RARE / 100] * len(unseen), "v", color=f"C{number}", alpha=0.5)
    axes.axhline(RARE, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_ylim(RARE / 200, MILLION * 2)
    axes.set_xlabel("key bits kept (dotted: expected at most; triangles: none seen)")
    axes.set_ylabel("false hits a million probes")
    legend_above(figure, axes)
