from string import Formatter

import pytest

from kiebitz.analysis.explanation.language import EVERYWHERE
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.animation.sentences import ENGLISH, GERMAN
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.tartan_tree import tartan_tree


def fields(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_of_the_same():
    assert {name: fields(text) for name, text in ENGLISH.items()} == {
        name: fields(text) for name, text in GERMAN.items()
    }


@pytest.mark.parametrize("name", ALGORITHMS)
def test_only_the_sentences_differ(name):
    english, german = (animate(ALGORITHMS[name], tartan_tree(), "", language) for language in EVERYWHERE)
    assert [step.changes for step in english.steps] == [step.changes for step in german.steps]
    assert all(one.sentence != other.sentence for one, other in zip(english.steps, german.steps, strict=True))
