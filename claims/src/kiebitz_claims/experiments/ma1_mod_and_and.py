"""Cost of a division where a table's index could be masked: MOD against AND.

Two tables of the same size, a power of two, and the same entries; the one takes the index by AND with size - 1, the
other by the rest of a division by the size, which is then the same index. So both find the same, whole searches with
them go through the same nodes, and time is all that can differ. The tables are small enough for the processor's cache,
lest memory hide what is asked. First they are probed for random keys, in turn, many times, then searches of some nodes
are timed, in turn and in changing order. Python's share of a probe is the same in both, so that their difference is the
division's; how many times as long the operation itself takes can't be said. Times are the processor's own and scatter:
this wants a quiet machine. Shown beside them is today's index, the high half of a product, which takes any size without
a division.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.engine import TableDesign
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.positions import championship_phases, taken_games
from kiebitz_claims.measuring.probing import probe_ns
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import MINIMAX
from kiebitz_claims.measuring.statistics import geometric_mean, mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="MA1",
    title="MOD and AND",
    statement="An index by MOD takes any table size, but is rather slow against AND, which takes powers of two only; "
    "so flexibility has to be weighed against speed.",
    source=MINIMAX_ARTICLE,
)

INDEXES = ("and", "mod", "multiply")
HASH_MB = 1
ROUNDS, QUICK_ROUNDS = 1500, 4
PROBES, QUICK_PROBES = 200_000, 2_000
GAMES, QUICK_GAMES = 60, 2
SEARCH_NODES, QUICK_SEARCH_NODES = 1_000_000, 20_000
REPETITIONS = 12
SEED = 1
PROBE_TIMES, SPEEDS = "Nanoseconds a probe, round by round", "Searches of the same nodes"

SLOWER = Prediction(
    "MOD is slower than AND",
    "nanoseconds that a probe with MOD takes longer",
    0,
    unit="ns",
)
WEIGHED = Prediction(
    "so much that speed has to be weighed against flexibility",
    "a whole search's time with MOD by that with AND, the same nodes",
    1.01,
    margin="what costs a search less than a hundredth needs no weighing",
    is_ratio=True,
)
PLAN = Plan(
    version=2,
    original="Die Modulo Funktion ist zwar universell, also für jede Größe der Hashtabelle geeignet, aber im Vergleich "
    "zum bitweisen UND recht langsam. Bitweises UND ist sehr schnell, erfordert aber, dass die Tabellengröße (T) einer "
    "Potenz von 2 entspricht. … Es muss also zwischen Flexibilität und Rechengeschwindigkeit abgewogen werden.",
    translation="The modulo function is universal, that is, fit for every size of the hash table, but compared with "
    "the bitwise AND rather slow. Bitwise AND is very fast, but demands that the table's size (T) is a power of 2. … "
    "So flexibility and speed have to be weighed against each other.",
    qualifiers="“Rather slow” and “very fast”, without a figure.",
    predictions=(SLOWER, WEIGHED),
    sample=f"{ROUNDS} rounds of {PROBES:,} probes; {GAMES} middlegames, {SEARCH_NODES:,} nodes, {REPETITIONS} times",
    control="probes alone, in which nothing but the index differs: there the division must be seen in nanoseconds",
    seeds=f"{SEED}, of the keys",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-23",
            "48 rounds and the best of four searches left a probe between 4.65 ns less and 1.42 ns more, and a search "
            "between 0.92 and 1.01.",
        ),
    ),
)


def design_of(index: str) -> TableDesign:
    """One entry an index, so that a probe is hardly more than the index; the same entries by AND and by MOD."""
    return TableDesign(policy="always", key_bits=32, index=index)


def probe_times(probes: int, rounds: int) -> dict[str, list[float]]:
    """Nanoseconds a probe by each index, round by round in turn."""
    tables = {index: TranspositionTable(HASH_MB, design_of(index)) for index in INDEXES}
    random = Random(SEED)
    times: dict[str, list[float]] = {index: [] for index in INDEXES}
    for number in range(rounds):
        keys = [random.getrandbits(64) for _ in range(probes)]
        for index in INDEXES if number % 2 else reversed(INDEXES):
            times[index].append(probe_ns(tables[index], keys))
    return times


def search_times(fen: str, nodes: int) -> dict[str, list[float]]:
    """Milliseconds of searches with AND and with MOD, and the nodes of each."""
    found: dict[str, list[float]] = {name: [] for name in ("and", "mod", "nodes")}
    for repetition in range(REPETITIONS):
        for index in ("and", "mod") if repetition % 2 else ("mod", "and"):
            searched = search_once(fen, MINIMAX, hash_mb=HASH_MB, nodes=nodes, design=design_of(index))
            found[index].append(searched["cpu_milliseconds"])
            found["nodes"].append(searched["nodes"])
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Probe, then search."""
    probes, rounds = (QUICK_PROBES, QUICK_ROUNDS) if quick else (PROBES, ROUNDS)
    nodes = QUICK_SEARCH_NODES if quick else SEARCH_NODES
    # A first look takes other games than the plan's.
    games = championship_phases(taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(1 + len(games))
    times = progress.step(f"{rounds} rounds of {probes:,} probes", partial(probe_times, probes, rounds))
    rows = []
    for name, phases in games:
        fen = phases["middlegame"]
        found = progress.step(f"{nodes:,} nodes, {name}: {fen}", partial(search_times, fen, nodes))
        # The quickest of several is the least disturbed.
        rows.append((name, len(set(found["nodes"])), min(found["and"]), min(found["mod"])))
    longer = mean(mod - masked for masked, mod in zip(times["and"], times["mod"], strict=True))
    ratio = geometric_mean(row[3] / row[2] for row in rows)
    return Result(
        measurements=(
            Measurement("a probe with MOD takes longer by", longer.value, "ns", error=longer.error),
            Measurement("time of a search, MOD by AND", ratio.value, error=ratio.error),
        ),
        tables=(
            Table(PROBE_TIMES, ("round", *INDEXES), tuple(enumerate_rows(times))),
            Table(SPEEDS, ("game", "different numbers of nodes", "ms with AND", "ms with MOD"), tuple(rows)),
        ),
        conditions={
            "table": f"{HASH_MB} MB, 65,536 entries of 16 bytes, one an index",
            "probes": f"{rounds} rounds of {probes:,} random keys in turn, processor time, Python's call included",
            "searches": f"the era MiniMAX, {nodes:,} nodes, table empty, the quickest of {REPETITIONS}",
        },
    )


def enumerate_rows(times: dict[str, list[float]]) -> list[tuple[float, ...]]:
    """Times as rows, a round each."""
    return [(number, *values) for number, values in enumerate(zip(*times.values(), strict=True), 1)]


def judge(longer: list[float], ratios: list[float], most_node_counts: int) -> Judgement:
    """The difference over rounds of probes, and the ratio over positions, unless searches didn't visit the same nodes.

    ``longer`` are nanoseconds by round, ``ratios`` times of searches; ``most_node_counts`` is 1 where all searches of a
    position visited as many nodes.
    """
    slower = SLOWER.judged(mean(longer), len(longer), "rounds")
    if most_node_counts != 1:
        return Judgement((slower, WEIGHED.undecided("searches of one position visited different nodes")))
    return Judgement((slower, WEIGHED.judged(geometric_mean(ratios), len(ratios), "positions")))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    searches = result.rows(SPEEDS)
    return (
        [mod - masked for _, masked, mod, _ in result.rows(PROBE_TIMES)],
        [with_mod / with_and for _, _, with_and, with_mod in searches],
        max(counts for _, counts, _, _ in searches),
    )


def draw(result: Result, figure: Figure) -> None:
    """Draw the extra time of a probe against AND, and that of a search with MOD."""
    left, right = figure.subplots(1, 2)
    rows = result.rows(PROBE_TIMES)
    differences = [mean(row[column] - row[1] for row in rows) for column in (2, 3)]
    left.errorbar(
        ["MOD", "high product"], [each.value for each in differences], whiskers_of(differences), fmt="o", capsize=4
    )
    left.axhline(0, color="grey", linewidth=0.8)
    left.set_ylabel("ns a probe longer than by AND")
    left.margins(x=0.4)
    ratios = [with_mod / with_and for _, _, with_and, with_mod in result.rows(SPEEDS)]
    found: Estimate = geometric_mean(ratios)
    right.plot(ratios, [0] * len(ratios), "|", markersize=14, alpha=0.6)
    right.errorbar(
        [found.value], [0.3], xerr=[[found.value - found.low], [found.high - found.value]], fmt="o", capsize=4
    )
    right.axvline(WEIGHED.low, color="black", linestyle="dashed", linewidth=0.9)
    right.set_yticks([0, 0.3], ["positions", "mean"])
    right.set_ylim(-0.3, 0.6)
    right.set_xlabel("time of a search, MOD by AND (dashed: claimed)")
