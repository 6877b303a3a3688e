"""A search belongs to itself: what it found stays with it, and what comes late finds it ended."""

import os
import subprocess
import sys

import chess
import pytest

from commands import ENVIRONMENT
from kiebitz import Engine, Limit
from processes import wait_until
from sanitizers import SANITIZED

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


@pytest.fixture
def engine():
    with Engine(hash_mb=2) as engine:
        yield engine


def test_each_stream_keeps_its_own_lines_and_outcome(engine):
    mate = engine.stream(MATE, Limit(depth=4))
    wait_until(lambda: not mate.is_running)
    other = engine.analyse(chess.Board(), Limit(depth=6))
    assert {line.moves[0] for line in mate} <= {move.uci() for move in chess.Board(MATE).legal_moves}
    assert (mate.info.best_move, str(mate.info.score)) == ("a1a8", "#1")
    assert mate.info != other
    engine.configure(hash_mb=1, threads=2)
    assert mate.info.best_move == "a1a8"


def test_a_stop_that_comes_late_leaves_the_next_search_alone(engine):
    first = engine.stream(chess.Board(), Limit(depth=1))
    assert first.info.depth == 1
    second = engine.stream(chess.Board(), Limit(depth=6))
    first.stop()
    first.ponderhit()
    del first
    assert second.info.depth == 6


SCARCE = """
import resource, sys
import kiebitz
from kiebitz.processes.shortage import shortage

engine, limit = kiebitz.Engine(hash_mb=1), kiebitz.Limit(nodes=100)
engine.analyse("startpos", limit)
pages = int(open("/proc/self/statm").read().split()[0])
bytes_left = int(sys.argv[1]) << 10
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + bytes_left, resource.RLIM_INFINITY))
try:
    engine.analyse("startpos", limit)
except (MemoryError, RuntimeError) as error:
    assert shortage(error), error
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert engine.analyse("startpos", limit).lines
"""


@pytest.mark.check
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="asks Linux how much memory it has")
@pytest.mark.skipif(SANITIZED, reason="the sanitizer takes an address space of its own")
@pytest.mark.parametrize("kilobytes", [0, 16_500, 30_000])
def test_no_search_is_waited_for_that_had_no_memory_to_begin(kilobytes):
    done = subprocess.run(
        [sys.executable, "-c", SCARCE, str(kilobytes)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
