"""A film: panes, and steps that say what happens and what changes in which pane.

A film knows no search. Who makes one records a real run (a trace, a table, messages) and tells it in steps; the player
(``component/film.js``) draws the panes by their kinds and goes to and fro. What stands in a pane at a step is what the
steps up to there have put into it.

Kinds of panes, what is fixed in them, and what a step may put there:

- ``board``: ``game`` (chess or shogi) is fixed. ``text`` (FEN or SFEN) and ``arrived`` (the 16-bit code of the move
  that led there, 0 for none) take the place of what was there; on boards of chess ``layers`` (squares by colour, a
  class of ``film.css``) and ``rings`` (a colour and a square each), too.
- ``rows``: a table; ``headings`` are fixed. ``rows`` takes the place of what was there: each is a list of texts.
- ``codes``: numbers that are XORed. ``rows`` takes the place: each is a name, a number as bits, and a class.
- ``cells``: a table of the machine's memory; ``count``, ``group`` (cells that belong together) and ``size`` (``small``:
  no text fits) are fixed. ``cells`` is merged: by number a text, a class and a hint. ``at`` are the cells looked at.
- ``bars``: ``scale`` (``linear`` or ``log``) is fixed. ``bars`` takes the place: name, number, text, class.
- ``lanes``: ``names`` of processors, ``end`` (of time), ``spans`` (lane, from, to, class, hint) and ``messages``
  (from lane, to lane, sent, arrived, class) are fixed. ``now`` is the time up to which they are drawn.
- ``log``: ``lines`` are added to those that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.tree.shogi_data import drawing
from kiebitz.engine.line import GameName

KINDS = ("board", "rows", "codes", "cells", "bars", "lanes", "log")

Words: TypeAlias = Mapping[str, str]
"""Sentences of a language by name, with holes for what differs."""


@dataclass(frozen=True, slots=True)
class Pane:
    """A part of the picture."""

    name: str
    """One word, by which steps call it."""
    kind: str
    """One of ``KINDS``."""
    title: str
    """Its title."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """The parts that stay, by the module's list."""


@dataclass(frozen=True, slots=True)
class Step:
    """One picture."""

    sentence: str
    """The event."""
    changes: Mapping[str, Mapping[str, Any]]
    """By pane, what is put there, by the module's list."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film, told in one language."""

    title: str
    about: str
    """A few sentences on what is to be seen."""
    recorded: str
    """Which run was recorded, so that it can be repeated."""
    panes: tuple[Pane, ...]
    steps: tuple[Step, ...]
    game: GameName = "chess"
    """The game played in it."""

    def state(self, index: int) -> dict[str, dict[str, Any]]:
        """The contents of each pane at a step, counted from 0: what the player shows."""
        state: dict[str, dict[str, Any]] = {pane.name: {} for pane in self.panes}
        for step in self.steps[: index + 1]:
            for name, change in step.changes.items():
                for part, value in change.items():
                    before = state[name].get(part)
                    if part == "cells":
                        state[name][part] = {**(before or {}), **value}
                    elif part == "lines":
                        state[name][part] = [*(before or []), *value]
                    else:
                        state[name][part] = value
        return state


FilmMaker: TypeAlias = Callable[[Language], Film]
"""Records a run and makes the film of it. Takes a second or two; raises MemoryError."""


def film_data(film: Film) -> dict[str, Any]:
    """The player's data, as plain values."""
    return {
        "title": film.title,
        "about": film.about,
        "recorded": film.recorded,
        "game": film.game,
        "drawing": drawing() if film.game == "shogi" else None,
        "panes": [{"name": pane.name, "kind": pane.kind, "title": pane.title, **pane.fixed} for pane in film.panes],
        "steps": [{"say": step.sentence, "set": step.changes} for step in film.steps],
    }


def number_text(number: float, language: Language) -> str:
    """A number as a language groups it: 12,345 or 12.345."""
    text = f"{number:,}"
    return text.translate(str.maketrans(",.", ".,")) if language is Language.GERMAN else text


def listed(names: Sequence[str], language: Language) -> str:
    """Names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {'und' if language is Language.GERMAN else 'and'} {names[-1]}"
