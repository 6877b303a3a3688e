"""Each theme found where it is, and proven again by ``theme_definitions``; not found where it isn't."""

import json
from contextlib import closing

import chess
import chess.syzygy
import pytest

from kiebitz import Engine, Limit
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.man import balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.back_rank import find_back_rank
from kiebitz.analysis.explanation.themes.book_left import find_book_left
from kiebitz.analysis.explanation.themes.deflection import find_deflection
from kiebitz.analysis.explanation.themes.discovery import find_discovery
from kiebitz.analysis.explanation.themes.fork import find_fork
from kiebitz.analysis.explanation.themes.hanging import find_hanging
from kiebitz.analysis.explanation.themes.interference import find_interference
from kiebitz.analysis.explanation.themes.intermediate_move import find_intermediate_move
from kiebitz.analysis.explanation.themes.king_cover import find_king_cover_opened
from kiebitz.analysis.explanation.themes.mate import find_mate
from kiebitz.analysis.explanation.themes.material import BESIDE_FAULT, find_material, settled_balance
from kiebitz.analysis.explanation.themes.only_move import find_only_move
from kiebitz.analysis.explanation.themes.overload import find_overload
from kiebitz.analysis.explanation.themes.passed_pawn import find_passed_pawn_made, find_passed_pawn_stopped
from kiebitz.analysis.explanation.themes.perpetual import find_perpetual
from kiebitz.analysis.explanation.themes.pin import find_pin
from kiebitz.analysis.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.analysis.explanation.themes.promotion import find_promotion
from kiebitz.analysis.explanation.themes.refutation import Standing, standing_of
from kiebitz.analysis.explanation.themes.removed_defender import find_removed_defender
from kiebitz.analysis.explanation.themes.skewer import find_skewer
from kiebitz.analysis.explanation.themes.stalemate import find_stalemate
from kiebitz.analysis.explanation.themes.threat import find_threat
from kiebitz.analysis.explanation.themes.thrown_away import find_win_thrown_away
from kiebitz.analysis.explanation.themes.trapped import find_trapped
from kiebitz.analysis.explanation.themes.what_changed import find_what_changed
from kiebitz.analysis.explanation.themes.zugzwang import find_zugzwang
from kiebitz.engine.score import Score
from kiebitz.engine.tablebase import Tablebase
from sources import DATA
from theme_definitions import holds

DEPTH = 20


class Known:
    """Who answers from a list, whatever is asked, and proves every mate or none."""

    def __init__(self, *lines, proves=True, modules=None):
        self.answers = lines
        self.proves = proves
        self.told = modules

    def lines(self, board, count=1, among=()):
        return self.answers

    def at_sight(self, board, among, plies=1):
        return among[0]

    def has_mate(self, board, moves):
        return self.proves

    def modules(self, board):
        return self.told[board.fen()]


def line_of(fen, moves, score=None, depth=DEPTH):
    """A line, by default one that a search thinks well of."""
    moves = map(chess.Move.from_uci, moves.split())
    return ShownLine.of(chess.Board(fen), moves, score or Score(centipawns=900), depth)


def man(text):
    """'Qd4' as a record has it."""
    return {"piece": text[0], "square": text[1:]}


# Most lines are from Win at Chess and the Encyclopedia of Chess Middlegames (tests/data/README.md).
TACTICS = [
    (
        find_hanging,
        "3r2k1/p6p/2Q3p1/4q3/2P1p3/P3Pb2/1P3P1P/2K2BR1 b - - 0 1",
        "e5h2",
        {"man": man("Ph2"), "is_undefended": True},
    ),
    (
        find_hanging,
        "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1",
        "g5e4",
        {"man": man("ne4"), "is_undefended": False},
    ),
    (
        find_fork,
        "3R1rk1/8/5Qpp/2p5/2P1p1q1/P3P3/1P2PK2/8 b - - 0 1",
        "g4h4 f2g2 h4f6",
        {"by": man("qh4"), "targets": [man("Kf2"), man("Qf6")]},
    ),
    (
        find_skewer,
        "4k3/8/8/8/q3K2R/8/8/8 b - - 0 1",
        "a4a8 e4d4 a8h8",
        None,  # nothing stands behind the king
    ),
    (
        find_skewer,
        "7k/4b3/8/8/8/4K3/8/6R1 b - - 0 1",
        "e7c5 e3f3 c5g1",
        {"by": man("bc5"), "front": man("Ke3"), "behind": man("Rg1")},
    ),
    (
        find_discovery,
        "4k3/p4prp/1p6/2b5/8/2Q3P1/P2R1PKP/4q3 w - - 0 1",
        "d2d8 e8d8 c3e1",
        {"by": man("Qc3"), "target": man("qe1"), "is_double_check": False},
    ),
    (
        find_discovery,
        "4k3/8/8/8/4N3/8/8/q3RK2 w - - 0 1",
        "e4c3 e8d7 e1a1",
        {"by": man("Re1"), "target": man("ke8"), "is_double_check": False},
    ),
    (
        find_discovery,
        "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
        "e4f6 e8f7",
        {"by": man("Re1"), "target": man("ke8"), "is_double_check": True},
    ),
    (
        find_pin,
        "6k1/1b1nqpbp/pp4p1/5P2/1PN5/4Q3/P5PP/1B2B1K1 b - - 0 1",
        "g7d4 e1d2 d4e3 c4e3",
        {"by": man("bd4"), "pinned": man("Qe3")},
    ),
    (
        find_pinned_defender,
        "4k3/4n3/8/3p4/8/8/4R3/3RK3 w - - 0 1",
        "d1d5",
        {"defender": man("ne7"), "taken": man("pd5")},
    ),
    (
        find_pinned_defender,
        "4k3/4n3/8/3p4/8/8/8/3RK3 w - - 0 1",
        "d1d5",
        None,  # the knight isn't pinned
    ),
    (
        find_removed_defender,
        "r3kb1r/pp2pppp/3q4/3Pn3/6b1/2N1BN2/PP3PPP/R2QKB1R w KQkq - 0 1",
        "f3e5 d6e5 d1g4",
        {"defender": man("ne5"), "lost": man("bg4")},
    ),
    (
        find_removed_defender,
        "5knr/5pp1/p1p5/PR2p1Pp/4P2P/2qP4/1p1K1P2/1R3N2 w - - 1 33",
        "d2c3 c6b5 b1b2",
        None,  # to take the queen is reason enough
    ),
    (
        find_deflection,
        "2kr3r/pppq1ppp/3p1n2/bQ2p3/1n1PP3/1PN1BN1P/1PP2PP1/2KR3R b - - 0 1",
        "b4a2 c3a2 d7b5",
        {"defender": man("Nc3"), "lost": man("Qb5")},
    ),
    (
        find_overload,
        "r2qn1k1/1p1b3p/2pp1b2/6pQ/p1P1P3/P1N3PB/1P6/3R1R1K w - - 0 1",
        "f1f6 d8f6 h3d7",
        {"defender": man("qd8"), "taken": man("bf6"), "lost": man("bd7")},
    ),
    (
        find_deflection,
        "r2qn1k1/1p1b3p/2pp1b2/6pQ/p1P1P3/P1N3PB/1P6/3R1R1K w - - 0 1",
        "f1f6 d8f6 h3d7",
        None,  # what is taken first overloads the queen
    ),
    (
        find_interference,
        "3r2k1/5ppp/8/8/3B4/8/3R1PPP/3n2K1 w - - 0 1",
        "d4b6 d1b2 d2d8",
        None,  # the bishop steps aside, and stands in nobody's way
    ),
    (
        find_interference,
        "r5k1/3b1ppp/8/8/8/4B3/3R1PPP/6K1 w - - 0 1",
        "e3b6 a8a2 d2d7",
        None,  # the rook never defended the bishop
    ),
    (
        find_interference,
        "3r2k1/5ppp/8/4B3/8/3b4/3R1PPP/6K1 w - - 0 1",
        "e5d6 h7h6 d2d3",
        {"defender": man("rd8"), "lost": man("bd3")},
    ),
    (
        find_trapped,
        "r1br2k1/pp2bppp/2nppn2/8/2P1PB2/2N2P2/PqN1B1PP/R2Q1R1K w - - 0 1",
        "c3a4 b2a1 c2a1",
        {"piece": man("qb2")},
    ),
    (
        find_trapped,
        "r1b1k2r/p1pp1ppp/2n1Q2n/P3p3/4P1P1/P1P2P2/2PKB1qP/2B3NR b kq - 4 13",
        "e8f8 e6d5 g2h1",
        None,  # it was attacked before; only the check had to be answered first
    ),
    (
        find_trapped,
        "n5k1/5p1p/8/8/8/8/8/1R4K1 w - - 0 1",
        "b1b8 g8g7 b8a8",
        None,  # it might go, but for the check
    ),
    (
        find_back_rank,
        "r1b2rk1/2p2ppp/p7/1p6/3P3q/1BP3bP/PP3QP1/RNB1R1K1 w - - 0 1",
        "f2f7 f8f7 e1e8",
        {"by": man("Re8"), "king": man("kg8")},
    ),
    (find_back_rank, "6k1/5pp1/8/8/8/8/8/R6K w - - 0 1", "a1a8", None),  # it is no mate: h7 is free
    (find_fork, "4k3/8/8/3n4/8/8/5q2/R3K2R b - - 0 1", "f2e3 e1d1 d5c3", None),  # nobody takes anything
    (
        find_fork,
        "5rk1/1p4pp/p7/5N2/3Rrn2/6KP/PPR2PP1/8 b - - 0 34",
        "f4e2 c2e2 e4e2",
        {"by": man("ne2"), "targets": [man("Kg3"), man("Rd4")]},  # the one that forks is taken, and taken back
    ),
    (
        find_fork,
        "8/3p1pkp/2n1p1p1/3q4/4N3/r3PP2/2Q1K1PP/1R6 w - - 3 23",
        "c2b2 c6d4 b2d4 d5d4 e3d4",
        {"by": man("Qb2"), "targets": [man("kg7"), man("ra3")]},  # what comes between is taken
    ),
    (
        find_fork,
        "r4r1k/pppn1pp1/3b3p/8/3P4/2N1B2q/PPPQBPRP/7K w - - 2 19",
        "e2g4 h3h4 g4d7",
        None,  # the queen defends the knight through the bishop
    ),
    (
        find_pin,
        "3r4/p7/Pk1r4/1b3pp1/2Rp4/5BP1/5PP1/1R4K1 w - - 2 36",
        "c4b4 b6a6 b4b5",
        {"by": man("Rb4"), "pinned": man("bb5"), "is_new": False},
    ),
    (
        find_pinned_defender,
        "r2qkb1r/pp1bpppp/8/1Np5/Q1P5/8/PP1P1PPP/R1B1R1K1 w kq - 0 14",
        "b5d6",
        {"defender": man("pe7"), "taken": None},
    ),
    (
        find_pinned_defender,
        "r4rk1/pp1q1p2/2np2pP/2p5/2B1PB1b/5P1b/PPP3Q1/R3R1K1 w - - 0 21",
        "g2g6 g8h8 g6g7",
        {"defender": man("pf7"), "taken": man("pg6")},
    ),
    (
        find_deflection,
        "8/5pk1/q2p1n2/p3p1p1/Pp2P1P1/1B3P2/1PpQ4/2K5 w - - 0 30",
        "d2g5 g7h7 g5f6",
        {"defender": man("kg7"), "lost": man("nf6"), "is_driven": True},
    ),
    (
        find_interference,
        "r5r1/p1pk1p1p/2pb4/8/3pN3/5P2/PPP4P/R2KR3 w - - 5 19",
        "e4f6 d7c8 f6g8",
        {"defender": man("ra8"), "lost": man("rg8"), "is_own": True},
    ),
]


@pytest.mark.parametrize(("find", "fen", "moves", "claim"), TACTICS, ids=lambda value: getattr(value, "__name__", None))
def test_a_tactic_is_found_where_it_is(find, fen, moves, claim):
    fact = find(line_of(fen, moves))
    if claim is None:
        assert fact is None
        return
    record = fact.record
    assert {name: record[name] for name in claim} == claim
    assert (record["fen"], " ".join(record["line"])) == (fen, moves)
    assert holds(json.loads(json.dumps(record)))


def test_material_is_counted_at_the_quiet_end():
    fact = find_material(line_of("4k3/8/4p3/3q4/8/8/3R4/3RK3 w - - 0 1", "d2d5 e6d5 d1d5 e8e7", Score(centipawns=500)))
    assert fact.record == {
        "theme": "material",
        "proof": "search",
        "fen": "4k3/8/4p3/3q4/8/8/3R4/3RK3 w - - 0 1",
        "chess960": False,
        "line": ["d2d5", "e6d5", "d1d5"],
        "won": ["Q", "P"],
        "paid": ["R"],
        "pawns": 5,
    }
    assert holds(json.loads(json.dumps(fact.record)))


HANGING_ROOK = ("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5 e8e7 e1e2")


def test_material_won_must_show_in_the_value():
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=425))) is not None
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=424))) is None
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=500)), Score(centipawns=76)) is None


def test_a_gain_beside_a_draw_must_show_clearly():
    """A perpetual check that draws there may be here as well, beyond what is searched."""
    draw, almost = Score(centipawns=0), Score(centipawns=1)
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=525)), draw) is not None
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=524)), draw) is None
    assert find_material(line_of(*HANGING_ROOK, Score(centipawns=426)), almost) is not None


def test_material_won_must_last_as_far_as_the_search_saw():
    fen = "4k3/8/8/3r3b/8/8/8/3RK3 w - - 0 1"
    assert find_material(line_of(fen, "d1d5 h5f7 d5d4 f7a2")) is not None
    lost_again = line_of(fen, "d1d5 h5f7 d5d7 e8d7")
    assert find_material(lost_again) is None
    assert find_material(line_of(*HANGING_ROOK, depth=2)) is None


def test_who_retakes_wins_nothing():
    board = chess.Board("3rk3/8/8/3R4/8/8/8/3RK3 b - - 0 1")
    board.push_uci("d8d5")
    retake = ShownLine.of(board, [chess.Move.from_uci("d1d5")], Score(centipawns=500), DEPTH)
    assert find_material(retake) is None  # a rook had been lost for it
    board = chess.Board("3rk3/8/8/3N4/8/8/8/3RK3 b - - 0 1")
    board.push_uci("d8d5")
    retake = ShownLine.of(board, [chess.Move.from_uci("d1d5")], Score(centipawns=500), DEPTH)
    fact = find_material(retake)
    assert (fact.won, fact.paid, fact.pawns) == (("R",), ("N",), 2)
    assert find_material(line_of(board.fen(), "d1d5", Score(centipawns=500))).won == ("R",)


def test_what_is_traded_for_its_like_is_left_out():
    """A bishop for a knight, and a pawn beside: a pawn is won."""
    fen = "4k3/8/3p4/4n3/8/6B1/8/4RK2 w - - 0 1"
    fact = find_material(line_of(fen, "g3e5 d6e5 e1e5 e8d7"))
    assert (fact.won, fact.paid, fact.pawns) == (("P",), (), 1)


MATE_IN_TWO = ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7 h8h7 h5g6")


def test_a_mate_is_proven_or_not_spoken_of():
    fact = find_mate(line_of(*MATE_IN_TWO, Score(mate=2)), Known())
    assert fact.in_moves == 2
    assert holds(fact.record)
    assert find_mate(line_of(*MATE_IN_TWO, Score(mate=2)), Known(proves=False)) is None
    assert find_mate(line_of(*MATE_IN_TWO, Score(mate=3)), Known()) is None
    assert find_mate(line_of(*MATE_IN_TWO), Known()) is None


def test_a_promotion_is_followed_to_its_pawn():
    fen = "8/8/2P5/8/8/k7/8/6K1 w - - 0 1"
    fact = find_promotion(line_of(fen, "c6c7 a3b3 c7c8q b3b4"))
    assert (fact.record["pawn"], fact.square, fact.piece) == (man("Pc6"), "c8", "Q")
    assert holds(json.loads(json.dumps(fact.record)))
    assert find_promotion(line_of(fen, "c6c7 a3b3 c7c8q")) is None  # nobody knows whether it is taken
    assert find_promotion(line_of(fen, "c6c7 a3b3 c7c8q b3b4", Score(centipawns=100))) is None


def test_a_promoted_piece_may_be_taken_once_it_has_paid_for_itself():
    """Lasker's trap: the knight checks and is taken on g1 four moves later, when the bishop on f1 has gone."""
    fen = "rnbqk1nr/ppp2ppp/8/4P3/1BP5/4p3/PP3PPP/RN1QKBNR b KQkq - 0 6"
    moves = "e3f2 e1e2 f2g1n e2e1 d8h4 e1d2 b8c6 d1e1 h4f4 e1e3 f4f1 h1g1"
    worth = Score(centipawns=560)
    fact = find_promotion(line_of(fen, moves, worth))
    assert (fact.record["pawn"], fact.square, fact.piece) == (man("pe3"), "g1", "N")
    assert find_promotion(line_of(fen, "e3f2 e1e2 f2g1n h1g1", worth)) is None, "taken at once"
    for_nothing = line_of("7r/8/2P5/8/8/k7/8/6K1 w - - 0 1", "c6c7 a3b3 c7c8q b3b4 g1f1 h8c8", Score(centipawns=900))
    assert find_promotion(for_nothing) is None


def test_a_stalemate_is_special_only_for_who_is_behind():
    fen = "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1"
    fact = find_stalemate(line_of(fen, "b5b6", Score(centipawns=0)))
    assert fact.is_white_stalemated is False
    assert holds(fact.record)
    assert find_stalemate(line_of(fen, "b5b6", Score(centipawns=10))) is None


def test_the_only_move_leaves_the_next_best_one_far_behind():
    best = line_of(SCHOLAR, "g8f6", Score(centipawns=40))
    fact = find_only_move(best, Known(line_of(SCHOLAR, "d8e7", Score(centipawns=-300))))
    assert (fact.line, fact.second, fact.left) == (("g8f6",), "d8e7", Standing.LOST)
    assert holds(fact.record)
    assert find_only_move(best, Known(line_of(SCHOLAR, "d8e7", Score(mate=-3)))).left is Standing.LOST
    for second, is_told in ((-260, True), (-259, False)):
        assert (find_only_move(best, Known(line_of(SCHOLAR, "d8e7", Score(centipawns=second)))) is not None) is is_told
    assert find_only_move(best, Known()) is None
    for score in (Score(mate=3), Score(centipawns=-60)):  # a mate says enough, and a bad move isn't good
        assert find_only_move(line_of(SCHOLAR, "g8f6", score), Known(line_of(SCHOLAR, "d8e7", Score(mate=-3)))) is None
    far_ahead = line_of(SCHOLAR, "g8f6", Score(centipawns=800))
    assert find_only_move(far_ahead, Known(line_of(SCHOLAR, "d8e7", Score(centipawns=300)))) is None


def test_perpetual_check_saves_who_is_worse():
    fen = "7k/8/5Q2/8/8/8/r1q5/6K1 w - - 0 1"
    checks = "f6f8 h8h7 f8f7 h7h8 f7f8"
    fact = find_perpetual(line_of(fen, checks, Score(centipawns=0)))
    assert (fact.again, fact.line) == (1, tuple(checks.split()))
    assert holds(fact.record)
    assert find_perpetual(line_of(fen, checks, Score(centipawns=1))) is None
    assert find_perpetual(line_of(fen, "f6f8 h8h7 f8f7", Score(centipawns=0))) is None  # no position comes again
    assert find_perpetual(line_of(fen, checks, Score(centipawns=0), depth=6)) is None
    equal = line_of(fen.replace("r1q5", "2q5"), checks, Score(centipawns=0))
    assert find_perpetual(equal) is None
    assert find_perpetual(equal, Score(centipawns=-150)) is not None


@pytest.mark.parametrize(
    ("queen", "moves", "again"),
    [
        ("e6", "e6e7 h7g8 e7e6 g8h7", 0),
        ("e6", "e6e7 h7g8 e7e6 g8h7 e6a6", 0),  # what comes afterwards needn't be a check
        ("e6", "e6e5 h7g8 e5e6 g8h7", None),  # the first move is none
        ("e1", "e1e5 h7g8 e5e6 g8h7 e6e5", None),  # the last one
    ],
)
def test_every_move_of_a_perpetual_check_is_a_check(queen, moves, again):
    board = chess.Board("8/7k/8/8/8/8/r1q5/6K1 w - - 0 1")
    board.set_piece_at(chess.parse_square(queen), chess.Piece.from_symbol("Q"))
    fact = find_perpetual(line_of(board.fen(), moves, Score(centipawns=0)))
    assert (fact and (fact.again, len(fact.line))) == (None if again is None else (again, 4))


def test_in_zugzwang_passing_is_better_than_any_move():
    """Black to move loses the pawn; if White had to move, it would be he who gives way."""
    fen = "8/8/8/3p4/2kP4/8/3K4/8 w - - 0 1"
    line = line_of(fen, "d2e3", Score(centipawns=0))
    assert find_zugzwang(line, Known(line_of(fen, "d2c2", Score(centipawns=-500)))).centipawns == 500
    assert find_zugzwang(line, Known(line_of(fen, "d2c2", Score(centipawns=-150)))) is None
    many = line_of("8/8/1n6/3p4/1nkP4/8/3K4/8 w - - 0 1", "d2e3", Score(centipawns=0))
    assert find_zugzwang(many, Known(line_of(fen, "d2c2", Score(centipawns=-500)))) is None


def taking_back(fen, capture, moves):
    """A line after a capture by the other side."""
    board = chess.Board(fen)
    board.push_uci(capture)
    return ShownLine.of(board, map(chess.Move.from_uci, moves.split()), Score(centipawns=900), DEPTH)


def test_a_check_before_the_queens_are_traded():
    """To take back would have been even."""
    fact = find_intermediate_move(
        taking_back("r2qkb1r/ppp1pp1p/2n3p1/8/3N4/5B1P/PPP2PP1/R1BQK2R b KQkq - 0 9", "d8d4", "f3c6 b7c6 d1d4 f7f6")
    )
    assert (fact.record["taker"], fact.captured) == (man("qd4"), "N")
    assert holds(json.loads(json.dumps(fact.record)))


def test_another_move_before_the_retake():
    queen_lost = "7k/2PR1RQ1/1p6/2p4n/p3pp2/P6P/1P4PK/8 b - - 2 42", "h5g7"
    fact = find_intermediate_move(taking_back(*queen_lost, "c7c8q h8h7 f7g7 h7h6 c8h8"))
    assert (fact.record["taker"], fact.captured) == (man("ng7"), "Q")
    assert holds(json.loads(json.dumps(fact.record)))
    assert find_intermediate_move(taking_back(*queen_lost, "f7g7 b6b5 c7c8q")) is None  # it takes back at once
    assert find_intermediate_move(taking_back(*queen_lost, "d7d8 h8h7 d8d1")) is None  # it never does
    unknown = line_of("7k/2PR1Rn1/1p6/2p5/p3pp2/P6P/1P4PK/8 w - - 0 43", "c7c8q h8h7 f7g7 h7h6 c8h8")
    assert find_intermediate_move(unknown) is None  # nobody knows that something was taken


def test_a_pawn_becomes_passed_and_stays_so():
    fen = "4k3/2p3pp/1P6/3P4/8/8/6PP/4K3 w - - 0 1"
    fact = find_passed_pawn_made(line_of(fen, "b6c7 e8d7 e1d2 d7c7 d2d3"))
    assert fact.record["pawn"] == man("Pd5")
    assert holds(json.loads(json.dumps(fact.record)))
    assert find_passed_pawn_made(line_of(fen, "b6c7 e8d7")) is None  # nobody knows whether it lasts
    assert find_passed_pawn_made(line_of(fen, "b6c7 e8d7 e1d2 d7c7 d2d3 c7d6 d3d2 d6d5")) is None  # it is lost


def test_a_passed_pawn_is_blocked_and_stays_so():
    fen = "4k3/8/2p5/8/3p4/8/1P2K3/8 w - - 0 1"
    fact = find_passed_pawn_stopped(line_of(fen, "e2d3 e8d7 b2b3 d7e6 b3b4"))
    assert fact.record["pawn"] == man("pd4")
    assert holds(json.loads(json.dumps(fact.record)))
    assert find_passed_pawn_stopped(line_of(fen, "e2d3 e8d7 d3e4 d7e6 e4d3")) is None  # it steps aside in between
    assert find_passed_pawn_stopped(line_of(fen.replace("2p5", "4P3"), "e2d3 e8e7 b2b3 e7f8 b3b4")) is not None
    not_passed = "4k3/8/8/8/3p4/8/1PP1K3/8 w - - 0 1"
    assert find_passed_pawn_stopped(line_of(not_passed, "e2d3 e8d7 b2b3 d7e6 b3b4")) is None


def test_a_king_loses_a_pawn_of_its_cover():
    fen = "6k1/1p3p1p/8/3Q4/P4pq1/4r1P1/3N3P/5RK1 b - - 3 36"
    fact = find_king_cover_opened(line_of(fen, "f4g3 d5f7 g8h8 f7f6 g4g7 f6d8 g7g8"))
    assert (fact.record["king"], fact.record["pawn"]) == (man("Kg1"), man("Pg3"))
    assert holds(json.loads(json.dumps(fact.record)))
    assert find_king_cover_opened(line_of(fen, "f4g3 h2g3 g4g3 g1h1 g3h3")) is None  # a pawn takes back on its file
    assert find_king_cover_opened(line_of(fen, "f4g3 d5f7")) is None  # nobody knows what comes after it


def test_of_a_king_s_cover_taken_by_a_sacrifice_nothing_is_said():
    """Of this one it was said; the better move it should have been was none."""
    fen = "r2q1rk1/1b1nbppp/p3pn2/4N3/Pp1P4/1B6/1P1N1PPP/R1BQR1K1 w - - 7 15"
    sacrifice = "e5f7 f8f7 b3e6 b7d5 e6f7 d5f7 d2f3 f6d5"
    assert find_king_cover_opened(line_of(fen, sacrifice)) is None


@pytest.mark.check
def test_a_known_mate_thrown_away_needs_no_tables():
    """Two bishops: one is left to the king. And what keeps the mate, though later, throws nothing away."""
    board = chess.Board("8/8/8/3k4/8/8/8/KBB5 w - - 0 1")
    with Engine(hash_mb=1) as engine:
        asker = EngineAsker(engine, Limit(nodes=2000))
        fact = find_win_thrown_away(board, chess.Move.from_uci("b1e4"), asker)
        assert (fact.is_lost, fact.theme) == (False, "win thrown away")
        assert find_win_thrown_away(board, chess.Move.from_uci("a1a2"), asker) is None
        board = chess.Board("8/8/8/3k4/8/8/8/KBB5 b - - 0 1")
        assert find_win_thrown_away(board, chess.Move.from_uci("d5c4"), asker) is None


def test_an_ending_thrown_away_is_in_the_tables():
    tables = str(DATA / "syzygy")
    board = chess.Board("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1")
    with closing(Tablebase(tables)) as own, chess.syzygy.open_tablebase(tables) as other, Engine(hash_mb=1) as engine:
        asker = EngineAsker(engine, Limit(nodes=1), own)
        assert other.probe_wdl(board) == 2
        for move in board.legal_moves:
            fact = find_win_thrown_away(board, move, asker)
            assert (fact is None) == (_left(board, move, other) == -2)
            assert fact is None or (holds(fact.record) and not fact.is_lost)
            assert fact is None or _left(board, chess.Move.from_uci(fact.winning), other) == -2
        assert find_win_thrown_away(chess.Board(SCHOLAR), chess.Move.from_uci("g8f6"), asker) is None
        assert find_win_thrown_away(board, chess.Move.from_uci("e3f3"), EngineAsker(engine, Limit(nodes=1)))


def _left(board, move, tables):
    """What tables say after a move, for the side that is to move then."""
    after = board.copy()
    after.push(move)
    return tables.probe_wdl(after)


def test_the_gain_of_a_fault_is_held_against_the_other_line():
    """Half of it must show beyond the men and beyond the other move; a gain that the other line has, too, is none."""
    behind = line_of(*HANGING_ROOK, Score(centipawns=250))
    other = Score(centipawns=-150)
    assert find_material(behind, other) is None
    assert find_material(behind, other, BESIDE_FAULT).won == ("R",)
    before = balance(behind.start, behind.side)
    assert find_material(behind, other, BESIDE_FAULT, beside=before + 4).won == ("R",)
    assert find_material(behind, other, BESIDE_FAULT, beside=before + 5) is None
    assert find_material(behind, Score(centipawns=1), BESIDE_FAULT) is None  # 50 for each of five pawns
    compensated = line_of(*HANGING_ROOK, Score(centipawns=249))
    assert find_material(compensated, other, BESIDE_FAULT) is None  # something is given for the rook
    assert settled_balance(behind, behind.side) == before + 5
    unsearched = line_of(HANGING_ROOK[0], HANGING_ROOK[1].split()[0], Score(centipawns=0), depth=0)
    assert settled_balance(unsearched, unsearched.side) == before


def test_a_gain_that_lasts_without_rest_is_told_of_a_fault():
    """Something can be taken in every position, but nothing is won back; the first of three is shown, with its pay."""
    fen = "6k1/1pqb1pp1/5n1p/p2p1P2/3R2PP/1NP1r3/PP2B1K1/4Q3 b - - 0 22"
    moves = "d7b5 g4g5 e3e2 e1e2 b5e2 g5f6 g7f6 h4h5 c7e5 b3a5 e5f5 a5b7"
    line = line_of(fen, moves, Score(centipawns=830), 12)
    assert find_material(line) is None
    fact = find_material(line, Score(centipawns=130), BESIDE_FAULT)
    assert (fact.won, fact.paid, fact.line[-1]) == (("Q",), ("R",), "g5f6")
    assert find_material(line.until(9), Score(centipawns=130), BESIDE_FAULT) is None


def test_a_new_queen_that_is_taken_at_once_counts_as_the_pawn_it_was():
    fen = "2R5/8/7P/4p3/8/3k1P2/6r1/4K3 w - - 0 46"
    line = line_of(fen, "h6h7 g2h2 h7h8q h2h8 c8h8 d3e3 h8e8 e3f3 e8e5", Score(centipawns=890))
    fact = find_material(line, Score(centipawns=357), BESIDE_FAULT)
    assert (fact.won, fact.paid) == (("R",), ("P",))


@pytest.mark.parametrize(
    ("centipawns", "standing"),
    [
        (300, Standing.WINNING),
        (299, Standing.BETTER),
        (50, Standing.SLIGHTLY_BETTER),
        (49, Standing.EQUAL),
        (-49, Standing.EQUAL),
        (-50, Standing.SLIGHTLY_WORSE),
        (-120, Standing.WORSE),
        (-300, Standing.LOST),
    ],
)
def test_a_side_stands_as_its_score_says(centipawns, standing):
    assert standing_of(Score(centipawns=centipawns)) is standing
    assert standing_of(Score(mate=3)) is Standing.WINNING
    assert standing_of(Score(mate=-3)) is Standing.LOST


def test_what_changed_is_what_an_evaluation_says():
    fen = "4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1"
    best, worse = line_of(fen, "d2d4 d7d5", Score(centipawns=30)), line_of(fen, "e1e2 d7d5", Score(centipawns=-30))
    modules = {best.boards[2].fen(): {"pawn_structure": 10, "dynamic": 5, "tempo": 90}}
    modules[worse.boards[2].fen()] = {"pawn_structure": -30, "dynamic": -5, "tempo": -90}
    known = Known(modules=modules)
    fact = find_what_changed(best, worse, known)
    assert (fact.better, [change.module for change in fact.changes]) == (("d2d4", "d7d5"), ["pawn_structure"])
    assert fact.changes[0].centipawns == -40
    assert holds(json.loads(json.dumps(fact.record)))
    # All modules fall by 50: the search may see half as much, or twice.
    for centipawns, is_told in ((-71, False), (-70, True), (5, True), (6, False)):
        seen = line_of(fen, "e1e2 d7d5", Score(centipawns=centipawns))
        assert (find_what_changed(best, seen, known) is not None) is is_told
    assert find_what_changed(worse, best, known) is None
    assert find_what_changed(best, line_of(fen, "e1e2 d7d5", Score(mate=-3)), known) is None
    assert find_what_changed(best, worse, Known(modules={board: {} for board in modules})) is None


def test_an_engine_names_the_modules_of_the_classical_evaluation():
    """Its teacher's, where a network evaluates; the classical era has the same of its own."""
    board = chess.Board("r3k2r/ppp2ppp/2n5/3q4/8/2N5/PPP2PPP/R2QK2R w KQkq - 0 1")
    with Engine(hash_mb=1) as today, Engine(era="classical", hash_mb=1) as era, Engine(era="tartan", hash_mb=1) as old:
        modules = EngineAsker(today, Limit(nodes=1)).modules(board)
        assert modules == EngineAsker(era, Limit(nodes=1)).modules(board)
        assert abs(sum(modules.values()) - era.evaluate(board).total) < len(modules)
        assert EngineAsker(old, Limit(nodes=1)).modules(board) == {}


def test_the_book_is_left_where_no_name_follows():
    board = chess.Board()
    for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3"]:
        board.push_san(san)
    fact = find_book_left(board, board.parse_san("Rb8"))
    assert (fact.eco, fact.name) == ("C54", "Italian Game: Classical Variation, Giuoco Pianissimo")
    assert find_book_left(board, board.parse_san("a6")) is None  # a named position follows
    board.push_san("Rb8")
    assert find_book_left(board, board.parse_san("O-O")) is None  # it had been left before


SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


def test_a_threat_is_what_passing_allows():
    board = chess.Board(SCHOLAR)
    mates = line_of(SCHOLAR.replace(" b ", " w ").replace("3 3", "4 4"), "f3f7", Score(mate=1))
    quiet = line_of(SCHOLAR, "g8f6", Score(centipawns=40))
    fact = find_threat(board, quiet, Known(mates))
    assert (fact.line, fact.mate_in, fact.won) == (("f3f7",), 1, ())
    assert fact.board.is_legal(fact.moves[0])
    assert find_threat(board, line_of(SCHOLAR, "g8f6", Score(mate=-1)), Known(mates)) is None
    assert find_threat(chess.Board("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"), quiet, Known(mates)) is None
