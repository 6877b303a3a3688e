"""The bench: a fixed-depth search of fixed positions. Its node count is the signature of the search's behaviour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from kiebitz.engine.engine import ENGINES
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName

BENCH_DEPTH = 11
BENCH_HASH_MB = 16

# The start and the perft position 'Kiwipete'; the 24 positions of Bratko and Kopec (1982); studies and zugzwangs (with
# Nimzo's and Fine 70); two starts of Chess960; a game at its fifty-move end, a stalemate, a draw by material.
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - -",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - -",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq -",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - -",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - -",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - -",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - -",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - -",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - -",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - -",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - -",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - -",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - -",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - -",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq -",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - -",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - -",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - -",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - -",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - -",
    "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - -",
    "r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq -",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - -",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - -",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
    "8/8/1KP5/3r4/8/8/8/k7 w - -",
    "7K/8/k1P5/7p/8/8/8/8 w - -",
    "8/8/7p/3KNN1k/2p4p/8/3P2p1/8 w - -",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "rnnkrqbb/pppppppp/8/8/8/8/PPPPPPPP/RNNKRQBB w EAea - 0 1",
    "5k2/8/5K2/8/8/8/8/4R3 b - - 99 90",
    "k7/8/1K6/8/8/8/8/1Q6 b - - 0 1",
    "8/8/8/8/8/4k3/8/4K2B w - - 0 1",
)


# The start, and one without White's rook and bishop; positions of games that the engine played against itself after
# four random moves; full hands on an empty board; a mate in one, and a king who is mated.
SHOGI_POSITIONS = (
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


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The measurements of a bench run."""

    nodes: int
    """The signature: the same on every machine."""
    seconds: float
    """Time taken by the searches."""

    @property
    def nodes_per_second(self) -> int:
        """Positions visited a second."""
        return round(self.nodes / max(self.seconds, 1e-9))

    @property
    def text(self) -> str:
        """The line that OpenBench reads."""
        return f"{self.nodes} nodes {self.nodes_per_second} nps"


def run(
    depth: int = BENCH_DEPTH,
    hash_mb: int = BENCH_HASH_MB,
    report: Callable[[int, str, int], None] | None = None,
    *,
    while_waiting: Callable[[], None] | None = None,
    limit: Limit | None = None,
    game: GameName = "chess",
    **options: int | bool | str,
) -> BenchResult:
    """Search every position of a game to ``depth``, or to another ``limit``, from an empty table.

    ``report`` is called after each position with its number from 1, its text and the nodes spent on it,
    ``while_waiting`` about a hundred times a second; what they raise ends the bench.
    """
    total = 0
    started = perf_counter()
    positions = SHOGI_POSITIONS if game == "shogi" else POSITIONS
    with ENGINES[game](hash_mb=hash_mb, **options) as engine:
        for number, fen in enumerate(positions, 1):
            engine.new_game()
            stream = engine.stream(fen, limit or Limit(depth=depth))
            stream.while_waiting = while_waiting
            for _ in stream:
                pass
            nodes = stream.info.nodes
            total += nodes
            if report:
                report(number, fen, nodes)
    return BenchResult(total, perf_counter() - started)
