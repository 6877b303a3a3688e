import json

import chess
import pytest

from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.record import Effort, GameSummary, summarise
from match_games import START, record_of, summary_of

BLACK_BEGINS = Opening("4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1")


@pytest.mark.parametrize(
    ("number", "result", "points"),
    [(0, "1-0", 1), (0, "0-1", 0), (0, "1/2-1/2", 0.5), (1, "1-0", 0), (1, "0-1", 1), (1, "1/2-1/2", 0.5)],
)
def test_points_are_the_first_players_who_has_black_in_odd_games(number, result, points):
    assert summary_of(number, result).points == points


@pytest.mark.parametrize("fault", [None, "crash"])
def test_a_summary_comes_back_from_json(fault):
    summary = summary_of(3, "1-0", fault=fault, pgn="1. e4 *")
    assert GameSummary.from_json(json.loads(json.dumps(summary.as_json()))) == summary


def test_what_is_no_summary_is_refused():
    whole = summary_of(3, "1-0").as_json()
    damages = ({"result": "won"}, {"number": "3"}, {"efforts": []}, {"fault": {"kind": "crash"}}, {"efforts": [{}, 5]})
    for damaged in ({}, *(whole | damage for damage in damages)):
        with pytest.raises((KeyError, TypeError, ValueError)):
            GameSummary.from_json(damaged)


@pytest.mark.parametrize(
    ("number", "opening", "first_moves"),
    [
        (0, START, 2),  # White, and White begins
        (1, START, 1),
        (0, Opening(chess.STARTING_FEN, ("d2d4",)), 1),  # after the opening Black is to move
        (0, BLACK_BEGINS, 1),
        (1, BLACK_BEGINS, 2),
    ],
)
def test_efforts_go_to_those_who_made_them(number, opening, first_moves):
    summary = summarise(record_of("a b c", number=number, opening=opening), None)
    assert [effort.moves for effort in summary.efforts] == [first_moves, 3 - first_moves]
    assert summary.efforts[0] == Effort(first_moves, 20.0 * first_moves, 100 * first_moves, 5 * first_moves)


def test_equal_games_have_equal_digests():
    digest = summarise(record_of("e2e4 e7e5"), None).digest
    assert summarise(record_of("e2e4 e7e5", number=2, reason="another"), "pgn").digest == digest
    others = [record_of("e2e4 e7e6"), record_of("e2e4 e7e5", "1-0")]
    others.append(record_of("e7e5", opening=Opening(chess.STARTING_FEN, ("e2e4",))))
    assert digest not in {summarise(other, None).digest for other in others}
