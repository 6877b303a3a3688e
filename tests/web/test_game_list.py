import pytest

from kiebitz.web.game_list import GameList
from kiebitz.web.game_tree import GameError
from kiebitz.web.limits import Limits
from kiebitz.web.messages import GameEntry

LIMITS = Limits()
MANY = '[White "A \\"B\\""]\n[Black "C"]\n[Result "1-0"]\n[Date "2020.01.02"]\n\n1. e4 *\n\n[Event "x"]\n\n1. d4 0-1\n'


def test_games_are_listed_by_their_tags_and_read_when_chosen():
    games = GameList.of(MANY, LIMITS)
    assert games.entries() == [
        GameEntry(1, 'A "B"', "C", "1-0", "2020.01.02", ""),
        GameEntry(2, "?", "?", "*", "", "x"),
    ]
    assert games.tree(2, LIMITS).told().nodes[0].san == "d4"
    for number in (0, 3):
        with pytest.raises(GameError, match=f"there is no game {number} in it; there are 2"):
            games.tree(number, LIMITS)


def test_a_position_is_no_list():
    games = GameList.of("startpos", LIMITS)
    assert (games.raws, games.entries()) == ((), [])
    assert games.tree(1, LIMITS).told().nodes == []


def test_there_are_no_more_games_than_allowed():
    with pytest.raises(GameError, match="more than 1 games"):
        GameList.of(MANY, Limits(games=1))
