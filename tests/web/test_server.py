"""Who is let in, what ends a connection, and that nothing is left of it."""

import asyncio
import gc
import re
import signal
import subprocess
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from starlette.websockets import WebSocketDisconnect

from commands import COMMAND, ENVIRONMENT, refused
from kiebitz.engine import START_SFEN
from kiebitz.web.guard import Address, PublicAddress, is_everywhere
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import IDLE, NOT_UNDERSTOOD, OTHER_VERSION, TOO_FAST, TOO_MANY_TABS, Board
from kiebitz.web.session import Session
from kiebitz.web.strangers import StrangerError, Strangers
from processes import wait_until
from tabs import ADDRESS, Tab, client_of, own_headers, tab_of

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


OTHER = Address("fd00::7", 80)
PROXIED = Address("127.0.0.1", 8064, PublicAddress.of("https://Example.org/board"))


@pytest.mark.parametrize(
    ("address", "host", "origin", "is_let_in"),
    [
        (ADDRESS, "127.0.0.1:8064", "http://127.0.0.1:8064", True),
        (ADDRESS, "localhost:8064", "http://localhost:8064", True),
        (ADDRESS, "[::1]:8064", "http://[::1]:8064", True),
        (ADDRESS, "localhost:9999", "http://localhost:9999", True),  # ssh -L 9999:localhost:8064
        (ADDRESS, "localhost:8443", "https://localhost:8443", True),  # TLS before it
        (ADDRESS, "localhost", "http://localhost", True),
        (ADDRESS, "localhost:8064", "http://127.0.0.1:8064", False),
        (ADDRESS, "example.org", "https://example.org", False),
        (ADDRESS, "localhost.evil.example:8064", "http://localhost.evil.example:8064", False),
        (ADDRESS, "127.0.0.1:8064", "https://example.org", False),
        (OTHER, "[fd00::7]:80", "http://[fd00::7]:80", True),
        (OTHER, "[fd00::7]:81", "http://[fd00::7]:81", False),
        (OTHER, "localhost:80", "http://localhost:80", False),
        (PROXIED, "example.org", "https://example.org", True),
        (PROXIED, "127.0.0.1:8064", "https://example.org", True),  # a proxy that asks by its own name for us
        (PROXIED, "127.0.0.1:8064", "http://127.0.0.1:8064", True),
        (PROXIED, "evil.example", "https://example.org", False),
        (PROXIED, "example.org", "https://evil.example", False),
    ],
)
def test_addresses_know_their_names(address, host, origin, is_let_in):
    assert (address.is_host(host) and address.is_origin(origin, host)) == is_let_in


def test_the_address_to_open():
    assert (OTHER.url, PROXIED.url) == ("http://[fd00::7]:80/", "https://example.org/board/")
    assert PublicAddress.of("http://a.example:80") == PublicAddress("http://a.example", "/")
    assert PublicAddress.of("https://a.example:8443/x//y/").path == "/x/y/"
    for wrong in ("example.org", "ftp://example.org", "https://", "https://a.example/?x=1", "https://u@a.example/"):
        with pytest.raises(ValueError, match="no address; write it as https://"):
            PublicAddress.of(wrong)
    assert [is_everywhere(host) for host in ("0.0.0.0", "::", "", "0:0::0", "10.0.0.1", "board.example")] == [
        True, True, True, True, False, False,
    ]  # fmt: skip


def test_a_container_listens_everywhere_and_is_called_by_its_host_s_name():
    """``docker run --publish 9000:8064``: any port of loopback leads here, and others get here as well."""
    inside = Address("127.0.0.1", 8064, bound="0.0.0.0")
    assert (inside.url, inside.is_loopback, ADDRESS.is_loopback) == ("http://127.0.0.1:8064/", False, True)
    assert inside.is_host("localhost:9000")
    assert not inside.is_host("0.0.0.0:8064")
    assert not inside.is_host("172.17.0.2:8064")


@pytest.mark.parametrize("prefix", ["", "/board"])
def test_a_proxy_may_take_its_path_away_or_not(prefix):
    with client_of(Board(PROXIED)) as client:
        for path, kind in (("/", "html"), ("/page.css", "css"), ("/think/think.js", "javascript")):
            assert kind in client.get(prefix + path, headers={"host": "example.org"}).headers["content-type"]


def test_a_refusal_says_what_to_do_behind_a_proxy():
    with client_of(Board(ADDRESS)) as client:
        assert "--public-url" in client.get("/", headers={"host": "example.org"}).text


def test_the_page_and_its_parts_come_with_a_strict_policy():
    with client_of(Board(ADDRESS)) as client:
        for path, kind in (
            ("/", "text/html"),
            ("/page.css", "text/css"),
            ("/colours.css", "text/css"),
            ("/main.js", "text/javascript"),
            ("/vendor/cm-chessboard/src/Chessboard.js", "text/javascript"),
            ("/vendor/python-chess/pieces.svg", "image/svg+xml"),
        ):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, kind)
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert policy.endswith("frame-ancestors 'none'")
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert client.get("/../command.py").status_code == 404
        assert client.get("/%2e%2e/command.py").status_code == 404
        assert client.post("/").status_code == 405


FOREIGN = [
    {"host": "evil.example:8064"},
    {"host": "127.0.0.2:8064"},
    {"host": "localhost:8064x"},
    {"host": "localhost.evil.example:8064"},
    {"host": "[::2]:8064"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "https://localhost:8064"},
    {"origin": "http://localhost:80640"},
    {"origin": "http://[::1]"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda headers: "-".join(headers.values()))
def test_foreign_hosts_and_origins_are_refused(headers):
    board = Board(ADDRESS)
    with client_of(board) as client:
        assert client.get("/", headers=headers).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/tab", headers=own_headers(board) | headers):
            pass
    assert board.tabs == 0


def test_a_websocket_without_origin_is_refused():
    with (
        client_of(Board(ADDRESS)) as client,
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/tab", headers={"host": "127.0.0.1:8064"}),
    ):
        pass


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_every_name_of_this_machine_is_let_in(name):
    board = Board(ADDRESS)
    headers = own_headers(board) | {"host": f"{name}:8064", "origin": f"http://{name}:8064"}
    with client_of(board) as client:
        assert client.get("/", headers=headers).status_code == 200
        with client.websocket_connect("/tab", headers=headers) as socket:
            tab = Tab(socket)
            tab.hello()
            assert tab.hear("shown")["node"] == 0


def ended_with(board, *said, **hello):
    """The code that a connection ends with after some messages."""
    with client_of(board) as client, tab_of(client, board, **hello) as tab:
        for text in said:
            tab.socket.send_text(text)
        with pytest.raises(WebSocketDisconnect) as farewell:
            tab.hear("nothing")
    wait_until(lambda: board.tabs == 0)
    return farewell.value.code


@pytest.mark.parametrize("address", [ADDRESS, OTHER])
def test_who_does_not_know_the_token_is_turned_away_unheard(address):
    """Other users of this machine get to loopback, too."""
    board = Board(address)
    assert board.url == f"{address.url}#{board.token}"
    headers = own_headers(board)
    with client_of(board) as client:
        for offered in ("", "kiebitz", f"kiebitz, {board.token[:-1]}", f"{board.token}", f"kiebitz, {board.token}, x"):
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect("/tab", headers=headers | {"sec-websocket-protocol": offered}),
            ):
                pass
            authorization = f"Bearer {offered.removeprefix('kiebitz, ')}"
            told = headers | {"authorization": authorization}
            if offered != board.token:
                assert client.get("/known", headers=told).status_code == 401
                assert client.post("/mygames/games", content=b"1. e4 *", headers=told).status_code == 401
        assert client.get("/known", headers=headers).status_code == 204
        with tab_of(client, board) as tab:
            assert tab.hear("shown")["node"] == 0


def test_a_fault_of_ours_is_told_and_the_tab_goes_on(monkeypatch, caplog):
    async def fail(session, message):
        raise RuntimeError("nobody\nthought of it")

    board = Board(ADDRESS)
    with client_of(board) as client, tab_of(client, board) as tab:
        tab.hear("shown")
        with monkeypatch.context() as patched:
            patched.setattr(Session, "handle", fail)
            tab.go()
            assert "RuntimeError" in tab.hear("notice", code="refused")["detail"]
        tab.say("load", text="1. e4 *")
        assert tab.hear("tree")
    said = [record.getMessage() for record in caplog.records if record.name == "kiebitz.web"]
    assert said == ["a tab's 'go' failed: RuntimeError: nobody?thought of it"]


def test_what_is_not_understood_ends_the_connection():
    board = Board(ADDRESS)
    assert ended_with(board, version=VERSION + 1) == OTHER_VERSION
    assert ended_with(board, version="1") == NOT_UNDERSTOOD
    assert ended_with(board, "{}") == NOT_UNDERSTOOD
    assert ended_with(board, '{"type": "hello"}') == NOT_UNDERSTOOD


def test_a_flood_ends_the_connection():
    assert ended_with(Board(ADDRESS, Limits(burst=20)), *['{"type": "examine", "fen": ""}'] * 100) == TOO_FAST


def test_an_idle_tab_is_let_go():
    assert ended_with(Board(ADDRESS, Limits(idle_s=0.05))) == IDLE


def test_bytes_are_no_message():
    board = Board(ADDRESS)
    with client_of(board) as client, tab_of(client, board) as tab:
        tab.socket.send_bytes(b"\0\1")
        with pytest.raises(WebSocketDisconnect) as farewell:
            tab.hear("nothing")
    assert farewell.value.code == NOT_UNDERSTOOD


def test_markup_is_passed_on_as_the_text_it_is():
    board = Board(ADDRESS, first=f'[White "{MARKUP}"]\n\n1. e4 {{{MARKUP}}} *')
    with client_of(board) as client, tab_of(client, board) as tab:
        tree = tab.hear("tree")
    assert tree["headers"]["White"] == tree["nodes"][0]["comment"] == MARKUP


def memory_kib(board):
    """The memory of this process when all tabs have gone."""
    wait_until(lambda: (board.tabs, board.shared.searches.running) == (0, 0))
    return int(re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[1])


@pytest.fixture
def no_collection():
    """Garbage that only a collection finds stays."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.check
def test_a_hundred_tabs_leave_nothing(no_collection):
    board = Board(ADDRESS, Limits(hash_mb=1))
    with client_of(board) as client:

        def visit():
            with tab_of(client, board) as tab:
                tab.say("search", on=True)
                tab.hear("lines")

        for _ in range(20):
            visit()
        before = memory_kib(board)
        for _ in range(80):
            visit()
        assert memory_kib(board) - before < 32 * 1024  # 80 tables have a MiB each


@pytest.mark.parametrize("address", [ADDRESS, Address("192.168.1.20", 8064)], ids=["loopback", "others"])
def test_silent_strangers_keep_nobody_out(address):
    board = Board(address, Limits(tabs=2, strangers=8))
    with client_of(board) as client, ExitStack() as stack:
        silent = [
            stack.enter_context(client.websocket_connect(path, headers=own_headers(board)))
            for path in ("/tab", "/play/tab", "/think/tab", "/classroom/tab") * 10
        ]
        for _ in range(2):
            tab = stack.enter_context(tab_of(client, board))
            assert tab.hear("shown")["node"] == 0
        assert board.tabs == 2
        with pytest.raises(WebSocketDisconnect) as farewell:
            silent[0].receive_text()
        assert (farewell.value.code, farewell.value.reason) == (NOT_UNDERSTOOD, "nothing was said, and others wait")
        Tab(silent[-1]).say("enter", version=VERSION, language="en")
        with pytest.raises(WebSocketDisconnect) as farewell:
            silent[-1].receive_text()
        assert farewell.value.code == TOO_MANY_TABS


def test_a_host_pushes_out_its_own_strangers():
    async def scenario():
        strangers = Strangers(3)
        here, there = asyncio.Event(), asyncio.Event()

        async def said(event):
            await event.wait()
            return "hello"

        owner = asyncio.create_task(strangers.met(said(here), "owner"))
        await asyncio.sleep(0)
        flood = [asyncio.create_task(strangers.met(said(there), "flood")) for _ in range(50)]
        while sum(task.done() for task in flood) < 48:
            await asyncio.sleep(0)
        here.set()
        assert await owner == "hello"
        there.set()
        outcomes = await asyncio.gather(*flood, return_exceptions=True)
        assert [isinstance(outcome, StrangerError) for outcome in outcomes] == [True] * 48 + [False] * 2
        left = asyncio.create_task(strangers.met(said(asyncio.Event()), "owner"))
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left

    asyncio.run(scenario())


HALVES = ["\ud800", "e\udfff", "\udc80" * 3]


@pytest.mark.parametrize("half", HALVES)
def test_half_a_character_ends_no_connection(half, tmp_path):
    board = Board(ADDRESS, folder=tmp_path)
    with client_of(board) as client, tab_of(client, board, game=f"1. e4 {{{half}}} *") as tab:
        assert "�" in tab.hear("tree")["nodes"][0]["comment"]
        tab.keep(f"1. e4 {{{half}}} *")
        for kind, fields in (("resume", {"name": half}), ("move", {"text": half}), ("load", {"text": half})):
            tab.say(kind, **fields)
            tab.hear("notice", code="refused")
        tab.say("examine", fen=half)
        assert tab.hear("examined")["fault"]
    assert "�" in next(tmp_path.glob("*.pgn")).read_text()


def test_one_tab_too_many_is_told_so():
    board = Board(ADDRESS, Limits(tabs=1))
    with client_of(board) as client, tab_of(client, board) as one:
        one.hear("shown")
        with tab_of(client, board) as other, pytest.raises(WebSocketDisconnect) as farewell:
            other.hear("welcome")
        assert farewell.value.code == TOO_MANY_TABS
        one.go("e2e4")
        assert one.hear("shown")["node"] == 1


# ------------------------------------------------------------------ the command


@pytest.mark.check
def test_the_command_refuses_what_it_can_not_show(tmp_path):
    assert "not a game and not a position" in refused("serve", "hello")
    assert "open the page Shogi and drop or paste the game there" in refused("serve", "a.kif")
    assert "open the page Shogi" in refused("serve", START_SFEN)
    assert "--host: say by which name" in refused("serve", "--host", "0.0.0.0")
    assert "is no Polyglot book" in refused("serve", "--book", tmp_path / "none.bin")
    assert "no tables in" in refused("serve", "--syzygy", tmp_path / "none")
    assert "can't listen at 203.0.113.1" in refused("serve", "--host", "203.0.113.1")
    assert "can't listen at 203.0.113.1" in refused("serve", "--bind", "203.0.113.1")


@pytest.mark.check
@pytest.mark.parametrize("ending", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
def test_the_command_serves_until_it_is_ended(tmp_path, ending):
    game = tmp_path / "game.pgn"
    game.write_text("1. e4 e5 *")
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--no-browser", str(game)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        address = process.stdout.readline().split()[3]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address) as answer:
            assert b"<title>Kiebitz" in answer.read()
    finally:
        process.send_signal(ending)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
