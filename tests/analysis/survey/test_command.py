from html import unescape

import pytest

from commands import refused, run_here
from kiebitz.analysis.survey.questions import NAMES, questions

pytest.importorskip("pyarrow")


def test_all_questions(data, tmp_path):
    done = run_here("survey", data, "--html", "out.html", cwd=tmp_path)
    assert done.status == 0, done.err
    assert done.out.startswith("20 games of ")
    page = (tmp_path / "out.html").read_text()
    for question in questions().values():
        assert question.title in done.out
        assert question.title.replace("'", "&#x27;") in page or question.title in page
        assert question.sql in unescape(page)
        assert question.sql not in done.out
    assert page.count("<svg ") == len(NAMES)
    assert "Anna O'Neil" in done.out
    assert "Anna O&#x27;Neil" in page


def test_one_question_and_its_query(data):
    done = run_here("survey", data, "-q", "losses", "--sql", "--player", "carla")
    assert done.status == 0, done.err
    assert questions("carla")["losses"].sql + ";" in done.out
    assert "Accuracy by" not in done.out
    assert "Carla" in done.out
    assert "Bert " not in done.out
    assert ", player carla" in done.out


@pytest.mark.check
def test_what_is_refused(data, tmp_path):
    assert "there is no question 'luck'; there are accuracy" in refused("survey", data, "-q", "luck")
    assert "no such game in" in refused("survey", data, "--player", "nobody")
    assert "doesn't exist" in refused("survey", tmp_path / "none")
    assert "no code of an opening" in refused("survey", data, "--eco", "X")
    assert "there is no directory" in refused("survey", data, "--html", tmp_path / "a" / "b.html")


def test_nothing_told(data):
    done = run_here("survey", data, "-q", "openings", "--result", "*")
    assert done.status == 0, done.err
    assert "nothing in the data tells" in done.out
