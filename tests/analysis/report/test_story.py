import chess
import chess.pgn
import pytest

import kiebitz
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.report.story import chances, clock_text, steps
from kiebitz.engine import position_of
from kiebitz.engine.opening_names import opening_name


def test_every_move_is_told_with_its_boards_and_figures(record):
    told = steps(record, Language.ENGLISH)
    assert [step.ply for step in told] == list(range(1, 15))
    board = chess.Board()
    for step in told:
        assert step.before == board
        board.push(step.move)
        assert step.after == board
        assert step.best in step.before.legal_moves
    first, last = told[0], told[-1]
    assert (first.name, first.anchor, first.seconds_left) == ("1. e4", "ply-1", 180)
    assert (last.name, last.evaluation, last.win_percent) == ("7...Nf3#", "mate", 0.0)


def test_a_marked_move_says_what_it_cost_what_was_better_and_why(record):
    told = steps(record, Language.ENGLISH)
    mated = next(step for step in told if step.san == "Be2")
    assert mated.judgement
    assert mated.anchor == "moment-13"
    change, better, *why = mated.said
    assert change.endswith("became 0%")
    assert " became #−1; White’s winning chances " in change
    assert better.startswith(f"Better: 7. {mated.before.san(mated.best)} ")
    assert why == ["7...Nf3# is mate."]
    assert next(step for step in told if step.judgement is Judgement.BLUNDER).san == "Nxf7"


def test_the_move_that_leaves_the_named_openings_says_so(record):
    """3...Nd4 of the Blackburne Shilling Gambit; what follows has a name here and there."""
    told = steps(record, Language.ENGLISH)
    names = [opening_name(position_of(step.after)) for step in told]
    last = max(ply for ply, name in enumerate(names) if name)
    leaving = [step.ply for step in told if any("no name of its own" in said for said in step.said)]
    assert leaving == [last + 2]
    assert told[last + 1].said[-1].endswith(f"the last was {names[last]}")


@pytest.mark.parametrize(
    ("scored", "white"), [({"cp": 0, "mate": None}, 50), ({"cp": None, "mate": 2}, 100), ({"cp": None, "mate": -9}, 0)]
)
def test_chances(scored, white):
    assert chances(scored) == white


def test_castling_of_chess960_and_null_moves():
    game = chess.pgn.Game()
    board = chess.Board("nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/1RK3RN w GBgb - 0 1", chess960=True)
    game.setup(board)
    game.add_line([board.parse_san("O-O"), chess.Move.null(), chess.Move.from_uci("h1g3")])
    record = kiebitz.analyse_game(game, kiebitz.Limit(nodes=500)).record
    told = steps(record, Language.ENGLISH)
    assert [step.san for step in told] == ["O-O", "--", "Ng3"]
    assert told[0].after.king(chess.WHITE) == chess.G1


def test_clocks():
    assert [clock_text(seconds) for seconds in (0, 7.4, 59.6, 3723)] == ["0:00", "0:07", "1:00", "1:02:03"]
