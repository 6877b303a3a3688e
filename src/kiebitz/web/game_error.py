"""Sentences for the tab on what can't be loaded or done."""

from __future__ import annotations


class GameError(ValueError):
    """A sentence on what can't be loaded or done."""

    code = "refused"
    """The code of the notice that tells it."""


class TooLargeError(GameError):
    """More than a tab takes; the collection may."""

    code = "too_large"
