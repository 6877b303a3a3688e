import re
from dataclasses import fields

import pytest

from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.analysis.report.words import ENGLISH, GERMAN, JAPANESE, WORDS, words_for


def test_every_language_says_everything_with_the_same_gaps():
    assert set(WORDS) == set(EVERYWHERE)
    for field in fields(ENGLISH):
        english, german = getattr(ENGLISH, field.name), getattr(GERMAN, field.name)
        if isinstance(english, str):
            assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", german), field.name
            assert german.strip()
        elif field.name in ("phases", "judgements", "counted"):
            assert list(english) == list(german)


def test_japanese_says_everything_of_shogi_and_nothing_of_chess():
    english = words_for(Language.ENGLISH, "shogi")
    for field in fields(english):
        said, japanese = getattr(english, field.name), getattr(JAPANESE, field.name)
        if isinstance(said, str) and field.name != "ended":
            assert sorted(re.findall(r"\{\w+\}", said)) == sorted(re.findall(r"\{\w+\}", japanese)), field.name
        elif field.name in ("phases", "judgements", "counted", "standings", "results"):
            assert list(said) == list(japanese)
    assert words_for(Language.JAPANESE, "shogi") is JAPANESE
    with pytest.raises(ValueError, match="give en or de"):
        words_for(Language.JAPANESE, "chess")


@pytest.mark.parametrize(
    ("centipawns", "mate", "english", "german"),
    [
        (35, None, "+0.35", "+0,35"),
        (-120, None, "−1.20", "−1,20"),
        (None, 3, "#3", "#3"),
        (None, -2, "#−2", "#−2"),
        (None, 0, "mate", "matt"),
    ],
)
def test_evaluations(centipawns, mate, english, german):
    assert (ENGLISH.evaluation(centipawns, mate), GERMAN.evaluation(centipawns, mate)) == (english, german)


def test_numbers_and_moves():
    assert (ENGLISH.percent(91.62), GERMAN.percent(91.62)) == ("91.6%", "91,6\N{NO-BREAK SPACE}%")
    assert (ENGLISH.limit("300000 nodes, 8 plies"), GERMAN.limit("300000 nodes")) == (
        "300,000 nodes, 8 plies",
        "300.000 Stellungen",
    )
    assert (ENGLISH.move("Nxe5"), GERMAN.move("Nxe5 Qh4#")) == ("Nxe5", "Sxe5 Dh4#")
