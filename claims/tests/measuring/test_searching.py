"""Searches as plain data."""

import json

import pytest

from kiebitz import Engine, Limit, OptionError
from kiebitz.engine import TableDesign
from kiebitz_claims.measuring.positions import phase_positions
from kiebitz_claims.measuring.searching import MATE_CENTIPAWNS, probe_counts, search, search_game, search_once
from kiebitz_claims.measuring.settings import MINIMAX, STYLES, TODAY, without_table

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
DEPTH = 6


def test_it_is_the_engines_search():
    found = search_once(START, TODAY, hash_mb=16, depth=DEPTH)
    with Engine(hash_mb=16, era="classical") as engine:
        info = engine.analyse(START, Limit(depth=DEPTH))
    assert (found["nodes"], found["move"], found["depth"]) == (info.nodes, info.best_move, info.depth)
    assert [iteration["depth"] for iteration in found["iterations"]] == list(range(1, DEPTH + 1))
    assert found["iterations"][-1]["nodes"] == found["nodes"]


def test_it_is_plain_data():
    found = search_once(START, MINIMAX, hash_mb=1, nodes=3000)
    assert json.loads(json.dumps(found)) == found


def test_mates_and_finished_games():
    assert search_once(MATE_IN_ONE, TODAY, hash_mb=1, depth=3)["centipawns"] == MATE_CENTIPAWNS
    with pytest.raises(ValueError, match="mated or stalemated"):
        search_once(MATED, TODAY, hash_mb=1, depth=3)


@pytest.mark.check
@pytest.mark.parametrize("style", STYLES)
def test_without_table_its_size_makes_no_difference(style):
    """Nothing of the table reaches the search: not even collisions, of which a small one has more."""
    fen = phase_positions("ending", 1)[0].fen
    small, large = (search_once(fen, without_table(STYLES[style]), hash_mb=size, depth=DEPTH) for size in (1, 32))
    assert small["nodes"] == large["nodes"]
    assert small["permille"] == large["permille"] == 0


def test_the_table_lives_on_until_it_is_forgotten():
    with Engine(hash_mb=16) as engine:
        first = search(engine, START, depth=DEPTH)
        assert search(engine, START, depth=DEPTH)["nodes"] < first["nodes"]
        engine.new_game()
        assert search(engine, START, depth=DEPTH)["nodes"] == first["nodes"]


def test_only_the_best_line_makes_an_iteration():
    with Engine(hash_mb=1) as engine:
        found = search(engine, START, depth=DEPTH, multipv=3)
    assert [iteration["depth"] for iteration in found["iterations"]] == list(range(1, DEPTH + 1))
    assert found["move"] == found["iterations"][-1]["move"]


def test_only_a_verifying_table_has_counted():
    with Engine(hash_mb=1, table_design=TableDesign(policy="always", key_bits=32, verify="count")) as engine:
        search(engine, START, depth=DEPTH)
        assert probe_counts(engine).probes > 0
    with Engine(hash_mb=1) as engine, pytest.raises(ValueError, match="verify='count' or 'reject'"):
        probe_counts(engine)


def test_use_counts_as_the_table_is_designed():
    """By 'recent' only what the last search stored, by 'used' everything."""
    with Engine(hash_mb=1) as recent, Engine(hash_mb=1, table_design=TableDesign(hashfull="used")) as used:
        for nodes in (20_000, 100):
            permille = [search(engine, START, nodes=nodes)["permille"] for engine in (recent, used)]
    assert 0 <= permille[0] < permille[1]


def test_a_game_is_searched_from_its_players_view():
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    with Engine(hash_mb=1) as engine:
        found = search_game(engine, moves, first_ply=2, positions=5, depth=3)
    assert len(found) == 2


def test_unknown_settings_are_refused():
    with pytest.raises(OptionError, match="no option 'telepathy'"):
        search_once(START, {"telepathy": 1}, hash_mb=1, depth=1)
