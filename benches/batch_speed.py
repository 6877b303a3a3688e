"""Positions a second: ``kiebitz.search_batch`` with one job against python-chess with a Stockfish process.

Both search the same positions with the same limits of nodes, one thread each, in turn. python-chess asks as its
documentation shows: one ``analyse`` after the other, without a new game between. Kiebitz forgets what it learned before
each position, in a table of the size that ``search_batch`` chooses. Reported are the medians, and the median of the
ratios of neighbouring runs with the least and the greatest. Last, static evaluations a second.

    python benches/batch_speed.py [ROUNDS]
"""

import shutil
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

import chess
import chess.engine

import kiebitz
from kiebitz_claims.measuring.positions import PHASES, phase_positions

HASH_MB = 16
NODES = (1, 100, 1_000, 10_000)
# Enough positions for some tenths of a second, few enough for some seconds.
NODES_A_RUN = 500_000
FEWEST, MOST = 36, 720
FENS = [sample.fen for phase in PHASES for sample in phase_positions(phase)]


def positions_a_second(work: Callable[[list[str]], object], fens: list[str]) -> float:
    """Positions a second of the work."""
    started = perf_counter()
    work(fens)
    return len(fens) / (perf_counter() - started)


def main(rounds: int) -> None:
    """Time both in turn and print."""
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if path is None:
        raise SystemExit("Stockfish is missing: apt-get install stockfish")
    with chess.engine.SimpleEngine.popen_uci(path) as stockfish:
        stockfish.configure({"Hash": HASH_MB, "Threads": 1})
        print(f"positions a second, medians of {rounds} rounds; Stockfish is {stockfish.id['name']}")
        for nodes in NODES:
            count = min(MOST, max(FEWEST, NODES_A_RUN // nodes))
            fens = (FENS * (count // len(FENS) + 1))[:count]

            def ours(fens: list[str], nodes: int = nodes) -> object:
                return kiebitz.search_batch(fens, kiebitz.Limit(nodes=nodes), jobs=1)

            def theirs(fens: list[str], nodes: int = nodes) -> object:
                return [stockfish.analyse(chess.Board(fen), chess.engine.Limit(nodes=nodes)) for fen in fens]

            for work in (ours, theirs):
                work(fens[:FEWEST])
            pairs = [(positions_a_second(ours, fens), positions_a_second(theirs, fens)) for _ in range(rounds)]
            ratios = sorted(own / other for own, other in pairs)
            own, other = (statistics.median(speeds) for speeds in zip(*pairs, strict=True))
            print(
                f"{nodes:>6} nodes: Kiebitz {own:8.0f}, Stockfish {other:8.0f};"
                f" ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            )
    speeds = [positions_a_second(kiebitz.evaluate_batch, FENS * 20) for _ in range(rounds)]
    print(f"evaluate_batch: {statistics.median(speeds):.0f} ({min(speeds):.0f} to {max(speeds):.0f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5)
