import io
import json

from rich.console import Console

from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.sprt import Sprt
from kiebitz.arena.match.standing import ledger_entry, ledger_line, player_table, progress_text, result_lines, signed
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


def shown(renderable):
    console = Console(file=io.StringIO(), width=120, color_system=None, highlight=False)
    console.print(renderable)
    return console.file.getvalue()


def test_numbers_have_their_sign_but_nothing_has_none():
    assert [signed(value) for value in (3.21, -3.21, -0.01, 0.0, float("inf"))] == [
        "+3.2",
        "-3.2",
        "+0.0",
        "+0.0",
        "+inf",
    ]


def test_the_standing_in_one_line():
    text = progress_text(contest_of(sprt=Sprt(0, 5), faults=(1,)))
    assert text.startswith("6/10 games  +3 =3 -0  Elo +190.8 ±")
    assert "LLR +" in text
    assert text.endswith("(-2.94, 2.94)  faults 1")
    assert progress_text(contest_of(())) == "0/10 games  +0 =0 -0"


def test_the_players_side_by_side():
    lines = shown(player_table(contest_of(faults=(1,)))).splitlines()
    first, second = (line.split() for line in lines[2:4])
    assert first[:9] == ["One", "4.5", "3", "3", "0", "20.0", "500", "6.0", "none"]
    assert second[:9] == ["Two", "[x]", "1.5", "0", "3", "3", "10.0", "200", "5.0"]
    assert "1 crash" in lines[3]
    assert "0.0" in shown(player_table(contest_of(())))


def test_what_the_games_say():
    lines = result_lines(contest_of())
    assert lines[0].startswith("Elo of One: +190.8 [")
    assert lines[0].endswith("(95%, from 3 pairs)")
    assert "score 75.0%, draws 50.0%" in lines[1]
    assert lines[2] == "Pairs by points: 0: 0  ½: 0  1: 1  1½: 1  2: 1"
    assert lines[3] == "Games ended by stalemate 6"
    assert result_lines(contest_of(()))[0].startswith("Elo of One: unknown; normalized unknown")


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
    assert entry["faults"] == {"a": {}, "b": {"crash": 1}}
    assert entry["sprt"]["verdict"] is None
    line = ledger_line(entry)
    assert line.startswith('match: date=2026-01-01 book="my book.epd" a=One b="Two [x]" limit="nodes 500" games=6')
    assert " pairs=0,0,1,1,1 " in line
    assert " faults=b:crash:1 " in line


def test_what_is_unknown_is_null_for_machines():
    entry = ledger_entry(contest_of(("1-0", "0-1")), {})
    assert entry["elo"] == [None, None, None]
    assert entry["sprt"] is None
    assert "sprt=" not in ledger_line(entry)
