"""Guard of the server: an ASGI layer before all routes that checks Host, Origin and token of each request.

A page elsewhere can make a browser connect to this machine. Its requests carry its own Origin, or, after a DNS name was
bound anew, a Host that isn't ours; both are refused, whatever is asked for. Loopback's names may have any port, as a
tunnel gives them one, and before a proxy stands the address that ``--public-url`` names. What goes out forbids foreign
scripts, frames and guesses at types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "::1", "localhost")
# cm-chessboard places the man that is dragged by an attribute; styles of elements can't run anything.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)
POLICY_VIOLATION = 1008
LOOPBACK_HOST = re.compile(r"(?:127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]{1,5})?")
PORTS = {"http": 80, "https": 443}
REMEDY = (
    "Start it with the name that browsers use: kiebitz serve --host NAME; behind a proxy: --public-url https://NAME/"
)


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """An address that a proxy answers to."""

    origin: str
    """Scheme and host, and the port if it isn't the scheme's own."""
    path: str
    """Under which the pages are there; begins and ends with a slash."""

    @property
    def host(self) -> str:
        """The header Host, if the proxy hands it on."""
        return self.origin.partition("://")[2]

    @classmethod
    def of(cls, url: str) -> Self:
        """Read an address. Raises ValueError for what is none."""
        parts = urlsplit(url.strip())
        scheme, name = parts.scheme.lower(), parts.hostname or ""
        if scheme not in PORTS or not name or parts.query or parts.fragment or parts.username is not None:
            raise ValueError(
                f"'{url}' is no address; write it as https://board.example.org/ or https://example.org/board/"
            )
        port = "" if parts.port in (None, PORTS[scheme]) else f":{parts.port}"
        return cls(f"{scheme}://{_bracketed(name)}{port}", f"/{parts.path.strip('/')}/".replace("//", "/"))


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, and by which names it may be called."""

    host: str
    """A name or an address, IPv6 without brackets."""
    port: int
    public: PublicAddress | None = None
    """The address browsers call, where a proxy stands before this server."""
    bound: str | None = None
    """Where the server listens, if browsers call it by another name: a container's 0.0.0.0, called localhost."""

    @property
    def is_loopback(self) -> bool:
        """True if nobody but this machine gets here."""
        return (self.bound or self.host) in LOOPBACK

    @property
    def own(self) -> str:
        """Name and port, as the header Host has them."""
        return f"{_bracketed(self.host)}:{self.port}"

    def is_host(self, host: str) -> bool:
        """True if the header Host may say so."""
        if self.host in LOOPBACK and LOOPBACK_HOST.fullmatch(host):
            return True
        return host == self.own or (self.public is not None and host == self.public.host)

    def is_origin(self, origin: str, host: str) -> bool:
        """True if the header Origin may say so in a request whose Host is ``host``."""
        return origin in (f"http://{host}", f"https://{host}") or (
            self.public is not None and origin == self.public.origin
        )

    @property
    def url(self) -> str:
        """The page."""
        return f"http://{self.own}/" if self.public is None else f"{self.public.origin}{self.public.path}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()


def is_everywhere(host: str) -> bool:
    """True if a host stands for all addresses of a machine, so that no browser calls it by that name."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return not host


class Guard:
    """The layer. Requests and WebSockets that aren't meant for this server end here, with status 403."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address
        self._prefix = address.public.path if address.public else "/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        fault = self._fault(scope)
        if fault is None:
            if self._prefix != "/" and scope["path"].startswith(self._prefix):
                # A proxy that hands the whole path on; others take the prefix away.
                scope = {**scope, "path": scope["path"][len(self._prefix) - 1 :]}
            await self._app(scope, receive, _guarded(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await PlainTextResponse(f"{fault}\n", 403)(scope, receive, _guarded(send))

    def _fault(self, scope: Scope) -> str | None:
        """Why a request is refused; None if it isn't. WebSockets must say where they come from."""
        hosts, origins = (
            [value.decode("latin-1").lower() for name, value in scope["headers"] if name == wanted]
            for wanted in (b"host", b"origin")
        )
        if len(hosts) != 1 or not self._address.is_host(hosts[0]):
            return f"This is not the server that was asked for. {REMEDY}"
        if len(origins) > 1 or (origins and not self._address.is_origin(origins[0], hosts[0])):
            return f"Other pages have no business here. {REMEDY}"
        if scope["type"] == "websocket" and not origins:
            return "A WebSocket says which page it belongs to."
        return None


def _guarded(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            told = {name for name, _ in own}
            message = {**message, "headers": [*own, *(header for header in HEADERS if header[0] not in told)]}
        await send(message)

    return sent
