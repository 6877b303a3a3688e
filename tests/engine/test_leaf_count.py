"""Leaves counted in threads, and counts that Ctrl-C ends."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

from kiebitz import Engine
from kiebitz.engine import START_FEN, Position, legal_moves


@pytest.mark.parametrize("threads", [1, 3])
def test_leaves_below_each_move_add_up(threads):
    engine = Engine(hash_mb=1)
    assert engine.divide("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, threads=threads) == {}
    assert set(engine.divide(START_FEN, 1, threads=threads).values()) == {1}
    assert sum(engine.divide(START_FEN, 3, threads=threads).values()) == 8902
    assert [engine.perft(START_FEN, depth, threads=threads) for depth in range(5)] == [1, 20, 400, 8902, 197281]


def test_every_legal_move_has_its_leaves():
    """Castling, en passant and the deepest tree of all, in which both kings can only go to and fro."""
    engine = Engine(hash_mb=1)
    kiwipete = Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    parts = engine.divide(kiwipete, 3)
    assert list(parts) == legal_moves(kiwipete)
    assert sum(parts.values()) == 97862
    assert engine.divide("k2b4/p1pPp3/P1P1P3/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1", 128) == {"a1b1": 1}


@pytest.mark.parametrize("depth", [0, -1, 129])
def test_impossible_depths_are_refused(depth):
    with pytest.raises(ValueError, match=f"depth {depth} is not in 1"):
        Engine(hash_mb=1).divide(START_FEN, depth)


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_count_and_leaves_the_engine_usable(threads):
    program = textwrap.dedent(
        f"""
        import kiebitz
        engine = kiebitz.Engine(hash_mb=1)
        print("ready", flush=True)
        try:
            engine.perft(kiebitz.engine.START_FEN, 12, threads={threads})
        except KeyboardInterrupt:
            print(engine.perft(kiebitz.engine.START_FEN, 3), flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert out == "8902\n"
    assert process.returncode == 0
