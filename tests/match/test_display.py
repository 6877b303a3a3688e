import pytest

from kiebitz.match import display
from kiebitz.match.contest import Contest, Plan
from kiebitz.match.display import Display
from kiebitz.match.player import parse_players
from kiebitz.match.referee import Rules
from kiebitz.match.time_control import MatchLimit
from kiebitz.match.workers import MatchSetup
from match_games import START, summary_of


@pytest.fixture
def contest():
    setup = MatchSetup(parse_players("kiebitz,name=One", "kiebitz,name=Two"), Rules(MatchLimit(depth=3)), None)
    return Contest(Plan(setup, (START,), 4, 2))


def test_a_log_hears_who_plays_and_what_goes_wrong(contest, capsys):
    with Display(contest) as shown:
        shown.on_game(summary_of(0, "1-0"))
        shown.on_game(summary_of(1, "1-0", fault="time loss"))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == ["One against Two: depth 3, 2 at a time", "kiebitz: game 2: One: time loss: a time loss"]


def test_a_log_hears_now_and_then_how_it_stands(contest, capsys, monkeypatch):
    monkeypatch.setattr(display, "PLAIN_PERIOD_S", 0.0)
    with Display(contest) as shown:
        game = summary_of(0, "1-0")
        contest.tally.add(game)
        shown.on_game(game)
    assert capsys.readouterr().err.splitlines()[1:] == ["1/4 games  +1 =0 -0"]
