"""One HTTP request and its reply, in an event loop.

Every wait can be cancelled, and the reply may come before the request has ended, which is how Lichess says that nobody
reads it any more. A connection is for one exchange; what the other side sends is bounded in size, and no redirection is
followed.
"""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from kiebitz import __version__
from kiebitz.commandline.clean_text import clean

CONNECT_S, REPLY_S = 20.0, 120.0
"""Time for connecting, and for the reply to a request that was sent, a long poll's too."""
MAX_BODY_BYTES = 2**20
LINE_END = b"\r\n"
HEAD_END = LINE_END + LINE_END
HEX = 16
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
FAULTS = (OSError, EOFError, ValueError, asyncio.LimitOverrunError, http.client.HTTPException)
"""The errors of a server that is away, dies or isn't one; TimeoutError and those of TLS are among them."""


class ExchangeError(Exception):
    """There was no reply; the message says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A server's answer."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The body as data. Raises ExchangeError."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            raise ExchangeError("the answer is no JSON") from error


def checked_base(url: str) -> str:
    """A server's address without a slash at its end. Raises ValueError if a secret would travel there in the clear."""
    parts = urlsplit(url)
    if parts.hostname is None or parts.query or parts.fragment or not url.isascii() or not url.isprintable():
        raise ValueError(f"{clean(url)} is no address; write it as https://lichess.org")
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise ValueError(f"{clean(url)} would get the token unencrypted; give an address that begins with https://")
    return url.rstrip("/")


class Exchange:
    """A request under way."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send_part(self, data: bytes) -> None:
        """Send a part of a body whose length nobody knows; nothing ends it. Raises ExchangeError."""
        try:
            self._writer.write(b"%x" % len(data) + LINE_END + data + LINE_END)
            await self._writer.drain()
        except FAULTS as error:
            raise _told(error) from error

    async def reply(self) -> Reply:
        """The reply, waited for as long as it takes. Raises ExchangeError."""
        try:
            head = await self._reader.readuntil(HEAD_END)
            first, _, fields = head.partition(LINE_END)
            status = int(first.split()[1])
            headers = http.client.parse_headers(io.BytesIO(fields))
            return Reply(status, await self._body(status, headers))
        except (*FAULTS, IndexError) as error:
            raise _told(error) from error

    async def _body(self, status: int, headers: http.client.HTTPMessage) -> bytes:
        if status == http.client.NO_CONTENT:
            return b""
        if headers.get("Transfer-Encoding", "").lower() == "chunked":
            return await self._parts()
        length = int(headers.get("Content-Length", 0))
        return await self._reader.readexactly(_bounded(length))

    async def _parts(self) -> bytes:
        body = bytearray()
        while length := int((await self._reader.readuntil(LINE_END)).partition(b";")[0], HEX):
            _bounded(len(body) + length)
            body += await self._reader.readexactly(length)
            await self._reader.readexactly(len(LINE_END))
        return bytes(body)


@asynccontextmanager
async def exchange(method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> AsyncIterator[Exchange]:
    """Send a request's head and what is known of its body; the connection ends with the block. Raises ExchangeError.

    ``url`` begins with what ``checked_base`` has let pass.
    """
    parts = urlsplit(url)
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (http.client.HTTPS_PORT if secure else http.client.HTTP_PORT)
    fields = {"Host": parts.netloc, "User-Agent": f"kiebitz/{__version__}", "Connection": "close", **headers}
    if "Transfer-Encoding" not in headers:
        fields["Content-Length"] = str(len(body))
    lines = [f"{method} {parts.path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    writer = None
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=secure, limit=MAX_BODY_BYTES)
            writer.write("\r\n".join(lines).encode("ascii") + HEAD_END + body)
            await writer.drain()
    except FAULTS as error:
        if writer is not None:
            writer.transport.abort()
        raise _told(error) from error
    try:
        yield Exchange(reader, writer)
    finally:
        # Whatever is under way when a connection is left is of no use to anybody.
        writer.transport.abort()


async def ask(method: str, url: str, headers: Mapping[str, str], content: object = None) -> Reply:
    """Send ``content`` as JSON, if there is any, and wait for the reply. Raises ExchangeError."""
    body = b"" if content is None else json.dumps(content).encode()
    async with exchange(method, url, {"Content-Type": "application/json", **headers}, body) as asked:
        try:
            async with asyncio.timeout(REPLY_S):
                return await asked.reply()
        except TimeoutError as error:
            raise ExchangeError(f"no answer within {REPLY_S:.0f} seconds") from error


def _bounded(length: int) -> int:
    if not 0 <= length <= MAX_BODY_BYTES:
        raise ValueError(f"an answer of {length} bytes")
    return length


def _told(fault: BaseException) -> ExchangeError:
    return ExchangeError(clean(str(fault)) or type(fault).__name__)
