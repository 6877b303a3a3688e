"""Every film: made of a real run, told in two languages, drawn by the one player."""

import json
import re

import pytest
from typer.testing import CliRunner

from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.classroom.film import passing, proof, replacing, stealing, zugzwang
from kiebitz.classroom.film.film import KINDS, film_data
from kiebitz.classroom.film.films import FILMS, film_named
from kiebitz.classroom.film.page import page
from kiebitz.cli import app
from kiebitz.core.shogi.notation import is_checkmate
from kiebitz.engine import ShogiPosition

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def films():
    return {name: {language: film_named(name, language) for language in EVERYWHERE} for name in FILMS}


@pytest.mark.parametrize("name", FILMS)
def test_a_film_tells_the_same_in_both_languages(films, name):
    english, german = films[name][Language.ENGLISH], films[name][Language.GERMAN]
    assert len(english.steps) == len(german.steps) > 10
    assert english.about != german.about
    names = {pane.name for pane in english.panes}
    assert {pane.kind for pane in english.panes} <= set(KINDS)
    for step, other in zip(english.steps, german.steps, strict=True):
        assert step.sentence
        assert other.sentence
        assert "{" not in step.sentence + other.sentence
        assert step.changes.keys() == other.changes.keys() <= names
    data = json.loads(json.dumps(film_data(english)))
    assert len(data["steps"]) == len(english.steps)


def test_the_strict_rule_never_arrives_and_searches_the_same_positions_again(films):
    """Why the rule of depth, taken to the letter, costs the article's own example a hundred times the nodes."""
    film = films["replacing"][Language.ENGLISH]
    names = replacing.WORDS[Language.ENGLISH]
    race = {row[0]: row for row in film.state(replacing.DEPTH - 1)["race"]["bars"]}
    assert race[names["strict"]][3] == race[names["none"]][3] == "bad"
    assert race[names["minimax"]][3] == race[names["minimax+depth"]][3] == "good"
    again = film.state(len(film.steps) - 2)["again"]["bars"]
    strict, free = (row[1] for row in again)
    assert strict > 100 * max(free, 1)


def test_the_null_move_saves_and_most_passes_refute(films):
    film = films["passing"][Language.ENGLISH]
    nodes = film.state(passing.DEPTH - 1)["nodes"]["bars"]
    assert nodes[1][1] > 2 * nodes[0][1]
    told = [row[2] for row in nodes]
    assert all(f"{text} nodes" in film.recorded for text in told)
    refuting, failing = (int(row[1].replace(",", "")) for row in film.state(len(film.steps) - 1)["passes"]["rows"][:2])
    assert refuting > 2 * failing > 0


def test_rule_iii_sees_that_passing_is_best(films):
    film = films["zugzwang"][Language.ENGLISH]
    told = [step.sentence for step in film.steps]
    (cleared,) = [number for number, text in enumerate(told) if "That is zugzwang" in text]
    assert all("null move" not in text for text in told[cleared + 1 : -1] if not text.startswith("Without"))
    assert told[cleared + 1].startswith("Without null moves, depth 1")
    assert zugzwang.WORDS[Language.ENGLISH]["line_cleared"] in film.state(cleared)["log"]["lines"]


def test_work_goes_to_who_asked_and_its_answer_back(films):
    film = films["stealing"][Language.ENGLISH]
    (lanes,) = [pane for pane in film.panes if pane.name == "lanes"]
    given, answered = (
        {tuple(each[:2]) for each in lanes.fixed["messages"] if each[4] == kind} for kind in ("work", "result")
    )
    assert {(to, sender) for sender, to in answered} <= given
    asked = {tuple(each[:2]) for each in lanes.fixed["messages"] if each[4] == "request"}
    assert len(asked) > stealing.PROCESSORS
    assert all(0 <= begin <= end for _, begin, end, *_ in lanes.fixed["spans"])
    counts = dict(film.state(len(film.steps) - 1)["counts"]["rows"])
    assert int(counts["WORK"]) >= int(counts["RESULT"]) > 0


def test_the_proof_is_found_where_garbage_is_collected_and_lost_where_it_is_overwritten(films):
    film = films["proof"][Language.ENGLISH]
    told = [step.sentence for step in film.steps]
    assert any(text.startswith("Garbage is collected") for text in told)
    (proved,) = [number for number, text in enumerate(told) if text.startswith("Proved")]
    cells = film.state(proved)["collecting"]["cells"].values()
    assert 0 < sum(1 for _, kind, _ in cells if kind) <= proof.COLLECT_AT * proof.ENTRIES
    assert "still doesn't know" in told[-1]
    played = [step.changes["board"]["text"] for step in film.steps if step.changes.keys() == {"board"}]
    assert len(played) % 2
    assert is_checkmate(ShogiPosition(played[-1]))


@pytest.mark.parametrize("name", ["hashing-shogi", "stealing"])
def test_a_page_stands_alone(films, name):
    text = page(films[name][Language.ENGLISH])
    assert "/*" not in re.sub(r"/\* [^/]*\*/", "", text.split("<script")[0].split("</style>")[1])
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert "import {" not in text
    assert "export " not in text


def test_the_command_tells_a_film_and_writes_its_page(tmp_path):
    told = CliRunner().invoke(app, ["lab", "film", "zugzwang"])
    assert told.exit_code == 0
    assert "That is zugzwang" in told.output
    path = tmp_path / "film.html"
    written = CliRunner().invoke(app, ["lab", "film", "zugzwang", "--html", str(path)])
    assert "open it in any browser" in written.output
    assert path.read_text().startswith("<!doctype html>")
    assert CliRunner().invoke(app, ["lab", "film"]).output.split()[: len(FILMS)] == list(FILMS)
    refused = CliRunner().invoke(app, ["lab", "film", "casablanca"])
    assert refused.exit_code == 2
    assert "there is no film 'casablanca'" in refused.output
