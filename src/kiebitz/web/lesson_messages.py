"""Messages between the page of a pupil and the server."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.web.messages import by_name

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Attend:
    """The first message."""

    version: int
    language: str
    """'en' or 'de'."""
    pupil: str
    """16 hexadecimal digits that the tab has drawn, so that one which comes back is the same pupil."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question; another answer takes the place of one given before."""

    number: int
    """That of the question."""
    move: str
    """UCI text."""


LESSON_KINDS = by_name(Attend, Answer)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class Task:
    """A question is put, or is answered no more."""

    number: int
    """From 1; 0 where none was put yet."""
    is_open: bool
    """True if answers are taken."""
    answer: str
    """The pupil's own, as UCI text; empty without one."""
    san: str
    """The same in SAN."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The worth of the pupil's answer, after the question was closed."""

    number: int
    san: str
    """Empty where none was given."""
    verdict: str
    """As in ``Attempted``; empty where none was given."""
    refutation: str
    """The line against it, with numbers; empty where it has no mark."""
    reply: str
    """The first move of that, as UCI text."""
    best: str
    """The best move, in SAN."""
