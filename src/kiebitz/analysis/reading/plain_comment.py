"""The words of a comment."""

from __future__ import annotations

import re

COMMAND = re.compile(r"\[%[^\[\]]*\]")
"""The commands programs write into comments: '[%eval 0.35]'."""


def plain(comment: str) -> str:
    """A comment without what programs write into it."""
    words = " ".join(COMMAND.sub(" ", comment).split())
    return comment if words == comment else words  # one text, not two: it may be long
