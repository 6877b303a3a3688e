"""Animations and films as a tab asks for them; claims/tests/test_classroom_page.py has the claims."""

import json

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.classroom.animation.page import page_data
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.film.film import film_data
from kiebitz.classroom.film.films import film_named
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.tartan_tree import tartan_tree
from tabs import classroom


def test_an_animation_is_the_laboratory_s_own():
    with classroom() as tab:
        tab.say("animate", algorithm="alphabeta", tree="tartan")
        said = tab.hear("animated")["animation"]
    expected = page_data(animate(ALGORITHMS["alphabeta"], tartan_tree(), said["tree"]))
    assert said == json.loads(json.dumps(expected))


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"algorithm": "<b>", "tree": "tartan"}, "there is no algorithm '<b>'"),
        ({"algorithm": "pvs", "tree": "oak"}, "there is no tree 'oak'"),
        ({"algorithm": "pvs", "tree": "uniform:9,9"}, "make it smaller"),
        ({"algorithm": "pvs", "tree": "[" * 100_000}, ""),
    ],
)
def test_what_can_not_be_animated_is_refused(asked, fault):
    with classroom() as tab:
        tab.say("animate", **asked)
        assert fault in tab.hear("notice", code="refused")["detail"]


@pytest.mark.check
def test_a_film_is_the_laboratory_s_own_and_recorded_once():
    with classroom() as tab:
        tab.say("watch", film="zugzwang")
        said = tab.hear("filmed", name="zugzwang")["film"]
        tab.say("watch", film="zugzwang")
        assert tab.hear("filmed")["film"] == said
        tab.say("watch", film="<b>")
        assert "there is no film '<b>'" in tab.hear("notice", code="refused")["detail"]
    assert said == json.loads(json.dumps(film_data(film_named("zugzwang"))))
