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

from random import Random
from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.engine import TableDesign
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import championship_phases, taken_games
from kiebitz_claims.measuring.probing import probe_ns
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import MINIMAX
from kiebitz_claims.measuring.statistics import geometric_mean, mean

INDEXES = ("and", "mod", "multiply")
HASH_MB = 1
ROUNDS, QUICK_ROUNDS = 1500, 4
PROBES, QUICK_PROBES = 200_000, 2_000
GAMES, QUICK_GAMES = 60, 2
SEARCH_NODES, QUICK_SEARCH_NODES = 1_000_000, 20_000
REPETITIONS = 12
SEED = 1
PROBE_TIMES, SPEEDS = "Nanoseconds a probe, round by round", "Searches of the same nodes"

STUDY = Study(__file__, constants=globals())
SLOWER, WEIGHED = STUDY.predictions.values()


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
    times = progress.step(f"{rounds} rounds of {probes:,} probes", probe_times, probes, rounds)
    rows = []
    for name, phases in games:
        fen = phases["middlegame"]
        found = progress.step(f"{nodes:,} nodes, {name}: {fen}", search_times, fen, nodes)
        # The quickest of several is the least disturbed.
        rows.append((name, len(set(found["nodes"])), min(found["and"]), min(found["mod"])))
    longer = mean(mod - masked for masked, mod in zip(times["and"], times["mod"], strict=True))
    ratio = geometric_mean(row[3] / row[2] for row in rows)
    return STUDY.result(
        enumerate_rows(times),
        rows,
        figures=(
            Measurement("a probe with MOD takes longer by", longer.value, "ns", error=longer.error),
            Measurement("time of a search, MOD by AND", ratio.value, error=ratio.error),
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
    intervals(left, ["MOD", "high product"], differences)
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
    right.set(ylim=(-0.3, 0.6), xlabel="time of a search, MOD by AND (dashed: claimed)")
