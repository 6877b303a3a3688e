"""The enhanced transposition cutoff: it saves nodes and changes no value that the table alone would not change."""

import random

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.engine.bench import POSITIONS

PLAIN = {tunable.name: 0 for tunable in parameters.TABLE if (tunable.minimum, tunable.maximum) == (0, 1)} | {
    "principal_variation_search": 1,
    "transposition_table": 1,
}
CUTOFF = {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": 1}


def test_it_is_off_by_default():
    assert parameters.defaults()["enhanced_transposition_cutoff"] == 0


def test_values_stay_what_they_are():
    """Three plies: no position comes up twice with different plies left, so a bound that cuts is no deeper."""
    rng = random.Random(5)
    saved = 0
    with Engine(hash_mb=1, **PLAIN) as plain, Engine(hash_mb=1, **(PLAIN | CUTOFF)) as cutting:
        for _ in range(40):
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


@pytest.mark.parametrize("least_depth", [1, 4, 8])
def test_it_works_within_the_whole_search(least_depth):
    nodes = {}
    for switch in (False, True):
        with Engine(
            hash_mb=4, enhanced_transposition_cutoff=switch, enhanced_transposition_cutoff_depth=least_depth
        ) as engine:
            for fen in POSITIONS[:4]:
                engine.new_game()
                info = engine.analyse(fen, Limit(depth=9))
                assert chess.Move.from_uci(info.best_move) in chess.Board(fen).legal_moves
                nodes[switch] = nodes.get(switch, 0) + info.nodes
    assert nodes[True] != nodes[False]


def test_exact_mates_stay_exact():
    with Engine(hash_mb=4, **CUTOFF) as engine:
        info = engine.analyse("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", Limit(mate=2))
        assert info.score.mate == 2
        assert engine.analyse("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", Limit(mate=1)).score.mate == 1
