"""Where the pages of a run go: one file for one game, or a folder with a page a game and an index.

Each page is there whole or not at all, and before the journal notes its game, so that a resumed run finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import is_shallower, limit_text
from kiebitz.analysis.report.index import index_page, page_name
from kiebitz.analysis.report.page import game_page
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName
from kiebitz.processes.whole_file import whole_file

SUFFIXES = frozenset({".html", ".htm"})
INDEX = "index.html"
OWN_PAGE = re.compile(rb'<meta name="generator" content="Kiebitz [^;"]*; ([^"]*)">')
PAGE_NAME = re.compile(r"\d{4,}\.html")
BEGINNING_BYTES = 1000
"""As much of a file as is read to see whether it is a page of ours."""


class PagesError(Exception):
    """Pages can't go where they are asked for; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one run."""

    path: Path
    """A file named .html, for one game, or a folder."""
    language: Language
    limit: Limit
    """The limit of the search of one position."""
    game: GameName = "chess"
    """Which game they are games of."""

    @property
    def is_one_page(self) -> bool:
        """True if there is one file, for one game."""
        return self.path.suffix.lower() in SUFFIXES

    @property
    def start(self) -> Path:
        """The page that a reader opens first."""
        return self.path if self.is_one_page else self.path / INDEX

    def check(self, *, may_replace: bool) -> None:
        """Raise PagesError if pages can't go there or would take the place of something else.

        That is a file that isn't a page of ours and, unless ``may_replace``, a page of a deeper analysis.
        """
        if not self.path.parent.is_dir():
            raise PagesError(f"there is no directory {self.path.parent} for {self.path.name}; make it first")
        if self.is_one_page:
            if self.path.exists() and not self.path.is_file():
                raise PagesError(f"{self.path} is not a file that can be written to; name another one with --html")
            self._spare(self.path, may_replace=may_replace)
        elif self.path.exists() and not self.path.is_dir():
            raise PagesError(f"{self.path} is no folder; name one with --html, or a page OUT.html for one game")
        elif self.path.exists():
            for path in sorted(self.path.iterdir()):
                if path.name == INDEX or PAGE_NAME.fullmatch(path.name):
                    self._spare(path, may_replace=may_replace)

    def _spare(self, path: Path, *, may_replace: bool) -> None:
        """Raise PagesError for a file that must not be written over."""
        if may_replace or not path.exists():
            return
        earlier = _limit_of(path)
        if earlier is None:
            raise PagesError(f"{path} is no page of Kiebitz's; name another place with --html, or --overwrite it")
        if is_shallower(self.limit, earlier):
            raise PagesError(
                f"{path} was analysed with {earlier} a position, deeper than this; name another place with --html,"
                " or --overwrite it"
            )

    def write(self, number: int, record: Mapping[str, Any]) -> None:
        """Write the page of the run's game with this number, counted from 1. Raises OSError that names the file."""
        if not self.is_one_page:
            self.path.mkdir(exist_ok=True)
        self._write(self.path if self.is_one_page else self.path / page_name(number), game_page(record, self.language))

    def write_index(self, summaries: Iterable[Mapping[str, Any]]) -> None:
        """Write the list of all games, if there is a folder, and remove pages of an earlier run that it doesn't name.

        Raises OSError that names the file.
        """
        if self.is_one_page:
            return
        listed = list(summaries)
        self.path.mkdir(exist_ok=True)
        self._write(self.path / INDEX, index_page(listed, self.language, limit_text(self.limit), self.game))
        named = {page_name(number) for number, summary in enumerate(listed, 1) if summary["status"] != "skipped"}
        numbered = [path for path in self.path.iterdir() if PAGE_NAME.fullmatch(path.name) and path.is_file()]
        for path in numbered:
            if path.name not in named and _limit_of(path) is not None:
                path.unlink()

    def _write(self, path: Path, page: str) -> None:
        try:
            with whole_file(path) as file:
                file.write(page.encode())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error


def _limit_of(path: Path) -> str | None:
    """The limit of a page of ours, as its tag says; None of any other file."""
    with path.open("rb") as file:
        own = OWN_PAGE.search(file.read(BEGINNING_BYTES))
    return own[1].decode("utf-8", "replace") if own else None
