import chess
import chess.engine
import pytest

from kiebitz import Engine, Limit


@pytest.mark.parametrize("name", ["depth", "nodes", "movetime_ms", "moves_to_go", "mate"])
def test_what_a_search_must_reach_is_at_least_one(name):
    assert getattr(Limit(**{name: 1}), name) == 1
    for value in (0, -5):
        with pytest.raises(ValueError, match=f"Limit.{name} is {value}; it must be at least 1"):
            Limit(**{name: value})


@pytest.mark.parametrize("name", ["white_clock_ms", "black_clock_ms", "white_increment_ms", "black_increment_ms"])
def test_clocks_may_be_empty_but_not_negative(name):
    assert getattr(Limit(**{name: 0}), name) == 0
    with pytest.raises(ValueError, match=f"Limit.{name} is -1; a clock can't be negative"):
        Limit(**{name: -1})


def test_limits_of_python_chess_are_understood():
    theirs = chess.engine.Limit(
        time=0.5, depth=3, nodes=700, mate=2, white_clock=60, black_clock=0.25, white_inc=1.5, remaining_moves=40
    )
    assert Limit.of(theirs) == Limit(
        depth=3,
        nodes=700,
        movetime_ms=500,
        white_clock_ms=60_000,
        black_clock_ms=250,
        white_increment_ms=1500,
        moves_to_go=40,
        mate=2,
    )
    assert Limit.of(chess.engine.Limit(time=0)) == Limit(movetime_ms=1)
    assert Limit.of(chess.engine.Limit()) == Limit()
    with pytest.raises(ValueError, match="it must be at least 1"):
        Limit.of(chess.engine.Limit(depth=0))


def test_an_engine_takes_limits_of_python_chess():
    with Engine(hash_mb=1) as engine:
        limit = chess.engine.Limit(depth=4)
        assert engine.analyse("startpos", limit).depth == 4
        assert engine.trace("startpos", limit).info.depth == 4
        assert engine.play("startpos", limit) in chess.Board().legal_moves
        with pytest.raises(TypeError, match="None is no limit"):
            engine.analyse("startpos", None)


@pytest.mark.parametrize(
    "name", ["depth", "nodes", "movetime_ms", "moves_to_go", "mate", "white_clock_ms", "black_increment_ms"]
)
def test_what_the_core_can_not_count_is_refused_by_name(name):
    for value in (10**300, 2**62):
        with pytest.raises(ValueError, match=f"Limit.{name} is more than"):
            Limit(**{name: value})
    most = 2**31 - 1 if name == "depth" else 2**53
    with Engine(hash_mb=1) as engine:
        assert engine.analyse(chess.Board(), Limit(**{"depth": 2, "nodes": 100} | {name: most})).move
