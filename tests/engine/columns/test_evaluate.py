"""Many static evaluations in one call."""

import chess
import pytest

from kiebitz import Engine, OptionError, evaluate_batch

FENS = [
    chess.STARTING_FEN,
    "nonsense",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
]


def test_values_are_the_engines_in_order():
    told = []
    batch = evaluate_batch([*FENS, chess.Board()], on_position=lambda done, of: told.append((done, of)))
    with Engine(hash_mb=1) as engine:
        values = [engine.evaluate(FENS[0]).total, None, None, engine.evaluate(FENS[3]).total]
    assert batch["centipawns"] == [*values, values[0]]
    assert [error is None for error in batch["error"]] == [True, False, False, True, True]
    assert batch["fen"] == [*FENS, chess.STARTING_FEN]
    assert batch.is_whole
    assert told == [(done, 5) for done in range(1, 6)]


def test_options_are_the_engines():
    with Engine(hash_mb=1, era="classical") as engine:
        value = engine.evaluate(FENS[3]).total
    assert evaluate_batch(FENS[3:], era="classical")["centipawns"] == [value]
    with pytest.raises(OptionError, match="nul_move"):
        evaluate_batch(FENS, nul_move=False)


def test_an_interrupt_keeps_what_is_done():
    def interrupt(done, of):
        if done == 2:
            raise KeyboardInterrupt

    batch = evaluate_batch(FENS, on_position=interrupt)
    assert not batch.is_whole
    assert batch["centipawns"][0] is not None
    assert batch["error"][2:] == ["not reached: the run was interrupted"] * 2
