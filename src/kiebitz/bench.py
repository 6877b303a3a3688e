"""The bench: a fixed-depth search of fixed positions. Its node count is the signature of the search's behaviour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from kiebitz.engine import Engine
from kiebitz.limit import Limit

BENCH_DEPTH = 12
BENCH_HASH_MB = 16

# Openings, middlegames and endings; the last ones contain mates, a stalemate, zugzwang and Chess960 castling.
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP1B2/2N1PN2/PP2BPPP/R2QK2R w KQ - 2 8",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BPP1N1P/PP3PP1/RNBQR1K1 w - - 1 11",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b1r1k1/pp1n1pbp/1qp3p1/3p4/1B1P4/Q3PN2/PP2BPPP/R4RK1 w - - 0 1",
    "3r1rk1/p1q2pp1/1p2b2p/2p1P3/2P2P2/P1Q1R3/1P2B1PP/5RK1 b - - 0 24",
    "4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21",
    "r3r1k1/2p2ppp/p1p1bn2/8/1q2P3/2NPQN2/PPP3PP/R4RK1 b - - 2 15",
    "1r2r1k1/5ppp/p2p4/q1pPp3/1pP1P1b1/1P1Q1N2/P4PPP/2R1R1K1 w - - 0 22",
    "8/2p2k2/1p1p1p2/p2Pp1p1/P1P1P1P1/1P3K2/8/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "2K5/p7/7P/5pR1/8/5k2/r7/8 w - - 4 3",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
    "7k/3p2pp/4q3/8/4Q3/5Kp1/P6b/8 w - - 0 1",
    "8/2p5/8/2kPKp1p/2p4P/2P5/3P4/8 w - - 0 1",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "5k2/8/4K3/8/8/8/4P3/8 w - - 0 1",
    "5k2/8/5K2/8/8/8/8/4R3 b - - 99 90",
    "k7/8/1K6/8/8/8/8/1Q6 b - - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "nqbrkn1r/1p1p1pbp/p1p1p1p1/8/3P4/2N2NP1/PPP1PPBP/1QBRK2R w HDhd - 0 8",
)


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a bench run measured."""

    nodes: int
    """The signature: the same on every machine."""
    seconds: float
    """Time taken by the searches."""

    @property
    def nodes_per_second(self) -> int:
        """Speed."""
        return round(self.nodes / max(self.seconds, 1e-9))


def run(
    depth: int = BENCH_DEPTH,
    hash_mb: int = BENCH_HASH_MB,
    report: Callable[[int, str, int], None] | None = None,
    **options: int | bool,
) -> BenchResult:
    """Search every position to ``depth`` from an empty table.

    ``report`` is called after each position with its number from 1, its FEN and the nodes spent on it.
    """
    total = 0
    started = perf_counter()
    with Engine(hash_mb=hash_mb, **options) as engine:
        for number, fen in enumerate(POSITIONS, 1):
            engine.new_game()
            nodes = engine.analyse(fen, Limit(depth=depth)).nodes
            total += nodes
            if report:
                report(number, fen, nodes)
    return BenchResult(total, perf_counter() - started)
