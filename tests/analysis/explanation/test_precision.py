"""How often each theme is right on mined lines, as its second definition (``theme_definitions``) judges, and found.

What a search must prove is judged by another engine as well, whose values stand beside the lines. A theme speaks when
the lower end of the interval of its precision is at 90% or more, and stays silent else. Recall is counted on lines that
were not chosen: of those in which the second definition finds the theme, how many the detector finds. The table in
docs/explain.md is what is counted here.
"""

import math
import re
from collections import Counter

import pytest

from kiebitz.analysis.explanation import english  # noqa: F401  (it knows all facts)
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.themes import SILENT
from sources import DATA, ROOT
from theme_definitions import holds, quiet_themes_of, themes_of
from winning_lines import facts_in, lines_of, searched, taken_before

MINED = tuple(DATA / "explanation" / f"{name}.tsv" for name in ("winning_lines", "puzzle_lines", "quiet_lines"))
SEARCHED = DATA / "explanation" / "searched_themes.tsv"
UNCHOSEN = DATA / "explanation" / "lines.tsv"
TABLE_ROW = re.compile(r"^\| ([a-z' ]+) \| (\d+) \| (\d+) \| (\d+)%(, silent)? \| (\d+) of (\d+) \|$", re.MULTILINE)
NOT_MINED = {
    *("threat", "refutation", "tempting reply", "repetition", "weakness", "win thrown away", "book left"),
    "what changed",
}
"""Found as mate and material are, or read from a table or an evaluation."""
LEAST_PERCENT = 90
CONFIDENCE = 1.96
MAX_PLIES = 8

# What another engine must say, in centipawns, where a detector speaks of values; and where it should have spoken.
DRAWN = 50
CLEAR, SURE = 100, 200


def lower_percent(right, judged):
    """The lower end of Wilson's 95% interval; 0 where nothing was judged."""
    if not judged:
        return 0.0
    share, square = right / judged, CONFIDENCE**2
    spread = CONFIDENCE * math.sqrt(share * (1 - share) / judged + square / (4 * judged**2))
    return 100 * (share + square / (2 * judged) - spread) / (1 + square / judged)


def documented():
    """The table of the page: hits, right ones, lower end, silence, found and there, by theme."""
    rows = TABLE_ROW.findall((ROOT / "docs" / "explain.md").read_text())
    return {
        theme: (*map(int, counts), bool(silent), int(found), int(there))
        for theme, *counts, silent, found, there in rows
    }


def is_confirmed(theme, values):
    """Whether another engine agrees with what is told."""
    if theme in ("stalemate", "perpetual check"):
        return abs(values[0]) <= DRAWN
    return values[0] - values[1] >= CLEAR and (theme != "only move" or (values[0] >= -CLEAR and values[1] <= CLEAR))


def is_there(theme, values):
    """Whether another engine is sure of what is to be told."""
    return is_confirmed(theme, values) and (len(values) == 1 or values[0] - values[1] >= SURE)


def test_every_theme_is_counted():
    """One without hits has its row, too, and is silent."""
    assert {fact.theme for fact in Fact.__subclasses__() if hasattr(fact, "theme")} - NOT_MINED == documented().keys()


@pytest.mark.nightly
def test_themes_that_speak_are_right():
    hits, right = Counter(dict.fromkeys(SILENT, 0)), Counter()
    for path in MINED:
        for line in lines_of(path):
            for fact in facts_in(line):
                hits[fact.theme] += 1
                right[fact.theme] += holds(fact.record, taken_before(line))
    for theme, fact, _, values in searched(SEARCHED):
        if fact:
            hits[theme] += 1
            right[theme] += holds(fact.record) and is_confirmed(theme, values)
    lower = {theme: int(lower_percent(right[theme], hits[theme])) for theme in hits}
    counted = {theme: (hits[theme], right[theme], lower[theme], theme in SILENT) for theme in hits}
    assert counted == {theme: row[:4] for theme, row in documented().items()}
    assert {theme for theme in hits if lower[theme] < LEAST_PERCENT} == SILENT


@pytest.mark.nightly
def test_themes_are_found_where_they_are():
    found, there = Counter(), Counter()
    for line in lines_of(UNCHOSEN):
        is_mate = line.boards[-1].is_checkmate()
        themes = themes_of(line.boards if is_mate else line.boards[: MAX_PLIES + 1]) or quiet_themes_of(line.boards)
        there.update(themes)
        found.update(themes & {fact.theme for fact in facts_in(line)})
    for theme, fact, _, values in searched(SEARCHED):
        if is_there(theme, values):
            there[theme] += 1
            found[theme] += fact is not None
    rows = documented()
    assert {theme: (found[theme], there[theme]) for theme in rows} == {theme: row[4:] for theme, row in rows.items()}
