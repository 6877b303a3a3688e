import pytest

from kiebitz.arena.match import display
from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.display import Display
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.schedule import Schedule, gauntlet, round_robin
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from match_games import START, summary_of


def contest_of(*names, schedule):
    players = parse_players(*(f"kiebitz,name={name}" for name in names))
    setup = MatchSetup(players, Rules(MatchLimit(depth=3)), None)
    return Contest(Plan(setup, (START,), 4, 2, schedule=schedule))


@pytest.fixture
def contest():
    return contest_of("One", "Two", schedule=Schedule())


def test_a_log_hears_who_plays_and_what_goes_wrong(contest, capsys):
    with Display(contest) as shown:
        shown.on_game(summary_of(0, "1-0"))
        shown.on_game(summary_of(1, "1-0", fault="time loss"))
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(":")[0:3] for line in err.splitlines()] == [
        ["One against Two", " depth 3, 2 at a time"],
        ["kiebitz", " game 2", " One"],
    ]


@pytest.mark.parametrize(
    ("schedule", "words", "faulty"),
    [
        (round_robin(3), "All against all, One, Two, Three: depth 3, 2 at a time", ["Three", "Two"]),
        (gauntlet(3), "One against Two, Three: depth 3, 2 at a time", ["Two", "One"]),
    ],
)
def test_a_log_hears_who_of_many_goes_wrong(schedule, words, faulty, capsys):
    with Display(contest_of("One", "Two", "Three", schedule=schedule)) as shown:
        for number in (4, 5):  # of the third pairing, Two and Three, or of the first once more, One and Two
            shown.on_game(summary_of(number, "1-0", fault="crash"))
    said = capsys.readouterr().err.splitlines()
    assert said[0] == words
    assert said[1:] == [f"kiebitz: game {n}: {name}: crash: a crash" for n, name in zip((5, 6), faulty, strict=True)]


def test_a_log_hears_now_and_then_how_it_stands(contest, capsys, monkeypatch):
    monkeypatch.setattr(display, "PLAIN_PERIOD_S", 0.0)
    with Display(contest) as shown:
        game = summary_of(0, "1-0")
        contest.tally.add(game)
        shown.on_game(game)
    assert capsys.readouterr().err.splitlines()[1:] == ["1/4 games  +1 =0 -0"]
