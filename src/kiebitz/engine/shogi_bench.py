"""The bench of shogi: a fixed-depth search of fixed positions, whose node count is the signature of its search."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from kiebitz.engine.bench import BENCH_HASH_MB, BenchResult
from kiebitz.engine.limit import Limit
from kiebitz.engine.shogi_engine import ShogiEngine

BENCH_DEPTH = 11

# The start, and one without White's rook and bishop; positions of games that the engine played against itself after
# four random moves; full hands on an empty board; a mate in one, and a king who is mated.
POSITIONS = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "ln1gkg1+P1/2r2s3/p1sppp3/1pp2bPpl/7n1/4R1S2/PPPPPP2+p/3S5/LNBGKG1N1 b Plp 45",
    "lng3+P+N1/rk1sgp2+L/pppps1+N+P+P/3b1P+P2/4L1+R2/4P4/PPPPS2+p1/1BSKG4/LN1G5 b 2P 95",
    "lnsks2nl/1r1gg4/pppp1p1pp/4p4/6pP1/2P4R1/PP1PPPP1P/1+bG1G4/LNSKS2NL b b 29",
    "lk2p+R2+S/3s1l1P1/p1pps3p/6+r2/2PNG4/2NGPPP1P/3PKG2b/3G1S1p1/+p1+b5+l b LP2n3p 95",
    "3g1k1n1/3s2s2/p2pp1pp1/8l/9/3P5/PP4+nPP/1BB3+r2/LNKG2+s2 b G4Prgsn2l4p 95",
    "l5snl/5k3/n2ggp1p1/ppppp1p1p/5s1S1/1PP+RP1PPP/P1N2P3/1BS1G2G1/L5KNL b BPr 61",
    "l1ggkg1nl/3s5/n+Rp1ppspp/p2P1np2/8P/2P3B2/PP2PPPP1/2+b1S1GR1/L+p3KSNL b P 45",
    "ln1g1k1nl/2rs3s1/pppppg1p1/5pp2/8p/1PP2R3/P2PP1P1P/6G2/LNSGK1SNL b 2P2b 29",
    "1g1kn+R3/7P1/2p1ppN2/p2g1l1p1/1p3s+B1p/P1P1P4/1P1G1PPlP/1R1S5/L2K3NL b BG2S3Pn 95",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1",
    "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1",
)


def run(
    depth: int = BENCH_DEPTH,
    hash_mb: int = BENCH_HASH_MB,
    report: Callable[[int, str, int], None] | None = None,
) -> BenchResult:
    """Search every position to ``depth`` from an empty table; ``report`` as ``bench.run``."""
    total = 0
    started = perf_counter()
    with ShogiEngine(hash_mb=hash_mb) as engine:
        for number, sfen in enumerate(POSITIONS, 1):
            engine.new_game()
            nodes = engine.analyse(sfen, Limit(depth=depth)).nodes
            total += nodes
            if report:
                report(number, sfen, nodes)
    return BenchResult(total, perf_counter() - started)
