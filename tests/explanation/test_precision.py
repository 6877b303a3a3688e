"""How often each theme is right on mined lines, as its second definition (``theme_definitions``) judges.

A theme speaks when the lower end of the interval of its precision is at 90% or more. The table in docs/explain.md is
what is counted here.
"""

import math
import re
from collections import Counter

import pytest

from kiebitz.explanation.themes import SILENT, TACTICS
from sources import DATA, ROOT
from theme_definitions import holds
from winning_lines import facts_in, lines_of

MINED = DATA / "explanation" / "winning_lines.tsv"
TABLE_ROW = re.compile(r"^\| ([a-z ]+) \| (\d+) \| (\d+) \| (\d+)% \| (yes|no) \|$", re.MULTILINE)
LEAST_PERCENT = 90
CONFIDENCE = 1.96
ALWAYS_SPEAK = {"material", "mate", "promotion"}


def lower_percent(right, judged):
    """The lower end of Wilson's 95% interval."""
    share, square = right / judged, CONFIDENCE**2
    spread = CONFIDENCE * math.sqrt(share * (1 - share) / judged + square / (4 * judged**2))
    return 100 * (share + square / (2 * judged) - spread) / (1 + square / judged)


def documented():
    """The table of the page: hits, right ones, lower end and whether the theme speaks, by theme."""
    rows = TABLE_ROW.findall((ROOT / "docs" / "explain.md").read_text())
    return {theme: (int(hits), int(right), int(lower), speaks == "yes") for theme, hits, right, lower, speaks in rows}


def counted(right, hits):
    """The rows of the table that counts give."""
    return {
        theme: (
            hits[theme],
            right[theme],
            int(lower := lower_percent(right[theme], hits[theme])),
            lower >= LEAST_PERCENT,
        )
        for theme in hits
    }


@pytest.mark.slow
def test_themes_that_speak_are_right():
    hits, right, speaking = Counter(), Counter(), set(ALWAYS_SPEAK)
    for line in lines_of(MINED):
        facts, won = facts_in(line)
        for fact in facts:
            hits[fact.theme] += 1
            right[fact.theme] += holds(fact.record)
        speaking |= {fact.theme for find in TACTICS if (fact := find(won))}
    rows = counted(right, hits)
    assert rows == {theme: row for theme, row in documented().items() if theme in hits}
    assert {theme for theme, (*_, speaks) in rows.items() if speaks} == speaking
    assert len(rows) == len(TACTICS) + len(SILENT) + len(ALWAYS_SPEAK)
