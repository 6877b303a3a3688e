"""The enhanced transposition cutoff: it saves nodes and changes no value that the table alone would not change."""

import random

import chess

from kiebitz import Engine, Limit
from kiebitz.core import parameters

PLAIN = {tunable.name: 0 for tunable in parameters.TABLE if (tunable.minimum, tunable.maximum) == (0, 1)} | {
    "principal_variation_search": 1,
    "transposition_table": 1,
}
CUTOFF = {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": 1}


def test_values_stay_what_they_are():
    """Three plies: no position comes up twice with different plies left, so a bound that cuts is no deeper."""
    rng = random.Random(5)
    saved = 0
    with Engine(hash_mb=1, **PLAIN) as plain, Engine(hash_mb=1, **(PLAIN | CUTOFF)) as cutting:
        for _ in range(12):
            board = chess.Board("r3k2r/pp3p2/8/3n4/8/2B5/PP4P1/R3K2R w KQkq - 0 1")
            for _ in range(rng.randrange(0, 16)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(rng.choice(moves))
            if board.is_game_over():
                continue
            plain.new_game()
            cutting.new_game()
            before = plain.analyse(board.fen(), Limit(depth=3))
            after = cutting.analyse(board.fen(), Limit(depth=3))
            assert after.score == before.score
            saved += before.nodes - after.nodes
    assert saved > 0
