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

import chess

import random_boards
from kiebitz import Engine, FenError, FenWarning, Info, Limit, ShogiEngine
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition

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


def search_shogi(engine: ShogiEngine, position: ShogiPosition) -> str:
    """Search a position; returns its SFEN if the best move isn't legal there."""
    return position.sfen() if is_wrong(engine.analyse(position, Limit(nodes=NODES)), legal_moves(position)) else ""


def search_chess(engine: Engine, fen: str) -> str:
    """Search a board, if it is one that the engine takes; returns its FEN if the best move isn't legal there."""
    try:
        info = engine.analyse(fen, Limit(nodes=NODES))
    except FenError:
        return ""
    return fen if is_wrong(info, [move.uci() for move in chess.Board(fen).legal_moves]) else ""


def is_wrong(info: Info, legal: list[str]) -> bool:
    """True if a search found a move that isn't legal, or none where there are some."""
    found = [line.moves[0] for line in info.lines if line.moves]
    return not set(found) <= set(legal) or bool(legal) != bool(found)


def main() -> int:
    """Search; the status is 1 if a best move was not legal."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--searches", type=int, default=10_000, help="of both games together (default: 10000)")
    parser.add_argument("--skip", type=int, default=0, help="so many that were searched before")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    warnings.simplefilter("ignore", FenWarning)
    chance = random.Random(asked.seed)
    pairs = zip(shogi_positions(chance), random_boards.random_fens(random.Random(asked.seed)), strict=False)
    shogi, of_chess = ShogiEngine(hash_mb=HASH_MB), Engine(hash_mb=HASH_MB)
    began, faults = time.monotonic(), 0
    for number, (position, fen) in enumerate(islice(pairs, asked.searches // 2)):
        done = 2 * number
        if done < asked.skip:
            continue
        if done % SHOW_EVERY == 0:
            rate = (done - asked.skip) / (time.monotonic() - began)
            print(f"{done:,} searches, {faults} faults, {rate:.0f} a second", flush=True)
        for fault in filter(None, (search_shogi(shogi, position), search_chess(of_chess, fen))):
            faults += 1
            print(f"the best move isn't legal: {fault}", flush=True)
    print(f"{asked.searches:,} searches, {faults} faults")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
