"""Weaknesses that a fault leaves, told where men, mates and motifs say nothing."""

import chess
import pytest

from kiebitz.analysis.explanation import english, german
from kiebitz.analysis.explanation.explanation import explain_fault
from kiebitz.analysis.explanation.reason import Reason, Role, motif_of
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.weakness import DETECTORS, WeaknessKind, find_weaknesses
from kiebitz.engine.score import Score

DEPTH = 20
KINDS = {kind: (module, detect) for module, kinds in DETECTORS.items() for kind, detect in kinds}


class Counting:
    """Who counts the modules of two positions, and searches nothing."""

    def __init__(self, before, after):
        self.counts = [dict.fromkeys(DETECTORS, 0) | counts if counts else {} for counts in (before, after)]

    def modules(self, board):
        return self.counts.pop(0)


def line(fen, moves, centipawns):
    return ShownLine.of(
        chess.Board(fen), [chess.Move.from_uci(move) for move in moves.split()], Score(centipawns), DEPTH
    )


@pytest.mark.parametrize(
    ("kind", "fen", "square"),
    [
        (WeaknessKind.ISOLATED, "4k3/pp1p1ppp/8/8/3P4/8/PP3PPP/4K3 w - - 0 1", "d4"),
        (WeaknessKind.ISOLATED, "4k3/pp3ppp/8/8/3P4/8/PP3PPP/4K3 w - - 0 1", None),  # it is passed
        (WeaknessKind.DOUBLED, "4k3/pp3ppp/8/8/2P5/2P5/P4PPP/4K3 w - - 0 1", "c3"),
        (WeaknessKind.BACKWARD, "4k3/pp3ppp/4p3/8/2P1P3/3P4/PP6/4K3 w - - 0 1", None),
        (WeaknessKind.BACKWARD, "4k3/pp3ppp/8/2p1p3/2P1P3/3P4/P7/4K3 w - - 0 1", "d3"),
        (WeaknessKind.PASSED, "4k3/5ppp/8/8/2p5/8/5PPP/4K3 w - - 0 1", "c4"),
        (WeaknessKind.PASSED, "4k3/2p2ppp/8/8/8/8/5PPP/4K3 w - - 0 1", None),
        (WeaknessKind.CASTLING, "3qk3/8/8/8/8/8/PPPPPPPP/4K2R w - - 0 1", "e1"),
        (WeaknessKind.CASTLING, "3qk3/8/8/8/8/8/PPPPPPPP/4K2R w K - 0 1", None),
        (WeaknessKind.CASTLING, "4k3/8/8/8/8/8/PPPPPPPP/4K2R w - - 0 1", None),  # no queen
        (WeaknessKind.COVER, "3qk3/8/8/8/8/8/PPPPPP1P/6K1 w - - 0 1", "g1"),
        (WeaknessKind.COVER, "3qk3/8/8/8/8/8/PPPPPPPP/6K1 w - - 0 1", None),
        (WeaknessKind.OUTPOST, "4k3/8/8/4p3/3n4/8/PP3PPP/4K3 w - - 0 1", "d4"),
        (WeaknessKind.OUTPOST, "4k3/8/8/4p3/3n4/8/PPP2PPP/4K3 w - - 0 1", None),  # c3 drives it away
        (WeaknessKind.OPEN_FILE, "3rk3/8/8/8/8/8/PPP2PPP/4K2R w - - 0 1", "d8"),
        (WeaknessKind.OPEN_FILE, "3rk3/8/8/8/8/8/PPP2PPP/3RK3 w - - 0 1", None),
        (WeaknessKind.SEVENTH_RANK, "4k3/8/8/8/8/8/PPr2PPP/4K3 w - - 0 1", "c2"),
        (WeaknessKind.SEVENTH_RANK, "4k3/8/8/8/5PPP/PP6/2r5/4K3 w - - 0 1", None),
        (WeaknessKind.BISHOP_PAIR, "2b1kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "c8"),
        (WeaknessKind.BISHOP_PAIR, "2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", None),
        (WeaknessKind.DEVELOPMENT, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1"),
        (WeaknessKind.DEVELOPMENT, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", None),
    ],
)
@pytest.mark.parametrize("side", [chess.WHITE, chess.BLACK])
def test_what_is_weak(kind, fen, square, side):
    board = chess.Board(fen) if side else chess.Board(fen).mirror()
    found = [place for _, place in KINDS[kind][1](board, side)]
    expected = square and (chess.parse_square(square) ^ (0 if side else 56))
    assert (expected in found) if square else not found


def test_a_weakness_is_told_if_the_evaluation_counts_it():
    fen = "4k3/pp3ppp/4p3/3p4/2PP4/8/PP3PPP/4K3 w - - 0 1"
    best, played = line(fen, "c4c5 e8e7 e1e2", 20), line(fen, "c4d5 e6d5 e1e2", -80)
    (told,) = find_weaknesses(best, played, Counting({"pawn_structure": -5}, {"pawn_structure": -75}))
    assert (told.kind, told.man.square, told.better) == (WeaknessKind.ISOLATED, "d4", "c4c5")
    assert told.line == ("c4d5", "e6d5", "e1e2")
    for after in (
        {"king_cover": -80},  # its module doesn't fall,
        {"pawn_structure": -25, "king_cover": -60},  # or by too little of what the move has lost,
        {"pawn_structure": -75, "king_cover": -180},  # or all together by more than that
    ):
        assert find_weaknesses(best, played, Counting({"pawn_structure": 0}, after)) == []
    assert find_weaknesses(best, played, Counting({}, {})) == []  # nobody counts


def test_where_a_pawn_is_lost_as_well_the_pawn_is_what_counts():
    fen = "4k3/pp3ppp/4p3/3p4/3P4/4P3/PP3PPP/4K3 w - - 0 1"
    best, played = line(fen, "e1e2 e8e7 e2d3", 20), line(fen, "e3e4 d5e4 e1e2", -80)
    assert find_weaknesses(best, played, Counting({"pawn_structure": -5}, {"pawn_structure": -75})) == []


def test_what_was_weak_before_is_left_and_not_given():
    """Black had both bishops before the move; the better one takes one of them."""
    fen = "r1b1kb2/pp3ppp/8/8/8/8/PP3PPP/2R1K3 w - - 0 1"
    best, played = line(fen, "c1c8 a8c8", 20), line(fen, "h2h3 h7h6", -80)
    (told,) = find_weaknesses(best, played, Counting({"piece_values": -5}, {"piece_values": -75}))
    assert told.kind is WeaknessKind.BISHOP_PAIR
    assert english.sentence(Reason(Role.PLAYED, told)) == "1.h3 leaves Black the pair of bishops: 1...h6."
    assert german.sentence(Reason(Role.PLAYED, told)) == "1.h3 überlässt Schwarz das Läuferpaar: 1...h6."


def test_a_draw_by_repetition_that_is_allowed():
    start = chess.Board("6k1/5ppp/8/8/8/8/q4PPP/1Q4K1 w - - 0 1")
    best = ShownLine.of(start, [chess.Move.from_uci("b1b8")], Score(400), DEPTH)
    played = ShownLine.of(start, [chess.Move.from_uci("b1d1")], Score(0), DEPTH)
    after = start.copy()
    after.push_uci("b1d1")
    moves = ["a2a6", "g1h1", "a6a5", "h1g1", "a5a6", "g1h1"]
    answer = ShownLine.of(after, [chess.Move.from_uci(move) for move in moves], Score(0), DEPTH)

    class Answering(Counting):
        def lines(self, board, count=1, among=()):
            return (answer,) if board.turn is chess.BLACK else ()

        def at_sight(self, board, among, plies=1):
            return among[0]

        def has_mate(self, board, moves):
            return False

        def known(self, board):
            return None

    reasons = explain_fault((best, played), Answering({}, {}))
    told = [reason for reason in reasons if reason.role is Role.ANSWER]
    assert [reason.fact.theme for reason in told] == ["repetition"]
    assert told[0].fact.line == tuple(moves[:5])
    assert motif_of(reasons) == "repetition"
