import json

import pytest

from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.ranking import (
    ranking,
    ranking_entry,
    ranking_line,
    ranking_lines,
    ranking_progress,
)
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.schedule import gauntlet, round_robin
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from match_games import START, summary_of

# Two rounds of One - Two, One - Three [x], Two - Three [x]: Three makes 6½ of 8, One 3, Two 2½.
RESULTS = ["1-0", "1/2-1/2", "0-1", "1-0", "0-1", "1-0", "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2", "0-1", "1/2-1/2"]


def contest_of(results=RESULTS, *, schedule=None, fault_in=None):
    specs = parse_players("kiebitz,name=One", "kiebitz,name=Two", "kiebitz,name=Three [x]")
    setup = MatchSetup(specs, Rules(MatchLimit(nodes=500)), None)
    contest = Contest(Plan(setup, (START,), 12, 1, schedule=schedule or round_robin(3)))
    for number, result in enumerate(results):
        contest._take(summary_of(number, result, fault="crash" if number == fault_in else None), lambda game: None)
    return contest


def test_players_in_order_of_their_strength():
    three, one, two = ranking(contest_of(fault_in=2))
    assert [each.name for each in (three, one, two)] == ["Three [x]", "One", "Two"]
    assert (three.won, three.drawn, three.lost, three.games, three.points) == (5, 3, 0, 8, 6.5)
    assert (one.won, one.drawn, one.lost) == (1, 4, 3)
    assert sum(each.elo.value for each in (three, one, two)) == pytest.approx(0)
    assert (three.share, one.points, two.points) == (0.8125, 3.0, 2.5)
    assert (one.faults, two.faults) == ({"crash": 1}, {})
    # First of both its pairings, second of both, and once each.
    assert (one.effort.moves, three.effort.moves, two.effort.moves) == (80, 88, 84)


def test_a_gauntlet_is_rated_over_its_first():
    contest = contest_of(RESULTS[:8], schedule=gauntlet(3))
    assert contest.is_gauntlet
    by_name = {each.name: each.elo for each in ranking(contest)}
    assert (by_name["One"].value, by_name["One"].error) == (0, 0)
    assert ranking_lines(contest)[0].startswith("Elo: over One, ± for 95%, from 4 pairs")
    assert not contest_of().is_gauntlet


def test_words():
    assert ranking_progress(contest_of()) == "12/12 games  Three [x] leads, 6.5 of 8"
    assert ranking_progress(contest_of([])) == "0/12 games"
    lines = ranking_lines(contest_of())
    assert "from 6 pairs; draws 41.7%" in lines[0]
    assert "stalemate 12" in lines[1]
    contest = contest_of()
    contest.broken = 2
    assert "unknown: Three [x]" in ranking_lines(contest)[0]


def test_the_result_for_machines():
    entry = ranking_entry(contest_of(fault_in=2), {"date": "2026-01-01"})
    assert json.loads(json.dumps(entry)) == entry
    assert (entry["schedule"], entry["games"], entry["status"]) == ("round robin", 12, "interrupted")
    assert [player["name"] for player in entry["players"]] == ["Three [x]", "One", "Two"]
    assert entry["players"][1]["faults"] == {"crash": 1}
    assert entry["pairings"][0]["pairs"] == [0, 1, 0, 1, 0]
    assert ranking_entry(contest_of([]), {})["players"][0]["elo"] == [None, None, None]
    line = ranking_line(entry)
    assert 'players="Three [x] 6.5/8; One 3/8; Two 2.5/8"' in line
    assert "pairings" not in line
