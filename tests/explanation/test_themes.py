"""Each theme found where it is, and proven again by ``theme_definitions``; not found where it isn't."""

import json

import chess
import pytest

from kiebitz.engine.score import Score
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.explanation.themes.back_rank import find_back_rank
from kiebitz.explanation.themes.deflection import find_deflection
from kiebitz.explanation.themes.discovery import find_discovery
from kiebitz.explanation.themes.fork import find_fork
from kiebitz.explanation.themes.hanging import find_hanging
from kiebitz.explanation.themes.mate import find_mate
from kiebitz.explanation.themes.material import find_material
from kiebitz.explanation.themes.only_move import find_only_move
from kiebitz.explanation.themes.pin import find_pin
from kiebitz.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.explanation.themes.promotion import find_promotion
from kiebitz.explanation.themes.removed_defender import find_removed_defender
from kiebitz.explanation.themes.skewer import find_skewer
from kiebitz.explanation.themes.stalemate import find_stalemate
from kiebitz.explanation.themes.threat import find_threat
from kiebitz.explanation.themes.trapped import find_trapped
from theme_definitions import holds

DEPTH = 20


class Known:
    """Who answers from a list, whatever is asked, and proves every mate or none."""

    def __init__(self, *lines, proves=True):
        self.answers = lines
        self.proves = proves

    def lines(self, board, count=1, among=()):
        return self.answers

    def has_mate(self, board, moves):
        return self.proves


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
        {"defender": man("Nc3"), "lost": man("Qb5"), "is_overloaded": False},
    ),
    (
        find_deflection,
        "r2qn1k1/1p1b3p/2pp1b2/6pQ/p1P1P3/P1N3PB/1P6/3R1R1K w - - 0 1",
        "f1f6 d8f6 h3d7",
        {"defender": man("qd8"), "lost": man("bd7"), "is_overloaded": True},
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
        find_back_rank,
        "r1b2rk1/2p2ppp/p7/1p6/3P3q/1BP3bP/PP3QP1/RNB1R1K1 w - - 0 1",
        "f2f7 f8f7 e1e8",
        {"by": man("Re8"), "king": man("kg8")},
    ),
    (find_back_rank, "6k1/5pp1/8/8/8/8/8/R6K w - - 0 1", "a1a8", None),  # it is no mate: h7 is free
    (find_fork, "4k3/8/8/3n4/8/8/5q2/R3K2R b - - 0 1", "f2e3 e1d1 d5c3", None),  # somebody else takes
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


def test_material_won_must_last_as_far_as_the_search_saw():
    fen = "4k3/8/8/3r3b/8/8/8/3RK3 w - - 0 1"
    assert find_material(line_of(fen, "d1d5 h5f7 d5d4 f7a2")) is not None
    lost_again = line_of(fen, "d1d5 h5f7 d5d7 e8d7")
    assert find_material(lost_again) is None
    assert find_material(line_of(*HANGING_ROOK, depth=2)) is None


def test_who_retakes_wins_nothing():
    board = chess.Board("3rk3/8/8/3N4/8/8/8/3RK3 b - - 0 1")
    board.push_uci("d8d5")
    retake = ShownLine.of(board, [chess.Move.from_uci("d1d5")], Score(centipawns=500), DEPTH)
    assert find_material(retake) is None  # a knight had been lost for it
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


def test_a_stalemate_is_special_only_for_who_is_behind():
    fen = "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1"
    fact = find_stalemate(line_of(fen, "b5b6", Score(centipawns=0)))
    assert fact.is_white_stalemated is False
    assert find_stalemate(line_of(fen, "b5b6", Score(centipawns=10))) is None


def test_the_only_move_leaves_the_second_one_far_behind():
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    best, second = line_of(fen, "g8f6", Score(centipawns=40)), line_of(fen, "d8e7", Score(centipawns=-200))
    fact = find_only_move([best, second])
    assert (fact.line, fact.second, fact.centipawns) == (("g8f6",), "d8e7", 240)
    assert find_only_move([best, line_of(fen, "d8e7", Score(centipawns=20))]) is None
    assert find_only_move([best]) is None
    both_win = line_of(fen, "g8f6", Score(mate=3)), line_of(fen, "d8e7", Score(centipawns=800))
    assert find_only_move(both_win) is None


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
