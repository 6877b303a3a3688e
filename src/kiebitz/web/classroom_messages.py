"""Messages between the classroom or the museum and the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.web.messages import by_name
from kiebitz.web.think_messages import Enter

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Animate:
    """Show an algorithm at work on a tree."""

    algorithm: str
    """A name of ``kiebitz.classroom.theory.algorithms.ALGORITHMS``."""
    tree: str
    """A tree as ``kiebitz lab animate --tree`` takes it."""


@dataclass(frozen=True, slots=True)
class List:
    """List the claims."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open the page of a claim."""

    claim: str
    """Such as M2."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Show a machine at work."""

    film: str
    """A name of ``kiebitz.classroom.film.films.film_names``."""


CLASSROOM_KINDS = by_name(Enter, Animate, List, Open, Watch)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class AlgorithmOffered:
    """An algorithm that can be watched."""

    name: str
    title: str
    source: str
    """The author, and the year."""


@dataclass(frozen=True, slots=True)
class ClaimListed:
    """A claim in the list."""

    id: str
    title: str
    verdict: str
    """In words; after a comma that it is to be measured again, or was planned only."""
    why: str
    """The sentence that decides it."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The answer to ``Enter``: what can be watched."""

    algorithms: list[AlgorithmOffered]
    trees: list[str]
    """The forms that a tree can be named by."""


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims, by letter and number."""

    claims: list[ClaimListed]


@dataclass(frozen=True, slots=True)
class Animated:
    """An algorithm at work."""

    animation: dict[str, Any]
    """As ``kiebitz.classroom.animation.page.page_data`` has it."""


@dataclass(frozen=True, slots=True)
class Filmed:
    """A machine at work."""

    name: str
    film: dict[str, Any]
    """As ``kiebitz.classroom.film.film.film_data`` has it."""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Rows of figures, as text."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    is_numeric: list[bool]
    """By column."""


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """All that is known of a claim."""

    id: str
    title: str
    statement: str
    source: str
    verdict: str
    """In words; after a comma that it is to be measured again, or was planned only."""
    why: str
    earlier: list[str]
    """Verdicts that no longer stand."""
    figure: str
    """An SVG; empty if there is none."""
    tables: list[FigureTable]
    method: list[str]
    """In paragraphs."""
    conditions: list[str]
    """Of the measurement; of the plan where nothing was measured yet."""
    command: str
    """The command that repeats the measurement."""
