"""Repertoires that are kept by name: a file of PGN each in the user's data.

Thread safety: one change at a time, in whichever program; ``changed`` reads what is there, and writes the file whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import chess.pgn

from kiebitz.analysis.reading.archive import cut_text
from kiebitz.analysis.reading.reader import read_game
from kiebitz.collection.repertoire.repertoire import Repertoire, repertoires, told_side
from kiebitz.collection.schema import CollectionError
from kiebitz.commandline.user_data import make_own, user_data
from kiebitz.processes.bounded import content_of
from kiebitz.processes.file_lock import alone_in
from kiebitz.processes.whole_file import FOR_ME, whole_file

MOST_BYTES = 1 << 24
"""Of a repertoire."""
NAME = re.compile(r"[^\W_][\w .-]{0,59}")
ENDING = ".pgn"


def default_folder() -> Path:
    """Where they are. Raises RuntimeError if there is no place for them."""
    return user_data("repertoire") / "lines"


def repertoire_of(text: str) -> Repertoire:
    """The repertoire that a text of PGN is. Raises CollectionError if it holds no moves, or lines of both sides."""
    return _of(_games(text))


def _games(text: str) -> list[chess.pgn.Game]:
    read = [read_game(raw).game for raw in cut_text(text, "the text")]
    return [game for game in read if game is not None]


def _of(games: list[chess.pgn.Game]) -> Repertoire:
    """The repertoire that games are. Raises CollectionError if they hold no moves, or are of both sides."""
    found = repertoires(games)
    if not any(len(each.places) > 1 for each in found):
        raise CollectionError("there are no moves in this text; give PGN with your lines as variations")
    _require_one_side({each.is_white for each in found})
    return found[0]


def _require_one_side(sides: set[bool]) -> None:
    if len(sides) > 1:
        raise CollectionError("lines for White and for Black are mixed; add each side's under a name of its own")


class KeptRepertoires:
    """The repertoires of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    def names(self) -> list[str]:
        """In alphabetical order. Raises CollectionError."""
        try:
            return sorted(
                path.stem for path in self._folder.glob(f"*{ENDING}") if NAME.fullmatch(path.stem) and path.is_file()
            )
        except OSError as error:
            raise _fault(self._folder, error) from error

    def opened(self, name: str) -> Repertoire:
        """One of them. Raises CollectionError."""
        try:
            return repertoire_of(content_of(self._path(name), MOST_BYTES).decode("utf-8", "replace"))
        except (OSError, ValueError) as error:
            raise _fault(self._path(name), error) from error

    def add(self, name: str, text: str) -> Repertoire:
        """Keep lines under a name; joined with those that are there under it. Raises CollectionError."""
        games = _games(text)
        new = _of(games)
        with self._alone(name):
            if name not in self.names():
                self._write(name, new)
                return new

            def join(found: Repertoire) -> None:
                told = {side for game in games if (side := told_side(game)) is not None}
                _require_one_side({found.is_white, *told})
                for game in games:
                    found.add(game)

            return self._changed(name, join)

    def changed(self, name: str, change: Callable[[Repertoire], None]) -> Repertoire:
        """One of them after a change, which is kept. Raises CollectionError."""
        with self._alone(name):
            return self._changed(name, change)

    def _changed(self, name: str, change: Callable[[Repertoire], None]) -> Repertoire:
        found = self.opened(name)
        change(found)
        self._write(name, found)
        return found

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """No other thread or program changes a repertoire of the folder meanwhile. Raises CollectionError."""
        try:
            make_own(self._folder)
            with self._lock, alone_in(self._folder):
                yield
        except OSError as error:
            raise _fault(self._path(name), error) from error

    def remove(self, name: str) -> None:
        """Forget one. Raises CollectionError."""
        with self._alone(name):
            self._path(name).unlink()

    def _write(self, name: str, found: Repertoire) -> None:
        text = found.text().encode()
        if len(text) > MOST_BYTES:
            raise CollectionError("this repertoire is too large to be kept; make two of it")
        with whole_file(self._path(name), FOR_ME) as file:
            file.write(text)

    def _path(self, name: str) -> Path:
        """A name's file. Raises CollectionError for what could be a path."""
        if not NAME.fullmatch(name):
            raise CollectionError("a repertoire's name is letters, digits, spaces, '.' and '-', at most 60 of them")
        return self._folder / f"{name}{ENDING}"


def _fault(path: Path, error: Exception) -> CollectionError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return CollectionError(f"{path} can't be used: {reason}")
