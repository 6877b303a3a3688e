import json

from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.sprt import Sprt
from kiebitz.arena.match.standing import ledger_entry, ledger_line, progress_text, result_lines
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from match_games import START, summary_of

RESULTS = ("1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0", "1/2-1/2")  # pairs of 2, 1 and 1½ points


def contest_of(results=RESULTS, sprt=None, faults=()):
    setup = MatchSetup(parse_players("kiebitz,name=One", "kiebitz,name=Two [x]"), Rules(MatchLimit(nodes=500)), None)
    contest = Contest(Plan(setup, (START,), 10, 1, sprt))
    for number, result in enumerate(results):
        contest.tally.add(summary_of(number, result, fault="crash" if number in faults else None))
    return contest


def test_the_standing_in_one_line():
    text = progress_text(contest_of(sprt=Sprt(0, 5), faults=(1,)))
    assert text.startswith("6/10 games  +3 =3 -0  Elo +190.8 ±")
    assert "LLR +" in text
    assert text.endswith("(-2.94, 2.94)  faults 1")
    assert progress_text(contest_of(())) == "0/10 games  +0 =0 -0"


def test_what_the_games_say():
    lines = result_lines(contest_of())
    assert lines[0].startswith("Elo of One: +190.8 [")
    assert "from 3 pairs" in lines[0]
    assert "75.0%, draws 50.0%" in lines[1]
    assert "0: 0  ½: 0  1: 1  1½: 1  2: 1" in lines[2]
    assert "stalemate 6" in lines[3]
    assert "unknown; normalized unknown" in result_lines(contest_of(()))[0]


def test_what_the_test_says():
    contest = contest_of(sprt=Sprt(0, 5))
    assert result_lines(contest)[-1].endswith("not decided")
    for verdict, words in (("H1", "H1 accepted: 5 Elo or more"), ("H0", "H0 accepted: 0 Elo or less")):
        contest.verdict = verdict
        assert words in result_lines(contest)[-1]


def test_the_result_for_machines():
    entry = ledger_entry(contest_of(sprt=Sprt(0, 5), faults=(1,)), {"date": "2026-01-01", "book": "my book.epd"})
    assert json.loads(json.dumps(entry)) == entry
    assert (entry["a"], entry["b"], entry["limit"]) == ("One", "Two [x]", "nodes 500")
    assert (entry["games"], entry["pairs"], entry["status"]) == (6, [0, 0, 1, 1, 1], "interrupted")
    assert (entry["faults"], entry["sprt"]["verdict"]) == ({"a": {}, "b": {"crash": 1}}, None)
    line = ledger_line(entry)
    for words in ('match: date=2026-01-01 book="my book.epd" a=One', " pairs=0,0,1,1,1 ", " faults=b:crash:1 "):
        assert words in line
    unknown = ledger_entry(contest_of(("1-0", "0-1")), {})
    assert (unknown["elo"], unknown["sprt"]) == ([None, None, None], None)
    assert "sprt=" not in ledger_line(unknown)
