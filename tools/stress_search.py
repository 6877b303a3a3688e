"""Searches that are stopped at random moments, while table and crew change size in between.

Every move found is checked to be legal; at the end the memory in use is compared with that after the first tenth, so
that a leak shows. With 64 threads on a table of 1 MB among them.

    python tools/stress_search.py [--searches 1000] [--seed 1]

Run it with the sanitizers' builds, too (see ``sanitize`` in the Makefile).
"""

import argparse
import random
import time
from pathlib import Path

import chess

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit

THREADS = (1, 2, 2, 3, 4, 8, 64)
SIZES_MB = (1, 1, 1, 2, 5)
LONGEST_SEARCH_S = 0.03
LONGEST_GAME = 120
NEW_GAME_SHARE = 0.05


def resident_mb() -> float:
    """Memory of this process that is in use."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    """Search and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    board = chess.Board()
    early_mb = 0.0
    nodes = 0
    slowest_stop = 0.0
    with Engine(hash_mb=1) as engine:
        for number in range(1, arguments.searches + 1):
            engine.configure(threads=rng.choice(THREADS), hash_mb=rng.choice(SIZES_MB))
            if board.is_game_over() or len(board.move_stack) > LONGEST_GAME:
                board = chess.Board()
            stream = engine.stream(board, Limit(infinite=True), multipv=rng.choice((1, 1, 3)))
            time.sleep(rng.random() * LONGEST_SEARCH_S)
            stopped = time.perf_counter()
            stream.stop()
            info = stream.info
            slowest_stop = max(slowest_stop, time.perf_counter() - stopped)
            move = chess.Move.from_uci(info.lines[0].moves[0])
            if move not in board.legal_moves:
                raise SystemExit(f"search {number}: {move} is illegal in {board.fen()}")
            board.push(move)
            nodes += info.nodes
            if rng.random() < NEW_GAME_SHARE:
                engine.new_game()
            if number == arguments.searches // 10:
                engine.configure(threads=1, hash_mb=1)
                early_mb = resident_mb()
            print(f"\r{number} searches", end="", flush=True)
        engine.configure(threads=1, hash_mb=1)
    print(
        f"\r{arguments.searches} searches, {nodes:,} nodes, every move legal;"
        f" slowest stop {slowest_stop * 1000:.0f} ms;"
        f" memory {early_mb:.1f} MB after a tenth, {resident_mb():.1f} MB at the end"
    )


if __name__ == "__main__":
    main()
