"""Search random positions of both games, few nodes each: for faults of memory, on the build with sanitizers.

    make sanitize-searches ARGS="--searches 1000000 --seed 1"

Half of the positions are of shogi: those of random games, men scattered over board and hands, one king, all men in one
hand, whatever promotes promoted, checks that can't be; the others are the random boards of chess. Engines and their
tables are kept from one to the next, and the best move must be legal. The same seed asks the same positions. A fault
ends the process; the last line told says where it was, and ``--skip`` goes on there.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import random_boards
from kiebitz.core.chess.notation import legal_moves as legal_in_chess
from kiebitz.core.evaluation.network.file import packaged_network
from kiebitz.core.evaluation.network.games import CHESS, SHOGI
from kiebitz.core.parameters import SHOGI as SHOGI_DEFAULTS
from kiebitz.core.parameters import defaults
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.search.worker import Worker
from kiebitz.core.shogi.notation import legal_moves as legal_in_shogi
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.table import Table
from kiebitz.engine import FenError, FenWarning, Position, position_from

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import random_shogi

NODES = 200
HASH_MB = 1
"""Little, so that entries of other positions are met and replaced."""
A_TURN = 100
SHOW_EVERY = 1_000


def shogi_positions(chance: random.Random) -> Iterator[ShogiPosition]:
    """Positions of shogi without end, so many of each kind in turn."""
    while True:
        for _, _, position in random_shogi.random_games(chance, A_TURN):
            yield position
        for kind in (random_shogi.scattered, random_shogi.one_king, random_shogi.crowded):
            yield from kind(chance, A_TURN)


def chess_positions(seed: int) -> Iterator[Position | None]:
    """Random boards of chess without end; None for those that no engine takes."""
    for fen in random_boards.random_fens(random.Random(seed)):
        try:
            yield position_from(fen)
        except FenError:
            yield None


class Searcher:
    """A worker, which keeps what it learned and its table from one search to the next; it has no thread of its own."""

    def __init__(self, worker: Any, network: Any, settings: dict[str, int], legal_moves: Any) -> None:
        self._worker, self._legal_moves = worker, legal_moves
        worker.configure(settings, network)

    def fault(self, position: Any) -> str:
        """Search a position; its text if the best move isn't legal there, or there is none where some are."""
        self._worker.prepare(position, SearchLimits(nodes=NODES))
        think(self._worker)
        found = {line.moves[0] for line in self._worker.results() if line.moves}
        legal = set(self._legal_moves(position))
        return "" if found <= legal and bool(found) == bool(legal) else str(position)


def main() -> int:
    """Search; the status is 1 if a best move was not legal."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--searches", type=int, default=10_000, help="of both games together (default: 10000)")
    parser.add_argument("--skip", type=int, default=0, help="so many that were searched before")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    warnings.simplefilter("ignore", FenWarning)
    chance = random.Random(asked.seed)
    pairs = zip(shogi_positions(chance), chess_positions(asked.seed), strict=False)
    settings = defaults(SHOGI_DEFAULTS)
    shogi = Searcher(ShogiWorker(Table(HASH_MB)), packaged_network(SHOGI), settings, legal_in_shogi)
    of_chess = Searcher(Worker(Table(HASH_MB)), packaged_network(CHESS), defaults(), legal_in_chess)
    began, faults = time.monotonic(), 0
    for number, (board, position) in enumerate(islice(pairs, asked.searches // 2)):
        done = 2 * number
        if done < asked.skip:
            continue
        if done % SHOW_EVERY == 0:
            rate = (done - asked.skip) / (time.monotonic() - began)
            print(f"{done:,} searches, {faults} faults, {rate:.0f} a second", flush=True)
        for fault in filter(None, (shogi.fault(board), of_chess.fault(position) if position else "")):
            faults += 1
            print(f"the best move isn't legal: {fault}", flush=True)
    print(f"{asked.searches:,} searches, {faults} faults")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
