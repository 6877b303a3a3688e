"""Text from outside made safe to show: names and errors of programs, tags of games, names of files and positions."""

from __future__ import annotations


def clean(text: str) -> str:
    """The text in one line, with ``?`` for what isn't printable: that could move the terminal's cursor or worse."""
    return "".join(character if character.isprintable() else "?" for character in text)
