"""What a tab has that sits in the classroom: algorithms at work on trees, and the claims with what was measured.

The claims come from a package beside Kiebitz, if it is installed. Nothing here asks an engine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import Any, Protocol, TypeAlias

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.animation.page import page_data
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.named_trees import FORMS, named_tree
from kiebitz.commandline.additions import AdditionError, claims_page
from kiebitz.web.classroom_messages import (
    AlgorithmOffered,
    Animate,
    Animated,
    ClaimOpened,
    Claims,
    Lessons,
    List,
    Open,
)
from kiebitz.web.messages import language_of, refused
from kiebitz.web.think_messages import Enter

Send: TypeAlias = Callable[[Any], Awaitable[None]]


class ClaimsPage(Protocol):
    """What a package adds as the page ``claims``; its methods are called in threads."""

    def listed(self) -> Claims:
        """All claims with their verdicts."""

    def opened(self, claim_id: str) -> ClaimOpened:
        """All that is known of a claim. Raises ValueError for one that isn't there."""


class Shelf:
    """Where the page of claims stands, once somebody has asked for it; all tabs share it."""

    def __init__(self) -> None:
        self._page: ClaimsPage | None = None
        self._fetching = Lock()

    def page(self) -> ClaimsPage:
        """The page. Raises AdditionError if no package brings it."""
        with self._fetching:
            if self._page is None:
                self._page = claims_page()
            return self._page


class Classroom:
    """What one tab has."""

    def __init__(self, send: Send, shelf: Shelf) -> None:
        """Answer by ``send``."""
        self._send = send
        self._shelf = shelf
        self._language = Language.ENGLISH

    async def close(self) -> None:
        """Nothing runs once a message is handled."""

    async def handle(self, message: Enter | Animate | List | Open) -> None:
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
        except (ValueError, AdditionError) as error:
            await self._send(refused(error))


def animated(algorithm: str, tree: str, language: Language) -> Animated:
    """An algorithm at work on a tree, told in a language. Raises ValueError for one that isn't there."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"there is no algorithm '{algorithm}'; choose from {', '.join(ALGORITHMS)}")
    shown = named_tree(tree)
    return Animated(page_data(animate(ALGORITHMS[algorithm], shown.root, shown.title, language)))
