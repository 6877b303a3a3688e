"""A gauntlet's result. The player makes 3 of 4 points against a level of 1800, 1 against 2200, 2 against another."""

import json
import math
from xml.etree import ElementTree

import pytest

from kiebitz.arena.match.anchors import ANCHORS, LEVELS, SCALE, Anchor
from kiebitz.arena.match.contest import Contest, Plan
from kiebitz.arena.match.ladder import gauntlet_line, headline, ladder, ladder_entry, ladder_lines, ladder_table
from kiebitz.arena.match.ladder_figure import ladder_figure
from kiebitz.arena.match.player import parse_player, parse_players
from kiebitz.arena.match.rating import performance
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.schedule import gauntlet
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from match_games import START, summary_of
from rendering import shown

# The player has White in the first game of each pair.
ROUNDS = 2 * ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2"]
LOW, HIGH = Anchor("low", "low", "uci", rating=1800), Anchor("high", "high", "uci", rating=2200)
OTHER = Anchor("<other>", "other", "uci")


def contest_of(results=ROUNDS, fault_in=None):
    specs = parse_players("kiebitz,name=<Own>", *(f"kiebitz,name={anchor.name}" for anchor in (LOW, HIGH, OTHER)))
    setup = MatchSetup(specs, Rules(MatchLimit(nodes=500)), None)
    contest = Contest(Plan(setup, (START,), 12, 1, schedule=gauntlet(4)))
    for number, result in enumerate(results):
        contest._take(summary_of(number, result, fault="crash" if number == fault_in else None), lambda game: None)
    return contest


def ladder_of(contest):
    return ladder(contest, {anchor.name: anchor for anchor in (LOW, HIGH, OTHER)})


def test_the_levels_rate_the_player_and_the_player_rates_the_others():
    found = ladder_of(contest_of())
    assert found.player == "<Own>"
    counts = {rung.anchor: rung.tally.pairs for rung in found.rungs}
    assert counts[LOW] == [0, 0, 0, 2, 0]
    joint = performance([(1800, counts[LOW]), (2200, counts[HIGH])])
    assert found.rating == joint
    assert joint.value == pytest.approx(2000)
    assert [rung.anchor.name for rung in found.rungs] == ["high", "<other>", "low"]
    high, other, low = found.rungs
    assert other.rating.value == pytest.approx(joint.value)  # it made as many points as the player
    assert low.rating.value == pytest.approx(1800 + low.difference.value) == pytest.approx(1990.8, abs=0.1)
    assert high.rating.value == pytest.approx(2200 + high.difference.value) == pytest.approx(2009.2, abs=0.1)


def test_before_the_first_game_and_with_all_games_won():
    found = ladder_of(contest_of([]))
    assert math.isnan(found.rating.value)
    assert ladder_lines(found) == ["No rating: no game was played against an anchor whose rating is stated"]
    assert "unknown" in "\n".join(shown(ladder_table(found)))
    won = ladder_of(contest_of(3 * ["1-0", "0-1"]))
    assert headline(won) == f"<Own>: above all levels of {SCALE}"
    for each in (found, won):
        ElementTree.fromstring(ladder_figure(each))


def test_for_machines():
    contest = contest_of([])
    entry = ladder_entry(ladder_of(contest), contest, {"seed": 1})
    assert json.loads(json.dumps(entry))["rating"] == [None, None, None]
    contest = contest_of()
    entry = ladder_entry(ladder_of(contest), contest, {"seed": 1})
    assert [each["stated"] for each in entry["anchors"]] == [2200, None, 1800]
    assert entry["rating"][0] == pytest.approx(2000)
    line = gauntlet_line(entry)
    assert line.startswith("gauntlet: seed=1 player=<Own>")
    assert "low 3/4" in line


def test_the_picture_shows_names_as_text_and_each_rung():
    picture = ladder_figure(ladder_of(contest_of()))
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<other>", "low", "high"} <= set(texts)
    assert texts[0].startswith("<Own>: 2000")
    classes = [element.get("class") for element in root.iter()]
    assert (classes.count("stated"), classes.count("player"), classes.count("anchor")) == (2, 2, 1)


def test_every_anchor_can_be_described(monkeypatch):
    monkeypatch.setattr("kiebitz.arena.match.anchors.shutil.which", lambda program, path=None: f"/bin/{program}")
    monkeypatch.setattr("kiebitz.programs.description.shutil.which", lambda program: program)
    specs = [parse_player(anchor.player) for anchor in ANCHORS]
    assert [spec.name for spec in specs] == [anchor.name for anchor in ANCHORS]
    assert not any(spec.left_out for spec in specs)
    levels = [dict(spec.options)["UCI_Elo"] for spec in specs if ("UCI_LimitStrength", "true") in spec.options]
    assert levels == [str(level) for level in LEVELS]
    monkeypatch.setattr("kiebitz.arena.match.anchors.shutil.which", lambda program, path=None: None)
    assert ANCHORS[0].player is None
