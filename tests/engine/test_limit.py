import chess
import chess.engine
import numpy as np
import pytest

from kiebitz import Engine, Limit, ShogiEngine

NUMBERS = ("depth", "nodes", "movetime_ms", "moves_to_go", "mate")
CLOCKS = ("white_clock_ms", "black_clock_ms", "white_increment_ms", "black_increment_ms")


def test_what_a_search_must_reach_is_at_least_one_and_no_clock_is_negative():
    for least, names in ((1, NUMBERS), (0, CLOCKS)):
        for name in names:
            assert getattr(Limit(**{name: least}), name) == least
            for value in (least - 1, -5, 10**300, 2**62):
                with pytest.raises(ValueError, match=f"Limit.{name} is"):
                    Limit(**{name: value})


def test_limits_of_python_chess_are_understood():
    clocks = {"white_clock": 60, "black_clock": 0.25, "white_inc": 1.5, "remaining_moves": 40}
    theirs = chess.engine.Limit(time=0.5, depth=3, nodes=700, mate=2, **clocks)
    ours = {"white_clock_ms": 60_000, "black_clock_ms": 250, "white_increment_ms": 1500, "moves_to_go": 40}
    assert Limit.of(theirs) == Limit(depth=3, nodes=700, movetime_ms=500, mate=2, **ours)
    assert Limit.of(chess.engine.Limit(time=0)) == Limit(movetime_ms=1)
    assert Limit.of(chess.engine.Limit()) == Limit()
    with pytest.raises(ValueError, match="at least 1"):
        Limit.of(chess.engine.Limit(depth=0))


@pytest.mark.parametrize("limit", [Limit(), chess.engine.Limit(), Limit(moves_to_go=3), Limit(white_increment_ms=5)])
def test_who_waits_for_an_end_must_let_there_be_one(limit):
    with Engine(hash_mb=1) as engine:
        for ask in (engine.analyse, engine.play, engine.trace):
            with pytest.raises(ValueError, match="never ends a search; give nodes"):
                ask("startpos", limit)
        with engine.stream("startpos", limit) as stream:
            stream.stop()
            assert stream.info.move
    with Engine(hash_mb=1, elo=800) as player:
        assert player.play("startpos", Limit())


def test_an_engine_takes_limits_of_python_chess():
    with Engine(hash_mb=1) as engine:
        limit = chess.engine.Limit(depth=4)
        assert engine.analyse("startpos", limit).depth == 4
        assert engine.trace("startpos", limit).info.depth == 4
        assert engine.play("startpos", limit) in chess.Board().legal_moves
        with pytest.raises(TypeError, match="None is no limit"):
            engine.analyse("startpos", None)


def test_the_most_that_the_core_can_count_is_taken():
    with Engine(hash_mb=1) as engine:
        for name in (*NUMBERS, *CLOCKS):
            most = 2**31 - 1 if name == "depth" else 2**53
            assert engine.analyse(chess.Board(), Limit(**{"depth": 2, "nodes": 100} | {name: most})).move


@pytest.mark.parametrize(
    ("limit", "fault"),
    [
        ({"depth": "3"}, TypeError),
        ({"depth": 3.5}, TypeError),
        ({"nodes": [5]}, TypeError),
        ({"movetime_ms": float("nan")}, ValueError),
        ({"white_clock_ms": float("inf")}, ValueError),
    ],
)
def test_a_limit_is_a_number(limit, fault):
    with pytest.raises(fault, match=next(iter(limit))):
        Limit(**limit)


def test_parts_of_milliseconds_are_rounded():
    assert Limit(movetime_ms=1.7, nodes=np.int32(5)) == Limit(movetime_ms=2, nodes=5)


@pytest.mark.parametrize("game", [Engine, ShogiEngine])
def test_a_clock_of_the_other_side_ends_no_search(game):
    other = "black_clock_ms" if game is Engine else "white_clock_ms"
    with game(hash_mb=1) as engine, pytest.raises(ValueError, match="the clock of the side to move"):
        engine.analyse("startpos", Limit(**{other: 1000}))


@pytest.mark.parametrize("game", [Engine, ShogiEngine])
def test_byoyomi_needs_no_clock(game):
    with game(hash_mb=1) as engine:
        assert engine.analyse("startpos", Limit(byoyomi_ms=20)).lines


def test_a_mate_of_shogi_needs_another_limit():
    with ShogiEngine(hash_mb=1) as engine, pytest.raises(ValueError, match="never ends"):
        engine.analyse("startpos", Limit(mate=1))
