"""Animations as a tab asks for them, without a browser; claims/tests/test_classroom_page.py has the claims."""

import json

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.classroom.animation.page import page_data
from kiebitz.classroom.animation.replay import animate
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
