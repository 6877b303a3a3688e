"""A search belongs to itself: what it found stays with it, and what comes late finds it ended."""

import os
import random
import subprocess
import sys

import chess
import pytest

from commands import ENVIRONMENT
from kiebitz import Engine, Limit, ShogiEngine
from kiebitz.engine.score import plies_to_mate
from kiebitz.processes.waiting_threads import Work
from kiebitz.protocols.uci.loop import Session as UciSession
from kiebitz.protocols.usi.loop import Session as UsiSession
from processes import wait_until
from sanitizers import SANITIZED
from uci_talk import Talk

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


# Quiet, sharp, lost, and mate in a few moves.
CHESS = (
    chess.STARTING_FEN,
    "r5k1/5q2/1pP3P1/3Pp2P/1B2Pp2/5Q1K/8/8 b - - 0 87",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
)
SHOGI = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1",
)


def stopped(stream, lines):
    """All lines of a search that is stopped when it has told so many."""
    told = [next(stream) for _ in range(lines)]
    stream.stop()
    return [*told, *stream]


def search_and_stop(searches, seed):
    """Assert of random searches, by one thread to eight, that the last lines are those of the outcome."""
    chance = random.Random(seed)
    with Engine(hash_mb=1) as chess_engine, ShogiEngine(hash_mb=1) as shogi_engine:
        for _ in range(searches):
            engine, roots = chance.choice(((chess_engine, CHESS), (shogi_engine, SHOGI)))
            engine.configure(threads=chance.choice((1, 2, 2, 3, 4, 8)))
            multipv = chance.choice((1, 1, 3))
            root = chance.choice(roots)
            if chance.random() < 0.5:
                stream = engine.stream(root, Limit(nodes=chance.randrange(1, 20_000)), multipv=multipv)
                told = list(stream)
            else:
                stream = engine.stream(root, Limit(infinite=True), multipv=multipv)
                told = stopped(stream, chance.randrange(6 * multipv))
            info = stream.info
            last = {line.rank: line for line in told}
            assert [(last[line.rank].score, last[line.rank].bound) for line in info.lines] == [
                (line.score, line.bound) for line in info.lines
            ]
            # A mate may be played out behind what was told.
            assert all(line.moves[: len(last[line.rank].moves)] == last[line.rank].moves for line in info.lines)
            assert info.best_move == last[1].moves[0]


def test_the_last_lines_are_the_outcome():
    search_and_stop(6, seed=1)


@pytest.mark.check
def test_the_last_lines_of_many_searches_are_the_outcome():
    search_and_stop(40, seed=2)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_last_lines_of_a_thousand_searches_are_the_outcome():
    search_and_stop(1000, seed=3)


@pytest.mark.check
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize(
    ("session", "start", "weakly"),
    [
        (UciSession, f"position fen {CHESS[0]}", ["UCI_LimitStrength value true", "UCI_Elo value 800"]),
        (UsiSession, f"position sfen {SHOGI[0]}", ["Level value 3"]),
    ],
)
def test_by_a_protocol_nobody_is_mated_in_the_first_moves(session, start, weakly, limited):
    """The last line was a mate in one wherever an answer was elected of a thread stopped in its search."""
    talk = Talk(session)
    options = [f"setoption name {option}" for option in ("Threads value 2", *(weakly if limited else ()))]
    for nodes in range(2_000, 22_000, 2_000):
        said = talk.search(*options, start, f"go nodes {nodes}")
        last = [line for line in said if " pv " in line][-1].split()
        assert "mate" not in last
        assert last[last.index("pv") + 1] == said[-1].split()[1]
    talk.close()


@pytest.mark.check
@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize(
    "ends",
    [
        ("go nodes 9000",),
        ("go movetime 30",),
        ("go wtime 900 btime 900",),
        ("go infinite", "stop"),
        ("go ponder wtime 900 btime 900", "ponderhit"),
        ("go ponder wtime 900 btime 900", "stop"),
    ],
)
@pytest.mark.parametrize(
    ("session", "start"), [(UciSession, f"position fen {CHESS[0]}"), (UsiSession, f"position sfen {SHOGI[0]}")]
)
def test_whatever_ends_a_search_its_last_lines_and_best_move_agree(session, start, ends, lines):
    talk = Talk(session)
    said = talk.search("setoption name Threads value 2", f"setoption name MultiPV value {lines}", start, *ends)
    last = [line.split() for line in said if " pv " in line][-lines:]
    assert [int(line[line.index("multipv") + 1]) for line in last] == [*range(1, lines + 1)], said
    moves = [line[line.index("pv") + 1] for line in last]
    assert moves[0] == said[-1].split()[1]
    assert len({*moves}) == lines
    scores = [int(line[line.index("score") + 2]) for line in last if "bound" not in " ".join(line)]
    assert scores == sorted(scores, reverse=True)
    talk.close()


# From matetrack's list (https://github.com/vondele/matetrack): at few nodes each was told with a line that ended early.
MATES = (
    "6K1/1B1NR2p/2rpP3/1p1k1p2/1R4Pn/1pB5/2N1P3/rbbq4 w - - 0 1",
    "5kBK/3p1P1P/3P1p2/5Pp1/5pP1/5PP1/8/8 w - - 0 1",
    "2k5/2N5/1PKP4/2P5/8/8/8/8 w - - 0 1",
    "k7/1pRN1p2/p3r2p/Q2N2p1/3PPP2/8/5P1P/R5K1 w - - 0 1",
    "6k1/7p/5Pp1/4p1P1/3p4/3Kb1q1/4Q3/8 w - - 0 1",
    "6r1/p6b/K2p2pq/1Pk5/1N1pR1Pb/Bn1PpRp1/N3n3/8 w - - 0 1",
)


@pytest.mark.parametrize("limits", ["nodes 20000", "wtime 60000 btime 60000 nodes 20000"])
def test_a_mate_is_told_with_its_whole_line_or_as_a_bound(limits):
    """On a clock nobody looks for the end of a line."""
    talk = Talk()
    told = 0
    for fen in MATES:
        for line in talk.search("ucinewgame", f"position fen {fen}", f"go {limits}"):
            words = line.split()
            if "mate" in words and "lowerbound" not in words and "upperbound" not in words:
                told += 1
                assert len(words[words.index("pv") + 1 :]) == plies_to_mate(int(words[words.index("mate") + 1])), line
    assert told > len(MATES)
    talk.close()


@pytest.mark.parametrize("has_begun", [True, False])
@pytest.mark.parametrize("limit", [Limit(infinite=True), Limit(mate=3)], ids=["a search", "a proof"])
def test_an_interrupt_as_a_search_begins_ends_it_and_leaves_the_engine_usable(monkeypatch, limit, has_begun):
    """Else it would go on, with nobody who knows of it, beside the next one."""
    begin = Work.begin

    def interrupted(work):
        if has_begun:
            begin(work)
        raise KeyboardInterrupt

    with Engine(hash_mb=1) as engine:
        with monkeypatch.context() as patched:
            patched.setattr(Work, "begin", interrupted)
            with pytest.raises(KeyboardInterrupt):
                engine.analyse(chess.Board(), limit)
        assert engine.analyse(chess.Board(), Limit(nodes=100)).nodes >= 100
