"""The games that a tab has open together: chapters to add, name, order and delete, and one history of what was changed.

A chapter stays as it was read until somebody opens it. Undoing goes back through all chapters: an edit of a game is
undone in its game, which is then shown; a change of the list of chapters brings the list back.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass

from kiebitz.web.game_list import GameList, entry_of
from kiebitz.web.game_tree import EDITS, GameError, GameTree
from kiebitz.web.limits import Limits
from kiebitz.web.messages import GameEntry

NAME_TAG = "ChapterName"
"""The tag that holds a chapter's name, as Lichess's studies have it."""
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
TAGS, TAG_CHARACTERS = 60, 300
"""So many tags has a game that is edited, and so long each."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Chapter:
    """A game of a study: read when it is opened."""

    def __init__(self, games: GameList, number: int, limits: Limits) -> None:
        self._games, self._number, self._limits = games, number, limits
        self._tree: GameTree | None = None
        self._told = (0, "")

    @property
    def is_open(self) -> bool:
        """True if it was read."""
        return self._tree is not None

    @property
    def tree(self) -> GameTree:
        """The game. Raises GameError if it can't be read."""
        if self._tree is None:
            self._tree = self._games.tree(self._number, self._limits)
        return self._tree

    @property
    def pgn(self) -> str:
        """Its text: as it was read, until it was changed."""
        if self._tree is None and self._games.raws:
            return self._games.raws[self._number - 1].text.strip()
        edits = self.tree.edits
        if not self._told[1] or self._told[0] != edits:
            self._told = edits, self.tree.pgn()
        return self._told[1]

    def entry(self, number: int) -> GameEntry:
        """The list's entry of it."""
        if self._tree is None and self._games.raws:
            return entry_of(number, self._games.tags(self._number))
        return entry_of(number, self.tree.tags())


@dataclass(frozen=True, slots=True)
class _Edit:
    """A change of the game of a chapter."""

    chapter: Chapter


@dataclass(frozen=True, slots=True)
class _Order:
    """A change of the list of chapters: it, and the chapter shown, before and after."""

    lists: tuple[tuple[Chapter, ...], tuple[Chapter, ...]]
    shown: tuple[Chapter, Chapter]


class Study:
    """The chapters; at least one. One of them is shown."""

    def __init__(self, games: GameList, limits: Limits, number: int = 0) -> None:
        """The games of a list or, with a ``number``, that one alone. Raises GameError if the first can't be read."""
        self._limits = limits
        numbers = range(number, number + 1) if number else range(1, max(1, len(games.raws)) + 1)
        self.chapters = tuple(Chapter(games, each, limits) for each in numbers)
        self.shown = self.chapters[0]
        self._done: deque[_Edit | _Order] = deque(maxlen=EDITS)
        self._undone: list[_Edit | _Order] = []
        self.changes = 0
        """Number of changes of the list, undoing included."""
        self._watch(self.shown)

    @property
    def tree(self) -> GameTree:
        """The game that is shown."""
        return self.shown.tree

    @property
    def number(self) -> int:
        """Which chapter is shown, from 1."""
        return self.chapters.index(self.shown) + 1

    @property
    def edits(self) -> int:
        """Number of changes of anything."""
        return self.changes + sum(chapter.tree.edits for chapter in self.chapters if chapter.is_open)

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return any(isinstance(change, _Order) or change.chapter.tree.can_undo for change in self._done)

    @property
    def can_redo(self) -> bool:
        """True if there is a change to make again."""
        return bool(self._undone)

    def pgn(self) -> str:
        """All chapters."""
        return "\n\n".join(chapter.pgn for chapter in self.chapters)

    def entries(self) -> list[GameEntry]:
        """The list's entries of the chapters."""
        return [chapter.entry(number) for number, chapter in enumerate(self.chapters, 1)]

    # ------------------------------------------------------------------ to change it

    def open(self, number: int) -> None:
        """Show a chapter. Raises GameError if there is none of this number, or it can't be read."""
        chapter = self._chapter(number)
        self._watch(chapter)
        self.shown = chapter

    def add(self, games: GameList) -> None:
        """Add the games of a list, or its position, and show the first of them. Raises GameError."""
        come = tuple(Chapter(games, number, self._limits) for number in range(1, max(1, len(games.raws)) + 1))
        if len(self.chapters) + len(come) > self._limits.chapters:
            raise GameError(f"a study has at most {self._limits.chapters} chapters")
        self._watch(come[0])
        self._change((*self.chapters, *come), come[0])

    def move(self, number: int, to: int) -> None:
        """Let a chapter be at another place. Raises GameError."""
        chapter = self._chapter(number)
        self._chapter(to)
        others = [other for other in self.chapters if other is not chapter]
        others.insert(to - 1, chapter)
        self._change(tuple(others), self.shown)

    def remove(self, number: int) -> None:
        """Delete a chapter. Raises GameError for the last one."""
        chapter = self._chapter(number)
        if len(self.chapters) == 1:
            raise GameError("this is the only chapter; load another game instead")
        others = tuple(other for other in self.chapters if other is not chapter)
        shown = others[min(number, len(others)) - 1] if chapter is self.shown else self.shown
        self._watch(shown)
        self._change(others, shown)

    def rename(self, number: int, name: str) -> None:
        """Name a chapter; an empty name takes it away. Raises GameError."""
        chapter = self._chapter(number)
        self._watch(chapter)
        chapter.tree.set_tags({**chapter.tree.tags(), NAME_TAG: _tag_value(name)})

    def set_tags(self, tags: dict[str, str]) -> None:
        """Give the game that is shown these tags, in place of those there. Raises GameError."""
        if len(tags) > TAGS:
            raise GameError(f"a game has at most {TAGS} tags")
        for name in tags:
            if not TAG_NAME.fullmatch(name):
                raise GameError(f"'{name[:60]}' is no name of a tag; use letters, digits and _")
        if tags.get("Result", "*") not in RESULTS:
            raise GameError("the result is 1-0, 0-1, 1/2-1/2 or *")
        self.tree.set_tags({name: _tag_value(value) for name, value in tags.items()})

    def undo(self) -> None:
        """Undo the last change of any chapter. Raises GameError if there is none."""
        while self._done:
            change = self._done.pop()
            if isinstance(change, _Edit) and not change.chapter.tree.can_undo:
                continue  # too long ago for its game to remember it
            self._undone.append(change)
            self._go(change, 0)
            return
        raise GameError("there is nothing to undo")

    def redo(self) -> None:
        """Change again what was undone last. Raises GameError if there is nothing."""
        if not self._undone:
            raise GameError("there is nothing to do again")
        change = self._undone.pop()
        self._done.append(change)
        self._go(change, 1)

    def _go(self, change: _Edit | _Order, side: int) -> None:
        if isinstance(change, _Order):
            self.chapters, self.shown = change.lists[side], change.shown[side]
            self.changes += 1
        else:
            self.shown = change.chapter
            tree = change.chapter.tree
            (tree.redo if side else tree.undo)()

    def _change(self, chapters: tuple[Chapter, ...], shown: Chapter) -> None:
        self._note(_Order((self.chapters, chapters), (self.shown, shown)))
        self.chapters, self.shown = chapters, shown
        self.changes += 1

    def _note(self, change: _Edit | _Order) -> None:
        self._done.append(change)
        self._undone.clear()

    def _watch(self, chapter: Chapter) -> None:
        """Hear of the edits of a chapter's game."""
        chapter.tree.on_edit = lambda: self._note(_Edit(chapter))

    def _chapter(self, number: int) -> Chapter:
        if not 1 <= number <= len(self.chapters):
            raise GameError(f"there is no game {number:,} in it; there are {len(self.chapters):,}")
        return self.chapters[number - 1]


def _tag_value(text: str) -> str:
    """A tag's value in one line; what PGN needs escaped is escaped where it is written."""
    return " ".join(text.split())[:TAG_CHARACTERS]
