"""Text from outside made safe to show: names and errors of programs, tags of games, names of files and positions."""

from __future__ import annotations

import re
from unicodedata import category

SPACE = "Zs"
"""Unicode's class of spaces: Python calls none but ASCII's printable, and Japanese names have another."""
KEPT = re.compile(r"([\n\t])")


def clean(text: str) -> str:
    """The text in one line, with ``?`` for what isn't printable: that could move the terminal's cursor or worse."""
    return "".join(character if character.isprintable() or category(character) == SPACE else "?" for character in text)


def clean_lines(text: str) -> str:
    """A text of several lines, each of them clean; tabs stay."""
    return "".join(part if KEPT.match(part) else clean(part) for part in KEPT.split(text))
