"""A player's games fetched from Lichess and chess.com, by their public interfaces: what is new since the last time.

Written after https://lichess.org/api (games of a user) and https://www.chess.com/news/view/published-data-api; not
proven against the real servers. One request at a time, with a User-Agent; who answers that it is too much is asked
again when it says, a minute later if it doesn't. How far a source was read is kept as soon as its games are there, so a
fetch that is interrupted goes on where it was.
"""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import IO, Any, cast
from urllib.parse import urlencode, urlsplit

import kiebitz
from kiebitz.analysis.reading.archive import PgnFault
from kiebitz.analysis.reading.games import PgnGame, read_games
from kiebitz.collection.adding import Added, add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.schema import value
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.whole_number import whole_number

SERVERS = {"lichess": "https://lichess.org", "chesscom": "https://api.chess.com"}
NAME = re.compile(r"[A-Za-z0-9_-]{2,40}")
ARCHIVE = re.compile(r".*/games/(\d{4})/(\d{2})")
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
PATIENCE_S = 60.0
GAMES_AT_ONCE = 200
TOO_MANY, UNAVAILABLE, NOT_FOUND = 429, 503, 404
DEFAULT_WAIT_S, LONGEST_WAIT_S = 60, 900
TRIES = 5
PIECE_BYTES = 1 << 16
MOST_LIST_PIECES = 64
"""Of the list of a player's months."""


class FetchError(Exception):
    """Games can't be fetched; the message says why, and what to do. What was added before is safe."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player's account on a server."""

    site: str
    """A key of ``SERVERS``."""
    name: str

    @property
    def source(self) -> str:
        """The collection's name for it."""
        return f"{self.site}:{self.name.lower()}"


def account_of(text: str) -> Account:
    """The account that a text names, such as 'lichess:NAME'. Raises ValueError."""
    site, _, name = text.partition(":")
    if site.lower() not in SERVERS or not NAME.fullmatch(name):
        raise ValueError(f"{text!r} names no account; write lichess:NAME or chesscom:NAME")
    return Account(site.lower(), name)


@dataclass(frozen=True, slots=True)
class Fetcher:
    """The asker of a server."""

    server: str
    """Its address, without a slash at its end."""
    wait: Callable[[float], None] = time.sleep
    """Waits a number of seconds."""
    tell: Callable[[str], None] = lambda words: None
    """Told why there is a wait."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.server)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
            raise ValueError(f"{self.server!r} is no address of a server; write https://lichess.org")

    @contextmanager
    def opened(self, path: str, accept: str) -> Iterator[IO[bytes]]:
        """The body of an answer, while the block lasts. Raises FetchError."""
        headers = {"User-Agent": f"kiebitz/{kiebitz.__version__}", "Accept": accept}
        request = urllib.request.Request(f"{self.server}{path}", headers=headers)
        answer = None
        for attempt in range(1, TRIES + 1):
            try:
                answer = urllib.request.urlopen(request, timeout=PATIENCE_S)
                break
            except urllib.error.HTTPError as error:
                with error:
                    if error.code == NOT_FOUND:
                        raise FetchError(f"{self.server} knows no such player") from error
                    if error.code not in (TOO_MANY, UNAVAILABLE) or attempt == TRIES:
                        raise FetchError(
                            f"{self.server} answers {error.code} {clean(error.reason)}; try later"
                        ) from error
                    pause = _pause(error.headers.get("Retry-After", ""))
            except (OSError, http.client.HTTPException) as error:
                raise FetchError(_away(self.server, error)) from error
            self.tell(f"{self.server} asks for a pause of {pause:.0f} s")
            self.wait(pause)
        assert answer is not None
        with answer:
            yield cast("IO[bytes]", _Body(answer, self.server))


class _Body:
    """An answer that is being read; one that breaks off raises FetchError, so that no torn game is taken for whole."""

    def __init__(self, answer: Any, server: str) -> None:
        self._answer = answer
        self._server = server
        self.name = server

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        try:
            read: bytes = self._answer.read1(size)
            if not read and self._answer.length:
                raise http.client.IncompleteRead(b"", self._answer.length)
        except (OSError, http.client.HTTPException) as error:
            raise FetchError(_away(self._server, error)) from error
        return read


def fetch(
    collection: Collection,
    account: Account,
    fetcher: Fetcher,
    *,
    on_games: Callable[[Added], None] = lambda added: None,
    on_fault: Callable[[PgnFault], None] = lambda fault: None,
) -> Added:
    """Fetch the games of an account that are new since the last time. Raises FetchError and CollectionError."""
    with collection.reading() as connection:
        cursor = value(connection, "SELECT cursor FROM sources WHERE name = ?", account.source) or ""
    total = Added()
    by_site = {"lichess": _of_lichess, "chesscom": _of_chesscom}[account.site]
    for games, reached in by_site(account, fetcher, cursor, on_fault):
        added = add_games(collection, games, source=account.source, cursor=reached, on_fault=on_fault)
        total = Added(total.games + added.games, total.known + added.known, total.faulty + added.faulty)
        on_games(total)
    return total


Batches = Iterator[tuple[Sequence[PgnGame], str]]
"""Games, and how far the source is read when they are there."""


def _of_lichess(account: Account, fetcher: Fetcher, cursor: str, report: Callable[[PgnFault], None]) -> Batches:
    """All games since the cursor, a time in milliseconds, in their order: a stream."""
    asked = {"sort": "dateAsc", "clocks": "true", "evals": "true", "opening": "true"}
    if cursor:
        asked["since"] = cursor  # the last game comes again, and is known
    path = f"/api/games/user/{account.name}?{urlencode(asked)}"
    with fetcher.opened(path, "application/x-chess-pgn") as body:
        games = read_games(body, on_fault=report)
        held: list[PgnGame] = []
        broken: FetchError | None = None
        while broken is None:
            try:
                game = next(games, None)
            except FetchError as error:
                game, broken = None, error
            if game is not None:
                held.append(game)
                cursor = max(cursor, _time_ms(game), key=lambda text: int(text or 0))
            if held and (game is None or len(held) == GAMES_AT_ONCE):
                yield held, cursor
                held = []
            if game is None:
                break
        if broken:
            raise broken


def _of_chesscom(account: Account, fetcher: Fetcher, cursor: str, report: Callable[[PgnFault], None]) -> Batches:
    """A month after the other, from the cursor's on: that one may have got games since."""
    own = f"/pub/player/{account.name.lower()}/games"
    with fetcher.opened(f"{own}/archives", "application/json") as body:
        try:
            text = b"".join(islice(iter(lambda: body.read(PIECE_BYTES), b""), MOST_LIST_PIECES))
            listed = json.loads(text)["archives"]
            months = sorted("/".join(found.groups()) for url in listed if (found := ARCHIVE.fullmatch(url)))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise FetchError(f"{fetcher.server} doesn't answer as its documentation says; is it chess.com?") from error
    for month in months:
        if month >= cursor:
            with fetcher.opened(f"{own}/{month}/pgn", "application/x-chess-pgn") as body:
                yield list(read_games(body, on_fault=report)), month


def _time_ms(game: PgnGame) -> str:
    """When a game began, in milliseconds since 1970; nothing if its tags don't tell."""
    try:
        at = datetime.strptime(f"{game.tags['UTCDate']} {game.tags['UTCTime']}", "%Y.%m.%d %H:%M:%S")
    except (KeyError, ValueError):
        return ""
    return str(int(at.replace(tzinfo=UTC).timestamp() * 1000))


def _pause(retry_after: str) -> float:
    if not retry_after.strip().isdigit():
        return DEFAULT_WAIT_S
    seconds = whole_number(retry_after, LONGEST_WAIT_S)
    return LONGEST_WAIT_S if seconds is None else seconds


def _away(server: str, error: Exception) -> str:
    reason = getattr(error, "reason", error)
    return f"{server} can't be read: {clean(str(reason) or type(error).__name__)}; run the same command again later"
