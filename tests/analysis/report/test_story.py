from dataclasses import replace

import chess
import chess.pgn
import pytest

import kiebitz
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.report.story import chances, clock_text, steps, story, turning_point
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


def told_as(record, *stretches):
    """A game of no marks in which White's chances are so many percent for so many plies."""
    step = steps(record, Language.ENGLISH)[0]
    chances_by_ply = [percent for percent, plies in stretches for _ in range(plies)]
    return [
        replace(step, ply=ply, number=(ply + 1) // 2, win_percent=percent)
        for ply, percent in enumerate(chances_by_ply, 1)
    ]


@pytest.mark.parametrize(
    ("stretches", "result", "said"),
    [
        ([(50, 40)], "1/2-1/2", ["From beginning to end the game was level.", "The game was drawn."]),
        (
            [(50, 40), (90, 20)],
            "1-0",
            ["Until move 20 the game was level; from move 21 on White was winning.", "White won."],
        ),
        (
            [(55, 20), (30, 10), (70, 3), (25, 7), (5, 2)],
            "0-1",
            [
                "Until move 10 the game was level; from move 11 to move 15 Black was better;"
                " at move 16 White was better; from move 17 to move 20 Black was better;"
                " from move 21 on Black was winning.",
                "Black won.",
            ],
        ),
        (
            [(65, 30)],
            "0-1",
            ["From beginning to end White was better.", "Black won, although at the end White was better."],
        ),
        ([(50, 10)], "*", ["From beginning to end the game was level."]),
    ],
)
def test_a_story_of_how_the_game_stood(record, stretches, result, said):
    assert story(told_as(record, *stretches), result, Language.ENGLISH) == said


def test_of_many_swings_a_story_tells_the_longest_and_that_there_were_more(record):
    swings = [(70, 4), (50, 5), (30, 6), (50, 7), (70, 8), (50, 9), (30, 10), (50, 11)]
    first, last = story(told_as(record, *swings), "1/2-1/2", Language.ENGLISH)
    assert first == (
        "Until move 11 the game went back and forth; from move 12 to move 15 White was better;"
        " from move 16 to move 19 the game was level; from move 20 to move 24 Black was better;"
        " from move 25 on the game was level."
    )
    assert last == "The game was drawn."


def test_a_story_names_what_turned_the_game(record):
    told = steps(record, Language.ENGLISH)
    turn = turning_point(told)
    assert turn.cost == max(step.cost for step in told) > 0
    _, turned, ended = story(told, "0-1", Language.ENGLISH)
    assert turned.startswith(f"{turn.name} turned it: White’s chances went from ")
    assert f" to {turn.win_percent:.0f}%" in turned
    assert ended == "Black won."
    german = story(steps(record, Language.GERMAN), "0-1", Language.GERMAN)
    assert "gab den Ausschlag" in german[1]
    assert german[2] == "Schwarz gewann."


@pytest.mark.parametrize(
    ("stretches", "course"),
    [
        # Blunders answered by blunders: no word is true of that stretch.
        (
            [(50, 9), (90, 20), *[(50, 1), (90, 1), (20, 1), (85, 1)] * 3, (90, 20)],
            "Until move 4 the game was level; from move 5 to move 15 White was mostly winning;"
            " from move 16 to move 20 the game went back and forth; from move 21 on White was winning.",
        ),
        # Near the bounds of words; and a move that was let off.
        ([(58, 3), (62, 2), (59, 3), (61, 1), (58, 20)], "From beginning to end the game was level."),
        ([(90, 20), (50, 1), (90, 20)], "From beginning to end White was mostly winning."),
        (
            [(50, 20), *[(95, 1), (5, 1)] * 10],
            "Until move 10 the game was level; from move 11 on the game went back and forth.",
        ),
    ],
)
def test_a_story_tells_no_word_that_is_not_true(record, stretches, course):
    assert story(told_as(record, *stretches), "*", Language.ENGLISH)[0] == course


def test_what_turned_a_game_is_only_a_move_after_which_it_stayed_so(record):
    told = steps(record, Language.ENGLISH)
    turn = turning_point(told)
    later = [replace(step, win_percent=turn.chances_before, judgement=None) for step in told[turn.ply :]]
    assert story(told, "0-1", Language.ENGLISH)[1].startswith(f"{turn.name} turned it: ")
    told[turn.ply :] = later
    assert story(told, "0-1", Language.ENGLISH)[1].startswith(f"The largest swing was {turn.name}: ")
