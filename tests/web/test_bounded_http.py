"""Connections that say half a request, and those that are too many, by a clock and a transport of the test's own."""

import pytest

pytest.importorskip("uvicorn", reason="the board in the browser needs kiebitz[web]")

import uvicorn
from uvicorn.server import ServerState

from kiebitz.web.bounded_http import bounded_http
from kiebitz.web.limits import Limits

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
HEAD_OF_A_BODY = b"POST /mygames/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
UPGRADE = (
    b"GET /tab HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Clock:
    """A loop that has timers and nothing else; time passes when the test says so."""

    def __init__(self):
        self.now = 0.0
        self.timers = []

    def time(self):
        return self.now

    def call_later(self, delay, act, *arguments):
        timer = Timer(self.now + delay, act, arguments)
        self.timers.append(timer)
        return timer

    def create_task(self, coroutine, **options):
        coroutine.close()
        return self

    def add_done_callback(self, act):
        pass

    def pass_time(self, seconds):
        self.now += seconds
        for timer in [timer for timer in self.timers if timer.at <= self.now]:
            self.timers.remove(timer)
            if not timer.is_cancelled:
                timer.act(*timer.arguments)


class Timer:
    def __init__(self, at, act, arguments):
        self.at, self.act, self.arguments, self.is_cancelled = at, act, arguments, False

    def cancel(self):
        self.is_cancelled = True


class Wire:
    """A transport."""

    def __init__(self, host):
        self.host, self.is_open = host, True

    def get_extra_info(self, name, default=None):
        return (self.host, 50_000) if name in ("peername", "sockname") else default

    def abort(self):
        self.is_open = False

    close = abort

    def write(self, data):
        pass

    def set_protocol(self, protocol):
        pass

    def pause_reading(self):
        pass

    resume_reading = pause_reading

    def is_closing(self):
        return not self.is_open


class Tab:
    """A WebSocket, which goes its own way."""

    def __init__(self, **settings):
        pass

    def connection_made(self, transport):
        pass

    data_received = connection_made


class Lobby:
    def __init__(self, **limits):
        self.clock = Clock()
        self.kind = bounded_http(Limits(**limits), self.clock.time)
        self.config = uvicorn.Config(lambda scope: None, log_config=None)
        self.config.load()
        self.config.ws_protocol_class = Tab
        self.state = ServerState()

    def connect(self, host="10.0.0.1"):
        wire = Wire(host)
        connection = self.kind(self.config, self.state, {}, self.clock)
        connection.connection_made(wire)
        return connection, wire


@pytest.mark.parametrize("said", [b"", HALF_A_HEAD, HEAD_OF_A_BODY, HEAD_OF_A_BODY + b"1. e4"])
def test_who_says_no_more_is_let_go(said, caplog):
    lobby = Lobby(request_s=10.0)
    connection, wire = lobby.connect()
    lobby.clock.pass_time(9)
    if said:
        connection.data_received(said)
    lobby.clock.pass_time(0.9)
    assert wire.is_open
    lobby.clock.pass_time(10)
    assert not wire.is_open
    assert "closed 1 connections" in caplog.text


def test_a_head_has_its_time_once_and_a_body_each_of_its_parts():
    lobby = Lobby(request_s=10.0)
    slow, slow_wire = lobby.connect()
    steady, steady_wire = lobby.connect()
    slow.data_received(HALF_A_HEAD)
    steady.data_received(HEAD_OF_A_BODY)
    for _ in range(5):
        lobby.clock.pass_time(3)
        if slow_wire.is_open:
            slow.data_received(b"x")
        steady.data_received(b"1. e4 ")
    assert (slow_wire.is_open, steady_wire.is_open) == (False, True)


def test_a_websocket_is_no_request_any_more():
    lobby = Lobby(request_s=10.0)
    connection, wire = lobby.connect()
    connection.data_received(UPGRADE)
    lobby.clock.pass_time(60)
    assert wire.is_open
    assert not connection.lobby.here


def test_of_too_many_the_busiest_hosts_oldest_goes(caplog):
    lobby = Lobby(requests=3)
    _, owner = lobby.connect("127.0.0.1")
    strangers = [lobby.connect("10.0.0.9")[1] for _ in range(20)]
    assert owner.is_open
    assert [wire.is_open for wire in strangers] == [False] * 18 + [True] * 2
    assert caplog.text.count("closed") == 1  # not a line for each
