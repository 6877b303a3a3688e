"""The rule of N5: no mate in an hour with the null move, in ten seconds without."""

import chess
import pytest

from kiebitz_claims.claims.judging import Verdict, exactly, more_than
from kiebitz_claims.experiments.n5_mate_hidden_by_null_move import POSITION, QUICK_POSITION, judge, mating, since

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("with_null", "without", "verdicts"),
    [
        (more_than(3_600), exactly(10), [HOLDS, HOLDS]),
        (more_than(3_599), more_than(9), [UNDECIDED, UNDECIDED]),
        (exactly(5), more_than(11), [FAILS, FAILS]),
        (exactly(3_601), exactly(11), [HOLDS, FAILS]),
    ],
)
def test_nimzos_seconds_until_the_mate(with_null, without, verdicts):
    mates = {"nimzo, R = 2": with_null, "nimzo, off": without, "today, off": exactly(0.1)}
    judgement = judge(mates, {"nimzo, R = 2": None, "nimzo, off": None, "today, off": 245_671}, 3.25)
    assert [part.verdict for part in judgement.parts] == verdicts


def test_the_printed_line_can_be_played_and_meets_the_well_known_position():
    board = chess.Board(POSITION)
    for number, san in enumerate(["Rd1+", "Rg1", "Rf1", "Rxf1+", "Kxf1", "a5", "bxa5"], 1):
        board.push_san(san)
        if number == 2:
            # There the rook stands on d1, in the well-known position on e1; Rf1 is the key of both.
            well_known = chess.Board(QUICK_POSITION)
            for each, square in ((board.copy(), chess.D1), (well_known, chess.E1)):
                assert each.remove_piece_at(square) == chess.Piece(chess.ROOK, chess.WHITE)
                assert each.board_fen() == "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/6rk"


def iteration(depth, move, centipawns):
    return {"depth": depth, "nodes": 100 * depth, "milliseconds": depth, "move": move, "centipawns": centipawns}


def test_the_move_counts_from_where_it_stays():
    lines = [iteration(1, "e1f1", 0), iteration(2, "f2f3", 0), iteration(3, "e1f1", 0), iteration(4, "e1f1", 100_000)]
    assert since({"iterations": lines}, "e1f1")["depth"] == 3
    assert since({"iterations": lines[:2]}, "e1f1") is None
    assert mating({"iterations": lines})["depth"] == 4
    assert mating({"iterations": lines[:3]}) is None
