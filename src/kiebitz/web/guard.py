"""Who is let in: an ASGI layer before all routes that knows the exact names of this server.

A page elsewhere can make a browser connect to this machine. Its requests carry its own Origin, or, after a DNS name was
bound anew, a Host that isn't ours; both are refused, whatever is asked for. What goes out forbids foreign scripts,
frames and guesses at types.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

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


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, and by which names it may be called."""

    host: str
    """A name or an address, IPv6 without brackets."""
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether nobody but this machine gets here."""
        return self.host in LOOPBACK

    @property
    def hosts(self) -> frozenset[str]:
        """What the header Host may say."""
        names = LOOPBACK if self.is_loopback else (self.host,)
        return frozenset(f"{_bracketed(name)}:{self.port}" for name in names)

    @property
    def origins(self) -> frozenset[str]:
        """What the header Origin may say."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def url(self) -> str:
        """The page."""
        return f"http://{_bracketed(self.host)}:{self.port}/"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()


def is_everywhere(host: str) -> bool:
    """Whether a host stands for all addresses of a machine, so that no browser calls it by that name."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return not host


class Guard:
    """The layer. Requests and WebSockets that aren't meant for this server end here, with status 403."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._hosts = {host.encode() for host in address.hosts}
        self._origins = {origin.encode() for origin in address.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        fault = self._fault(scope)
        if fault is None:
            await self._app(scope, receive, _guarded(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await PlainTextResponse(f"{fault}\n", 403)(scope, receive, _guarded(send))

    def _fault(self, scope: Scope) -> str | None:
        """Why a request is refused; None if it isn't. WebSockets must say where they come from."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "This is not the server that was asked for."
        if len(origins) > 1 or (origins and origins[0].lower() not in self._origins):
            return "Other pages have no business here."
        if scope["type"] == "websocket" and not origins:
            return "A WebSocket says which page it belongs to."
        return None


def _guarded(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sent
