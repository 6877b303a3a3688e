"""The queries, held against the same sums in plain Python."""

import math
from collections import defaultdict

import polars
import pytest

from kiebitz.analysis.judging.judgement import win_percent
from kiebitz.analysis.reading.selection import EVERY_GAME
from kiebitz.analysis.reading.time_control import time_class
from kiebitz.analysis.survey.data import Columns
from kiebitz.analysis.survey.questions import NAMES, NOT_TOLD, questions

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def columns(data):
    return Columns.of(data, EVERY_GAME)


@pytest.fixture(scope="module")
def rows(data):
    return {name: polars.read_parquet(data / f"{name}.parquet").to_dicts() for name in ("games", "moves", "openings")}


def mean(values):
    return sum(values) / len(values)


def close(found, expected):
    assert [list(row) for row in found] == [list(row) for row in expected]
    for row, other in zip(found, expected, strict=True):
        for name, value in row.items():
            assert value == (pytest.approx(other[name]) if isinstance(value, float) else other[name]), name


@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_is_answered(columns, name):
    question = questions()[name]
    answer = columns.ask(question.sql)
    assert answer
    assert {*question.labels, *question.drawn} <= set(answer[0])
    assert all(isinstance(row[column], float) for row in answer for column in question.drawn)
    assert len({tuple(row[label] for label in question.labels) for row in answer}) == len(answer)


def test_accuracy(columns, rows):
    groups = defaultdict(list)
    for game in rows["games"]:
        for colour, side in (("white", "White"), ("black", "Black")):
            if game[f"{colour}_accuracy"] is not None:
                band = NOT_TOLD if game[f"{side}Elo"] is None else f"{game[f'{side}Elo'] // 200 * 200}+"
                groups[time_class(game["TimeControl"] or "?") or NOT_TOLD, band].append((game, colour))
    answer = columns.ask(questions()["accuracy"].sql)
    assert {(row["time_control"], row["rating"]) for row in answer} == set(groups)
    assert {"1400+", "1600+", "2000+", NOT_TOLD} == {band for _, band in groups}
    for row in answer:
        group = groups[row["time_control"], row["rating"]]
        assert row["players"] == len(group)
        assert row["moves"] == sum(game[f"{colour}_moves"] for game, colour in group)
        assert math.isclose(row["accuracy"], mean([game[f"{colour}_accuracy"] for game, colour in group]))
        assert math.isclose(row["centipawns_lost_a_move"], mean([game[f"{colour}_acpl"] for game, colour in group]))


def test_blunders(columns, rows):
    groups = defaultdict(list)
    for move in rows["moves"]:
        clock = move["clock"]
        kind = NOT_TOLD if clock is None else "under 5 min" if clock < 300 else "5 min or more"
        kind = "under 10 s" if clock is not None and clock < 10 else "under 1 min" if (clock or 99) < 60 else kind
        groups[move["phase"], kind].append(move)
    answer = columns.ask(questions()["blunders"].sql)
    assert {(row["phase"], row["clock"]) for row in answer} == set(groups)
    assert [row["clock"] for row in answer if row["phase"] == "opening"][-1] == NOT_TOLD
    for row in answer:
        group = groups[row["phase"], row["clock"]]
        assert row["moves"] == len(group)
        assert math.isclose(row["blunders"], mean([100 * (move["judgement"] == "blunder") for move in group]))
        assert math.isclose(row["win_percent_lost_a_move"], mean([move["win_percent_lost"] for move in group]))


def test_openings(columns, rows):
    ends = {}
    for move in rows["moves"]:
        if move["phase"] == "opening":
            ends[move["game"]] = move
    scores = {"1-0": 100, "1/2-1/2": 50, "0-1": 0}
    groups = defaultdict(list)
    for opening in rows["openings"]:
        result = rows["games"][opening["game"] - 1]["Result"]
        if result in scores:
            end = ends[opening["game"]]
            value = end["cp"] if end["mate"] is None else 1000 if end["mate"] > 0 or end["color"] == "white" else -1000
            groups[opening["eco"], opening["name"]].append((scores[result], win_percent(value)))
    answer = columns.ask(questions()["openings"].sql)
    assert {(row["eco"], row["name"]) for row in answer} == set(groups)
    for row in answer:
        group = groups[row["eco"], row["name"]]
        assert row["games"] == len(group)
        assert math.isclose(row["white_score"], mean([score for score, _ in group]))
        assert math.isclose(row["white_chances_after_it"], mean([chances for _, chances in group]))
        assert math.isclose(row["difference"], row["white_score"] - row["white_chances_after_it"], abs_tol=1e-9)


def test_losses(columns, rows):
    games, lost = defaultdict(set), defaultdict(float)
    for move in rows["moves"]:
        player = rows["games"][move["game"] - 1][move["color"].title()]
        games[player].add(move["game"])
        lost[player, move["phase"]] += move["win_percent_lost"]
    answer = columns.ask(questions()["losses"].sql)
    assert {(row["player"], row["phase"]) for row in answer} == set(lost)
    assert [row["games"] for row in answer] == sorted((row["games"] for row in answer), reverse=True)
    for row in answer:
        assert row["games"] == len(games[row["player"]])
        expected = lost[row["player"], row["phase"]] / 100 / row["games"]
        assert math.isclose(row["points_lost_a_game"], expected, abs_tol=1e-9)
    assert {row["player"] for row in columns.ask(questions("o'neil ANNA")["losses"].sql)} == {"Anna O'Neil"}
    assert columns.ask(questions("o'neil bert")["losses"].sql) == []


def test_motifs(columns, rows):
    marked = [move for move in rows["moves"] if move["judgement"] and move["motif"]]
    groups = defaultdict(list)
    for move in marked:
        groups[move["motif"]].append(move)
    answer = columns.ask(questions()["motifs"].sql)
    assert {row["motif"] for row in answer} == set(groups)
    assert "mate" in groups  # two games of the fool's mate a dozen
    for row in answer:
        group = groups[row["motif"]]
        assert row["marks"] == len(group)
        assert math.isclose(row["points_lost"], sum(move["win_percent_lost"] for move in group) / 100)
        worst = max(group, key=lambda move: move["win_percent_lost"])
        assert worst["san"] in row["example"]
    assert [row["points_lost"] for row in answer] == sorted((row["points_lost"] for row in answer), reverse=True)


def test_motifs_of_a_player(columns, rows):
    mine = [
        move
        for move in rows["moves"]
        if move["motif"] and move["judgement"] and rows["games"][move["game"] - 1][move["color"].title()] == "Carla"
    ]
    answer = columns.ask(questions("carla")["motifs"].sql)
    assert sum(row["marks"] for row in answer) == len(mine)
