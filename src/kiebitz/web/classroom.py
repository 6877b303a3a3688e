"""A tab in the classroom or the museum: algorithms on trees, films of machines, claims and their verdicts.

The claims come from a package beside Kiebitz, if it is installed. A film is recorded once for all tabs of a language.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import Any, Protocol, TypeAlias

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.animation.page import page_data
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.film.film import film_data
from kiebitz.classroom.film.films import film_named
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.named_trees import FORMS, named_tree
from kiebitz.commandline.additions import AdditionError, claims_page
from kiebitz.web.classroom_messages import (
    AlgorithmOffered,
    Animate,
    Animated,
    ClaimOpened,
    Claims,
    Filmed,
    Lessons,
    List,
    Open,
    Watch,
)
from kiebitz.web.messages import Notice, language_of, refused
from kiebitz.web.searches import BusyError, Searches
from kiebitz.web.think_messages import Enter

Send: TypeAlias = Callable[[Any], Awaitable[None]]


class ClaimsPage(Protocol):
    """The page ``claims`` that a package adds; its methods are called in threads."""

    def listed(self) -> Claims:
        """All claims with their verdicts."""

    def opened(self, claim_id: str) -> ClaimOpened:
        """All that is known of a claim. Raises ValueError for one that isn't there."""


class Shelf:
    """Where the page of claims and the films stand, once somebody has asked for them; all tabs share them."""

    def __init__(self) -> None:
        self._page: ClaimsPage | None = None
        self._fetching = Lock()
        self._films: dict[tuple[str, Language], dict[str, Any]] = {}
        self._filming = Lock()

    def has_film(self, name: str, language: Language) -> bool:
        """True if a film has been recorded."""
        return (name, language) in self._films

    def film(self, name: str, language: Language) -> dict[str, Any]:
        """A film's data; one is recorded at a time. Raises UnknownFilmError, AdditionError and MemoryError."""
        with self._filming:
            if not self.has_film(name, language):
                self._films[name, language] = film_data(film_named(name, language))
            return self._films[name, language]

    def page(self) -> ClaimsPage:
        """The page. Raises AdditionError if no package brings it."""
        with self._fetching:
            if self._page is None:
                self._page = claims_page()
            return self._page


class Classroom:
    """The state of one tab."""

    def __init__(self, send: Send, shelf: Shelf, searches: Searches) -> None:
        """Answer by ``send``; what is filmed takes one of the ``searches``."""
        self._send = send
        self._shelf = shelf
        self._searches = searches
        self._language = Language.ENGLISH

    async def close(self) -> None:
        """Nothing runs once a message is handled."""

    async def handle(self, message: Enter | Animate | List | Open | Watch) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Enter():
                    self._language = language_of(message.language)
                    algorithms = [AlgorithmOffered(each.name, each.title, each.source) for each in ALGORITHMS.values()]
                    await self._send(Lessons(algorithms, list(FORMS)))
                case Animate(algorithm, tree):
                    await self._send(await asyncio.to_thread(animated, algorithm, tree, self._language))
                case List():
                    await self._send(await asyncio.to_thread(lambda: self._shelf.page().listed()))
                case Open(claim):
                    await self._send(await asyncio.to_thread(lambda: self._shelf.page().opened(claim)))
                case Watch(film):
                    await self._send(Filmed(film, await self._filmed(film)))
        except BusyError:
            await self._send(Notice("busy", ""))
        except (ValueError, AdditionError, MemoryError) as error:
            await self._send(refused(error))

    async def _filmed(self, name: str) -> dict[str, Any]:
        """A film's data. Raises BusyError if it is to be recorded and too many search."""
        if self._shelf.has_film(name, self._language):
            return self._shelf.film(name, self._language)
        with self._searches.one():
            return await asyncio.to_thread(self._shelf.film, name, self._language)


def animated(algorithm: str, tree: str, language: Language) -> Animated:
    """An algorithm at work on a tree, told in a language. Raises ValueError for one that isn't there."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"there is no algorithm '{algorithm}'; choose from {', '.join(ALGORITHMS)}")
    shown = named_tree(tree)
    return Animated(page_data(animate(ALGORITHMS[algorithm], shown.root, shown.title, language)))
