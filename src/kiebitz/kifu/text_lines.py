"""The lines of a text one after another, whatever ends them: no list of them all is made."""

from __future__ import annotations

import re
from collections.abc import Iterator

# What ends a line in a file; no other character does (a comment may have a line separator of Unicode).
LINE_END = re.compile(r"\r\n|\r|\n")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line without its end, and its number from 1."""
    start = number = 0
    for end in LINE_END.finditer(text):
        number += 1
        yield number, text[start : end.start()]
        start = end.end()
    if start < len(text):
        yield number + 1, text[start:]


def lines_of(text: str) -> list[str]:
    """The lines of a short text, such as a comment."""
    return LINE_END.split(text)
