"""How often each theme is right on mined lines, as its second definition (``theme_definitions``) judges, and found.

A theme speaks when the lower end of the interval of its precision is at 90% or more. Recall is counted on lines that
were not chosen: of those in which the second definition finds the theme, how many the detector tells. The table in
docs/explain.md is what is counted here.
"""

import math
import re
from collections import Counter

import pytest

from sources import DATA, ROOT
from theme_definitions import holds, themes_of
from winning_lines import facts_in, lines_of

MINED = DATA / "explanation" / "winning_lines.tsv"
UNCHOSEN = DATA / "explanation" / "lines.tsv"
TABLE_ROW = re.compile(r"^\| ([a-z ]+) \| (\d+) \| (\d+) \| (\d+)% \| (\d+) of (\d+) \|$", re.MULTILINE)
LEAST_PERCENT = 90
CONFIDENCE = 1.96
MAX_PLIES = 8


def lower_percent(right, judged):
    """The lower end of Wilson's 95% interval."""
    share, square = right / judged, CONFIDENCE**2
    spread = CONFIDENCE * math.sqrt(share * (1 - share) / judged + square / (4 * judged**2))
    return 100 * (share + square / (2 * judged) - spread) / (1 + square / judged)


def documented():
    """The table of the page: hits, right ones, lower end, told and there, by theme."""
    rows = TABLE_ROW.findall((ROOT / "docs" / "explain.md").read_text())
    return {theme: tuple(map(int, numbers)) for theme, *numbers in rows}


@pytest.mark.slow
def test_themes_that_speak_are_right():
    hits, right = Counter(), Counter()
    for line in lines_of(MINED):
        for fact in facts_in(line):
            hits[fact.theme] += 1
            right[fact.theme] += holds(fact.record)
    lower = {theme: int(lower_percent(right[theme], hits[theme])) for theme in hits}
    counted = {theme: (hits[theme], right[theme], lower[theme]) for theme in hits}
    assert counted == {theme: row[:3] for theme, row in documented().items()}
    assert min(lower.values()) >= LEAST_PERCENT


@pytest.mark.slow
def test_themes_are_told_where_they_are():
    told, there = Counter(), Counter()
    for line in lines_of(UNCHOSEN):
        is_mate = line.boards[-1].is_checkmate()
        themes = themes_of(line.boards if is_mate else line.boards[: MAX_PLIES + 1])
        there.update(themes)
        told.update(themes & {fact.theme for fact in facts_in(line)})
    rows = documented()
    assert {theme: (told[theme], there[theme]) for theme in rows} == {theme: row[3:] for theme, row in rows.items()}
