"""Games analysed into a collection, what they show that players miss, and practice of it."""

import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest

from commands import refused, run_here
from kiebitz.analysis.archive_run import batch
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.adding import add_games
from kiebitz.collection.analysing import analyse_games, not_analysed, records
from kiebitz.collection.collection import Collection
from kiebitz.collection.misses import LABELS, misses
from kiebitz.collection.practice import answer, next_card, results, standing, verdict_on
from kiebitz.engine import Engine, board_of, position_from
from kiebitz.engine.limit import Limit
from surveyed import games

pytest.importorskip("fsrs", reason="no py-fsrs (PyPI: fsrs) to space practice with")

pytestmark = pytest.mark.check
SETTINGS = AnalysisSettings(Limit(nodes=200), words=Language.ENGLISH)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A collection of which all games are analysed."""
    path = tmp_path_factory.mktemp("analysed") / "games.sqlite"
    with Collection(path) as collection:
        add_games(collection, read_games("\n".join(games())))
        left = not_analysed(collection)
        assert analyse_games(collection, left[:5], SETTINGS) == 5
        assert set(not_analysed(collection)) == set(left[5:])
        analyse_games(collection, left[5:], SETTINGS)
        assert not_analysed(collection) == []
        assert set(not_analysed(collection, again=True)) == set(left)
    return path


@pytest.fixture
def collection(file):
    """The collection, opened; answers are forgotten."""
    with Collection(file) as opened:
        opened.connection.execute("DELETE FROM practice")
        yield opened


def label_of(record, move):
    clock = move["seconds_left"]
    limits = ((10, "under 10 s"), (60, "under 1 min"), (300, "under 5 min"))
    opening = record.get("opening")
    return {
        "motif": move["motif"] or "not told",
        "phase": move["phase"],
        "clock": "not told" if clock is None else next((name for end, name in limits if clock < end), "5 min or more"),
        "opening": f"{opening['eco']} {opening['name']}" if opening else "not told",
    }


@pytest.mark.parametrize("player", ["", "anna"])
def test_misses_are_those_of_the_records(collection, player):
    numbers = [row.game for row in collection.find()]
    expected = {label: defaultdict(list) for label in LABELS}
    played = {label: defaultdict(int) for label in LABELS}
    for record in records(collection, numbers):
        for ply, move in enumerate(record["moves"], 1):
            name = record["headers"].get("White" if move["color"] == "white" else "Black", "?")
            if player in name.lower() and move["uci"] != "0000":
                for label, value in label_of(record, move).items():
                    played[label][value] += 1
                    if move["judgement"]:
                        expected[label][value].append((move["loss_win_percent"], record["game"], ply))
    answers = {each.question.name: each.rows for each in misses(collection, numbers, player)}
    assert set(answers) == set(LABELS)
    assert answers["motif"]
    for label, rows in answers.items():
        assert {row[label] for row in rows} == set(expected[label])
        for row in rows:
            lost = expected[label][row[label]]
            assert row["marks"] == len(lost)
            assert row["points_lost"] == pytest.approx(sum(loss for loss, _, _ in lost) / 100)
            assert (row["game"], row["ply"]) == min(each[1:] for each in lost if each[0] == max(lost)[0])
            if label != "motif":
                assert row["marks_in_100_moves"] == pytest.approx(100 * len(lost) / played[label][row[label]])


def test_practice_comes_again_when_it_is_due(collection):
    new = standing(collection, now=NOW).new
    assert new >= 2
    first = next_card(collection, now=NOW)
    board = board_of(position_from(first.fen))
    with Engine(hash_mb=1) as engine:
        assert verdict_on(engine, first, board, first.best) == "best"
        assert verdict_on(engine, first, board, first.played) != "best"
    wrong = answer(collection, first, first.played, "blunder", NOW)
    assert not wrong.is_right
    assert standing(collection, now=NOW).new == new - 1
    second = next_card(collection, now=NOW)
    assert (second.game, second.ply) != (first.game, first.ply)
    again = next_card(collection, now=NOW + timedelta(minutes=2))
    assert (again.game, again.ply) == (first.game, first.ply)
    moment, dues = NOW + timedelta(minutes=2), []
    for _ in range(4):
        right = answer(collection, first, first.best, "best", moment)
        assert right.is_right
        dues.append(right.due - moment)
        moment = right.due
    assert dues == sorted(dues)
    assert dues[-1] > timedelta(days=1)
    assert [each["verdict"] for each in results(collection)] == ["blunder", *["best"] * 4]


def test_an_analysis_anew_keeps_what_was_answered(collection):
    first = next_card(collection, now=NOW)
    answer(collection, first, first.best, "best", NOW)
    analyse_games(collection, [first.game], SETTINGS)
    assert len(results(collection)) == 1
    assert standing(collection, "nobody at all").new == 0


def test_the_commands(tmp_path, monkeypatch):
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    (tmp_path / "games.pgn").write_text("\n".join(games()))
    run_here("games", "add", tmp_path / "games.pgn")
    assert "kiebitz games analyse does it" in refused("games", "misses")
    done = run_here("games", "analyse", "-n", "200", "--player", "Carla")
    assert "games analysed; kiebitz games misses tells" in done.out
    assert run_here("games", "analyse", "-n", "200", "--player", "Carla").out.startswith(
        "every such game of chess has been"
    )
    done = run_here("games", "misses", "--player", "Carla", "--html", tmp_path / "misses.html")
    assert done.status == 0, done.err
    assert "What is missed: by motif" in done.out
    assert "<svg " in (tmp_path / "misses.html").read_text()
    done = run_here("games", "practice", stdin=b"?\nnonsense\nq\n")
    assert done.status == 0, done.err
    assert "best is" in done.out
    assert "is no move" in done.out
    assert "0 of 1 right" in done.out
    (told,) = run_here("games", "practice", "--json").out.splitlines()
    assert json.loads(told)["verdict"] == "shown"


def test_an_interruption_keeps_what_is_done(tmp_path, monkeypatch):
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    (tmp_path / "games.pgn").write_text("\n".join(games()))
    run_here("games", "add", tmp_path / "games.pgn")
    real, calls = batch.analyse_raw, []

    def interrupted(*arguments, **options):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(batch, "analyse_raw", interrupted)
    assert "2 of 21 games are done" in refused("games", "analyse", "-n", "100", status=130)
    monkeypatch.setattr(batch, "analyse_raw", real)
    assert run_here("games", "analyse", "-n", "100").out.startswith("18 games analysed")


def test_what_is_missing_is_said_before_anything_is_asked(file, monkeypatch):
    monkeypatch.setattr("kiebitz.collection.spacing.find_spec", lambda name: None)
    monkeypatch.setattr("typer.prompt", lambda *words, **more: pytest.fail("asked"))
    assert "kiebitz[practice]" in refused("games", "practice", "--collection", str(file), status=1)
