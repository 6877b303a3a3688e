"""The server: the pages' files, and one WebSocket a tab.

Who doesn't know the token is turned away before anything that it says is read: only the printed address holds the
token, in its fragment, which browsers never send by themselves; a page offers it as a subprotocol of its WebSocket. A
connection first says hello, with the protocol's version; then its messages are handled one after the other. Whatever
ends it, its session is closed. Before hello it takes no place of a tab's.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from kiebitz.analysis.explanation.language import Language
from kiebitz.collection.repertoire.kept_repertoires import KeptRepertoires
from kiebitz.collection.repertoire.training import NAME as ANSWERS
from kiebitz.commandline.clean_text import clean
from kiebitz.web.added_games import GameUpload
from kiebitz.web.apart import Apart
from kiebitz.web.background_analysis import BackgroundAnalysis
from kiebitz.web.broadcast import STREAM_KINDS, Broadcast, Onlooker
from kiebitz.web.classroom import Classroom, Shelf
from kiebitz.web.classroom_messages import CLASSROOM_KINDS
from kiebitz.web.followed import Followed
from kiebitz.web.game_list import START
from kiebitz.web.growing import Growing
from kiebitz.web.guard import Address, Guard
from kiebitz.web.joined_pages import page_routes
from kiebitz.web.kept_games import GameKeeper
from kiebitz.web.left_games import LeftGames
from kiebitz.web.lesson import Lesson, Pupil
from kiebitz.web.lesson_messages import LESSON_KINDS, Attend
from kiebitz.web.lesson_token import drawn_class_token
from kiebitz.web.limits import Limits
from kiebitz.web.messages import (
    KINDS,
    VERSION,
    Attempted,
    Examined,
    Explained,
    Hello,
    Kept,
    Known,
    Lines,
    MessageError,
    Notice,
    Progress,
    Shown,
    Thinking,
    ThreatFound,
    Welcome,
    language_of_shogi,
    read,
    written,
)
from kiebitz.web.my_games import MyGames
from kiebitz.web.my_games_messages import MY_GAMES_KINDS
from kiebitz.web.phrasebook import in_words
from kiebitz.web.play import Play
from kiebitz.web.play_messages import PLAY_KINDS, Join
from kiebitz.web.repertoire import Own, RepertoireTab
from kiebitz.web.repertoire_messages import REPERTOIRE_KINDS
from kiebitz.web.searches import Searches
from kiebitz.web.session import Session, Shared
from kiebitz.web.shogi import ShogiTab
from kiebitz.web.shogi_messages import SHOGI_KINDS, FoundLines
from kiebitz.web.sources import Sources
from kiebitz.web.strangers import StrangerError, Strangers
from kiebitz.web.think import Think
from kiebitz.web.think_messages import THINK_KINDS, Enter
from kiebitz.web.token_file import kept_token
from kiebitz.web.whole_game import WholeGames

Send: TypeAlias = Callable[[Any], Awaitable[None]]

# Why the server ends a connection; the page has words for each.
NOT_UNDERSTOOD, TOO_MANY_TABS, OTHER_VERSION, TOO_FAST, IDLE = 4000, 4001, 4003, 4004, 4005
LOG = logging.getLogger("kiebitz.web")
PROTOCOL = "kiebitz"
"""The subprotocol of all WebSockets here; the token is offered behind it."""
KNOWN, UNKNOWN = 204, 401
LONG_CHARACTERS = 1 << 15
"""A message of more is read in a thread."""
LARGE_CHARACTERS, LARGE_AT_A_TIME = 1 << 19, 3
"""Of tabs whose messages are larger, so many are answered at a time: what is under way takes many times their size."""
SHORT = (
    *(Notice, Lines, FoundLines, Progress, Kept, Known, Examined, Thinking, ThreatFound, Explained, Attempted),
    Welcome,
)
"""Messages that are written at once; others may be as long as a game."""


class FarewellError(Exception):
    """The server ends a connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Greeting(Protocol):
    """The first message of a tab."""

    @property
    def version(self) -> int:
        """The version of the messages that it speaks."""

    @property
    def language(self) -> str:
        """The language that it speaks."""


class Answering(Protocol):
    """The side that answers a tab."""

    async def handle(self, message: Any, /) -> None:
        """Do what the tab asks."""

    async def close(self) -> None:
        """End what runs; the tab has gone."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The kind of a route's WebSockets."""

    kinds: Mapping[str, type]
    """The messages a tab may send, by name."""
    greeting: type[Greeting]
    """Of these, what it says first, and once."""
    answering: Callable[[Send], Answering]
    """Makes who answers, by what is given."""
    is_class: bool = False
    """True for pupils: the class's token opens it, too, and they are counted by themselves."""

    async def received(self, websocket: WebSocket, patience_s: float, code: int, apart: Apart) -> tuple[Any, int]:
        """The next message, and how long its text was. Raises FarewellError, with ``code`` if none comes in time.

        Long ones are read ``apart``, a few at a time.
        """
        if _has_gone(websocket):
            raise WebSocketDisconnect
        try:
            # No wait_for: its task and the WebSocketDisconnect that ends it would hold each other, and the session.
            async with asyncio.timeout(patience_s):
                text = await websocket.receive_text()
        except TimeoutError as error:
            raise FarewellError(code, "nothing was said for too long") from error
        except KeyError as error:
            raise FarewellError(NOT_UNDERSTOOD, "a frame of bytes") from error
        length = len(text)
        message = (
            await apart(_understood, text, self.kinds) if length > LONG_CHARACTERS else _understood(text, self.kinds)
        )
        if isinstance(message, MessageError):
            del text  # what is raised knows this frame for a while
            raise FarewellError(NOT_UNDERSTOOD, str(message)[:100])
        return message, length


def _understood(text: str, kinds: Mapping[str, type]) -> Any:
    """The message that a text is, or the error that says why it is none: one that was raised would hold the text."""
    try:
        return read(text, kinds)
    except MessageError as error:
        return MessageError(str(error))


class Board:
    """State that all tabs share: limits, the token, and how many there are."""

    def __init__(
        self,
        address: Address,
        limits: Limits | None = None,
        first: str = START,
        folder: Path | None = None,
        sources: Sources | None = None,
        *,
        judges: tuple[str, ...] = (),
        followed: Growing | None = None,
        teaches: bool = False,
        collection: Path | None = None,
        repertoire: Path | None = None,
    ) -> None:
        """Serve at ``address``; ``first`` is the game or position that new tabs begin with.

        What is changed is kept in ``folder``; None: it isn't kept. Positions are looked up in ``sources``. ``judges``
        are programs that may judge whole games, as ``COMMAND;OPTION=VALUE``. Tabs follow the text ``followed`` as it
        grows; None: there is none. Where it ``teaches``, pupils may look on and answer.
        ``collection`` is the file of the user's own games, ``repertoire`` the folder of the own opening lines; None:
        they aren't shown.
        """
        self.address = address
        self._collection = collection
        self._own = Own(
            None if repertoire is None else KeptRepertoires(repertoire),
            None if repertoire is None else repertoire.parent / ANSWERS,
            collection,
        )
        self.limits = limits or Limits()
        self._background = BackgroundAnalysis(collection, self.limits.background_nodes)
        self.token = kept_token(folder)
        """The token for all but the pages' files: other users of this machine get here, too."""
        self.class_token = drawn_class_token() if teaches else None
        """The token for pupils: it opens their page only."""
        searches = Searches(self.limits)
        broadcast = Broadcast()
        self.shared = Shared(
            limits=self.limits,
            searches=searches,
            whole_games=WholeGames(searches, self.limits.left_analyses),
            keeper=None if folder is None else GameKeeper(folder, self.limits.kept_games, self.limits.kept_bytes),
            first=first,
            sources=sources or Sources(),
            judges=judges,
            broadcast=broadcast,
            lesson=Lesson(self.limits, searches, broadcast, self.class_url) if teaches else None,
            followed=None if followed is None else Followed(followed),
        )
        self._written_last: tuple[object, object, str] = (None, None, "")
        self.pupils = 0
        """Number of pupils' tabs now."""
        self.tabs = 0
        """Number of tabs now that have said hello."""
        self._strangers = Strangers(self.limits.strangers)
        self._large = asyncio.Semaphore(LARGE_AT_A_TIME)
        self._shelf = Shelf()
        self._upload = GameUpload(collection, self.limits.added_bytes)
        self._left = LeftGames(
            None if folder is None else GameKeeper(folder / "play", self.limits.kept_games, self.limits.kept_bytes),
            self.limits.kept_games,
        )

    @property
    def url(self) -> str:
        """The address to open, with the token."""
        return f"{self.address.url}#{self.token}"

    @property
    def class_url(self) -> str:
        """The address for pupils."""
        return f"{self.address.url}class/#{self.class_token}"

    def app(self) -> ASGIApp:
        """The ASGI application."""
        routes = [
            WebSocketRoute("/tab", partial(self._tab, Conversation(KINDS, Hello, self._session))),
            WebSocketRoute("/play/tab", partial(self._tab, Conversation(PLAY_KINDS, Join, self._play))),
            WebSocketRoute("/think/tab", partial(self._tab, Conversation(THINK_KINDS, Enter, self._think))),
            WebSocketRoute("/shogi/tab", partial(self._tab, Conversation(SHOGI_KINDS, Enter, self._shogi))),
            WebSocketRoute("/stream/tab", partial(self._tab, Conversation(STREAM_KINDS, Enter, self._onlooker))),
            WebSocketRoute("/classroom/tab", partial(self._tab, Conversation(CLASSROOM_KINDS, Enter, self._classroom))),
            WebSocketRoute("/mygames/tab", partial(self._tab, Conversation(MY_GAMES_KINDS, Enter, self._my_games))),
            WebSocketRoute(
                "/repertoire/tab", partial(self._tab, Conversation(REPERTOIRE_KINDS, Enter, self._repertoire))
            ),
            *([] if self.shared.lesson is None else self._class_routes(self.shared.lesson)),
            Route("/known", self._known),
            Route("/mygames/games", self._added, methods=["POST"]),
            *page_routes(),
        ]
        return Guard(Starlette(routes=routes), self.address)

    def _class_routes(self, lesson: Lesson) -> list[BaseRoute]:
        pupils = Conversation(LESSON_KINDS, Attend, lambda send: Pupil(send, lesson), is_class=True)
        return [
            WebSocketRoute("/class/tab", partial(self._tab, pupils)),
            Route("/class/known", partial(self._known, is_class=True)),
        ]

    def _is_known(self, offered: Sequence[str], *, is_class: bool = False) -> bool:
        """True if somebody knows the token, or the class's where that will do; it stands behind the protocol's name."""
        tokens = [self.token, *([self.class_token] if is_class and self.class_token else [])]
        return len(offered) == 2 and any(hmac.compare_digest(offered[1].encode(), token.encode()) for token in tokens)

    async def _known(self, request: Request, *, is_class: bool = False) -> Response:
        """True if a page knows the token: browsers don't say why a WebSocket was turned away."""
        return Response(status_code=KNOWN if self._is_known(_bearer(request), is_class=is_class) else UNKNOWN)

    async def _added(self, request: Request) -> Response:
        """Take a file of games from whoever knows the token."""
        if not self._is_known(_bearer(request)):
            return PlainTextResponse("The address must be the one that kiebitz serve printed.\n", UNKNOWN)
        return await self._upload.take(request)

    def _session(self, send: Send) -> Session:
        return Session(send, self.shared)

    def _play(self, send: Send) -> Play:
        return Play(send, self.limits, self.shared.searches, self._left)

    def _think(self, send: Send) -> Think:
        return Think(send, self.limits, self.shared.searches)

    def _shogi(self, send: Send) -> ShogiTab:
        return ShogiTab(send, self.limits, self.shared.searches, self._collection)

    def _onlooker(self, send: Send) -> Onlooker:
        return Onlooker(send, self.shared.broadcast)

    def _classroom(self, send: Send) -> Classroom:
        return Classroom(send, self._shelf, self.shared.searches)

    def _my_games(self, send: Send) -> MyGames:
        return MyGames(send, self._collection, self._background)

    def _repertoire(self, send: Send) -> RepertoireTab:
        return RepertoireTab(send, self._own, self.shared.searches, self.limits.background_nodes)

    async def _tab(self, conversation: Conversation, websocket: WebSocket) -> None:
        """One connection from its beginning to its end."""
        is_class = conversation.is_class
        if not self._is_known(websocket.scope["subprotocols"], is_class=is_class):
            await websocket.close()  # before it is accepted: nothing is read of what it says
            return
        await websocket.accept(PROTOCOL)
        try:
            hello = await self._strangers.met(self._hello(conversation, websocket), _host(websocket))
            number, most = (self.pupils, self.limits.pupils) if is_class else (self.tabs, self.limits.tabs)
            if number >= most:
                raise FarewellError(TOO_MANY_TABS, f"there are {most} tabs already")
            self._count(is_class, 1)
            try:
                await self._converse(conversation, websocket, hello)
            finally:
                self._count(is_class, -1)
        except FarewellError as farewell:
            await _close(websocket, farewell.code, farewell.reason)
        except StrangerError:
            await _close(websocket, NOT_UNDERSTOOD, "nothing was said, and others wait")
        except WebSocketDisconnect:
            pass  # the tab was closed or reloaded

    def _count(self, is_class: bool, step: int) -> None:
        """One tab more, or less."""
        if is_class:
            self.pupils += step
        else:
            self.tabs += step

    async def _converse(self, conversation: Conversation, websocket: WebSocket, hello: Greeting) -> None:
        language = language_of_shogi(hello.language)
        longest = 0

        async def send(message: Any) -> None:
            nonlocal longest
            if not _has_gone(websocket):
                text = await self._written(message, language)
                longest = max(longest, len(text))
                with suppress(WebSocketDisconnect):  # who has gone hears nothing; waiting for a message tells it, too
                    await websocket.send_text(text)

        session = conversation.answering(send)
        pace = Pace(self.limits)
        try:
            await self._answered(session, hello, send)
            while True:
                message, length = await conversation.received(websocket, self.limits.idle_s, IDLE, self.shared.apart)
                if isinstance(message, conversation.greeting):
                    raise FarewellError(NOT_UNDERSTOOD, "hello is said once")
                if not pace.allows():
                    raise FarewellError(TOO_FAST, "too many messages")
                if max(length, longest) > LARGE_CHARACTERS:
                    longest = 0
                    async with self._large:
                        await self._answered(session, message, send)
                else:
                    await self._answered(session, message, send)
        finally:
            await session.close()

    async def _answered(self, session: Answering, message: Any, send: Send) -> None:
        """Have a message answered; a fault of ours is told to the tab, and to the terminal in one line."""
        try:
            await session.handle(message)
        except (FarewellError, WebSocketDisconnect):
            raise
        except Exception as fault:
            kind = type(message).__name__.lower()
            LOG.error("a tab's '%s' failed: %s: %s", kind, type(fault).__name__, clean(str(fault))[:200])
            LOG.debug("where it failed:", exc_info=fault)
            await send(Notice("refused", f"something went wrong here ({type(fault).__name__}); the terminal says more"))

    async def _written(self, message: Any, language: Language) -> str:
        """A message as text; nobody waits for one that may be long."""
        if isinstance(message, SHORT):
            return written(in_words(message, language))
        if isinstance(message, Shown):  # a class hears the same one
            if self._written_last[0] is not message or self._written_last[1] is not language:
                self._written_last = message, language, written(in_words(message, language))
            return self._written_last[2]
        return await self.shared.apart(lambda: written(in_words(message, language)))

    async def _hello(self, conversation: Conversation, websocket: WebSocket) -> Greeting:
        """The first message. Raises FarewellError for whoever isn't welcome."""
        hello, _ = await conversation.received(websocket, self.limits.hello_s, NOT_UNDERSTOOD, self.shared.apart)
        if not isinstance(hello, conversation.greeting):
            raise FarewellError(NOT_UNDERSTOOD, "the first message is hello")
        if hello.version != VERSION:
            raise FarewellError(OTHER_VERSION, f"this server speaks version {VERSION}")
        return hello


def _bearer(request: Request) -> list[str]:
    """The token that a request shows."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return [PROTOCOL, token] if scheme.lower() == "bearer" else []


def _host(websocket: WebSocket) -> str:
    """Where a connection comes from."""
    return websocket.client.host if websocket.client else ""


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    if not _has_gone(websocket):
        with suppress(WebSocketDisconnect):
            await websocket.close(code, reason)


def _has_gone(websocket: WebSocket) -> bool:
    """True if nobody is at the other end any more: they have said so, or what was sent there met nobody."""
    return {websocket.client_state, websocket.application_state} != {WebSocketState.CONNECTED}


class Pace:
    """How fast a tab may speak: a bucket that every message takes from, and time fills again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = float(limits.burst)
        self._at = time.monotonic()

    def allows(self) -> bool:
        """True if there was room for one more message."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._at) * self._limits.messages_per_second, self._limits.burst)
        self._at = now
        self._left -= 1
        return self._left >= 0
