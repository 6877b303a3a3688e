"""Text that somebody else writes while we look: a file, or an address on the Web, such as a broadcast's.

A look is cheap and answers a mark, which changes with the text; ``content`` is the text's bytes at the last look. Of an
address nothing is sent again that hasn't changed (``If-None-Match``, ``If-Modified-Since``; RFC 9110), and what it
answers once stays until it answers something else: a server that is away for a while takes nothing from the board.
Lichess's addresses follow its documentation (https://lichess.org/api), and weren't tried on the real server.

Thread safety: what an address has is got by one thread at a time; each may look.
"""

from __future__ import annotations

import http.client
import re
import threading
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Protocol
from urllib.parse import urlsplit

import kiebitz
from kiebitz.analysis.reading.archive import ADDRESSES
from kiebitz.commandline.clean_text import clean

PATIENCE_S = 20.0
"""The time for an answer to begin, and for each next part of it."""
UNCHANGED = 304
LICHESS_PAGES = (
    (re.compile(r"/broadcast/[^/]+/[^/]+/(\w{8})(?:/\w{8})?/?"), "/api/broadcast/round/{}.pgn"),
    (re.compile(r"/study/(\w{8})/?"), "/api/study/{}.pgn"),
    (re.compile(r"/study/(\w{8})/(\w{8})/?"), "/api/study/{}/{}.pgn"),
    (re.compile(r"/((?=\w*[A-Z0-9])\w{8})(?:\w{4}|/(?:white|black))?/?"), "/game/export/{}"),
)
"""Pages of Lichess by their paths, and where their games are as PGN."""


class GrowingError(Exception):
    """An address that gives no text; the message says why, and what to do."""


class Growing(Protocol):
    """A text that grows while it is read again and again."""

    pause_s: ClassVar[float]
    """The time between two looks."""

    def look(self) -> object:
        """A mark that changes with the text."""

    def content(self) -> bytes:
        """The text's bytes; none while there is none."""


class GrowingFile:
    """A file."""

    pause_s: ClassVar[float] = 0.5

    def __init__(self, path: Path, most_bytes: int) -> None:
        """Of the file no more than ``most_bytes`` are read."""
        self._path, self._most_bytes = path, most_bytes

    def look(self) -> object:
        """When it was written, and its size; those of nothing where there is none."""
        try:
            found = self._path.stat()
        except OSError:
            return 0, -1
        return found.st_mtime_ns, found.st_size

    def content(self) -> bytes:
        """Its bytes now."""
        try:
            with self._path.open("rb") as file:
                return file.read(self._most_bytes)
        except OSError:
            return b""


class GrowingAddress:
    """An address."""

    pause_s: ClassVar[float] = 4.0

    def __init__(self, address: str, most_bytes: int) -> None:
        """``address`` is that of a PGN, or of a page of Lichess that has one. Raises GrowingError for no address."""
        self.address = _pgn_of(address)
        """Where the PGN is."""
        self._most_bytes = most_bytes
        self._asking = threading.Lock()
        self._content, self._marks = b"", {"User-Agent": f"kiebitz/{kiebitz.__version__}"}

    def look(self) -> object:
        """Its bytes: asked for again, if they have changed."""
        with suppress(GrowingError):  # a server that is away for a while; the next look will find it
            self.ask()
        return self._content

    def content(self) -> bytes:
        """Its bytes at the last look."""
        return self._content

    def ask(self) -> None:
        """Get what it has now. Raises GrowingError."""
        with self._asking:
            self._ask()

    def _ask(self) -> None:
        request = urllib.request.Request(self.address, headers=self._marks)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                content = answer.read(self._most_bytes)
                told = answer.headers
        except urllib.error.HTTPError as error:
            with error:
                if error.code != UNCHANGED:
                    raise GrowingError(f"{self.address} answers {error.code} {clean(error.reason)}") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise GrowingError(f"{self.address} can't be read: {clean(str(reason))}") from error
        else:
            self._content = content
            for mark, asked in (("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")):
                self._marks.pop(asked, None)
                if value := told.get(mark):
                    self._marks[asked] = value


def is_address(text: str) -> bool:
    """True if a text can't be meant as the name of a file."""
    return text.lower().startswith(ADDRESSES)


def _pgn_of(address: str) -> str:
    """Where the games of a page are as PGN. Raises GrowingError for what is no address."""
    try:
        parts = urlsplit(address.strip())
        name = parts.hostname
    except ValueError:
        name = None
    if not name or not is_address(address.strip()):
        raise GrowingError(f"'{address}' is no address; write it as https://example.org/round.pgn")
    if name == "lichess.org":
        for pages, games in LICHESS_PAGES:
            if found := pages.fullmatch(parts.path):
                return f"https://lichess.org{games.format(*found.groups())}"
    return address.strip()
