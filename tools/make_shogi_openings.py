"""Makes ``src/kiebitz/arena/match/data/balanced_openings.sfen``, the default openings of ``kiebitz match`` for shogi.

    python tools/make_shogi_openings.py [--openings N] [--seed N]

Each is twelve plies from the starting position. Every ply is drawn from Kiebitz's own best moves, those within
``NEAR`` of the best; an opening is kept if a longer search finds it balanced. The same seed gives the same file, as
long as the engine is the same.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from kiebitz import Limit, ShogiEngine
from kiebitz.engine.positions import START_TEXT, shogi_position_from

TARGET = Path(__file__).parents[1] / "src" / "kiebitz" / "arena" / "match" / "data" / "balanced_openings.sfen"
PLIES = 12
CANDIDATES, CANDIDATE_NODES = 10, 4_000
NEAR = 50
"""Centipawns that a move may be worse than the best."""
BALANCED, BALANCE_NODES = 80, 50_000
"""Centipawns between the sides at most, and how long that is looked for."""


def opening(engine: ShogiEngine, chance: random.Random) -> tuple[str, ...] | None:
    """The moves of an opening; None if it isn't balanced."""
    moves: list[str] = []
    for _ in range(PLIES):
        position = shogi_position_from(moves=moves)
        lines = engine.analyse(position, Limit(nodes=CANDIDATE_NODES), multipv=CANDIDATES).lines
        best = lines[0].score.clipped()
        moves.append(chance.choice([line.moves[0] for line in lines if line.score.clipped() >= best - NEAR]))
    score = engine.analyse(shogi_position_from(moves=moves), Limit(nodes=BALANCE_NODES)).score
    return tuple(moves) if score is not None and abs(score.clipped()) <= BALANCED else None


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    found: dict[tuple[str, ...], None] = {}
    with ShogiEngine(hash_mb=16) as engine:
        while len(found) < asked.openings:
            engine.new_game()
            if moves := opening(engine, chance):
                found[moves] = None
    TARGET.write_text("".join(f"{START_TEXT} moves {' '.join(moves)}\n" for moves in found), encoding="utf-8")
    print(f"{TARGET}: {len(found)} openings")


if __name__ == "__main__":
    main()
