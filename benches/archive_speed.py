"""Games analysed: one process, two, and Ray with two processors; and what a store of positions costs and spares.

All analyse the first games of an archive with the same limit, in turn. Reported are the medians of games a second,
with the least and the greatest, and Ray's price: the median of the ratios of neighbouring runs. Ray's start is told by
itself. Then, in one process: searches as ever, apart (``--apart``), with an empty store and with a full one; what each
costs, and how many of the searches that were asked for the stores knew.

    python benches/archive_speed.py ARCHIVE.pgn [GAMES [NODES [ROUNDS]]]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

import kiebitz
from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.farm.ray_farm import LOCAL, connected
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.position_store import PositionStore, opened_store
from kiebitz.analysis.reading.archive import RawGame, read_archive
from kiebitz.engine import Engine

SHARD_S = 10.0
ONE, TWO, RAY = "one process", "--jobs 2", "--ray, 2 CPUs"
EVER, APART, EMPTY, FULL = "as ever", "--apart", "--store, empty", "--store, full"


def in_turn(ways: dict[str, Callable[[], object]], rounds: int, games: int) -> dict[str, list[float]]:
    """Time of each way in each round, in seconds; printed as games a second."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, work in ways.items():
            began = perf_counter()
            work()
            seconds[name].append(perf_counter() - began)
    for name, taken in seconds.items():
        speeds = [games / second for second in taken]
        print(
            f"{name:<15} {statistics.median(speeds):6.2f} games/s ({min(speeds):.2f} to {max(speeds):.2f})", flush=True
        )
    return seconds


def price(dearer: Sequence[float], cheaper: Sequence[float]) -> str:
    """Percent by which the one takes longer than the other: the median, the least and the greatest."""
    percents = sorted(100 * (more / less - 1) for more, less in zip(dearer, cheaper, strict=True))
    return f"{statistics.median(percents):+.1f}% ({percents[0]:+.1f} to {percents[-1]:+.1f})"


def throughput(archive: Path, games: int, limit: kiebitz.Limit, rounds: int) -> None:
    """One process, two, and Ray."""
    analyse = partial(kiebitz.analyse_games, archive, archive.with_name("out.pgn"), limit)
    began = perf_counter()
    with connected(LOCAL, 2):
        print(f"Ray's start takes {perf_counter() - began:.1f} s")
        ways = {
            ONE: partial(analyse, jobs=1),
            TWO: partial(analyse, jobs=2),
            RAY: partial(analyse, ray=LOCAL, shard_s=SHARD_S),
        }
        seconds = in_turn(ways, rounds, games)
    print(f"Ray's price beside --jobs 2: {price(seconds[RAY], seconds[TWO])}")


def store(raws: Sequence[RawGame], folder: Path, limit: kiebitz.Limit, rounds: int) -> None:
    """With a store, and without."""
    path = folder / "positions.store"
    rates = {}

    def analyse(name: str, settings: AnalysisSettings, kept: PositionStore | None = None) -> None:
        with Engine() as engine:
            for raw in raws:
                analyse_raw(raw, engine, settings, store=kept)
        if kept:
            rates[name] = f"{name}: {kept.known:,} of {kept.asked:,} searches known ({kept.known / kept.asked:.1%})"

    def with_store(name: str) -> None:
        if name == EMPTY:
            path.unlink(missing_ok=True)
        with opened_store(str(path)) as kept:
            analyse(name, apart, kept)

    settings = AnalysisSettings(limit)
    apart = replace(settings, apart=True)
    ways = {
        EVER: partial(analyse, EVER, settings),
        APART: partial(analyse, APART, apart),
        EMPTY: partial(with_store, EMPTY),
        FULL: partial(with_store, FULL),
    }
    seconds = in_turn(ways, rounds, len(raws))
    print(f"Price of --apart: {price(seconds[APART], seconds[EVER])}")
    for name in (EMPTY, FULL):
        print(f"Price of {name}, beside --apart: {price(seconds[name], seconds[APART])}")
    print(f"{rates[EMPTY]}; {rates[FULL]}; {path.stat().st_size:,} bytes")


def main(source: str, games: int = 60, nodes: int = 20_000, rounds: int = 3) -> None:
    """Time everything and print."""
    raws = list(islice(read_archive(source, lambda fault: None), games))
    limit = kiebitz.Limit(nodes=nodes)
    print(f"{len(raws)} games, {nodes:,} nodes a position, {rounds} rounds")
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "games.pgn"
        archive.write_text("\n\n".join(raw.text.strip() for raw in raws))
        throughput(archive, len(raws), limit, rounds)
        store(raws, Path(name), limit, rounds)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
