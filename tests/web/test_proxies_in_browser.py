"""The board behind what its pages advise, a proxy or a tunnel; and in a browser that keeps nothing."""

import shutil
import socket

import pytest

from board_server import Server
from web_proxy import Proxy, certificate

pytestmark = pytest.mark.check

PAGES = {"": ".cm-chessboard .piece", "think/": "#position svg", "play/": "#begin", "classroom/": "nav a"}


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    if not shutil.which("openssl"):
        pytest.skip("no OpenSSL to make a certificate with")
    return certificate(tmp_path_factory.mktemp("tls"))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def looked_at(browser, root, token):
    """The pages opened in a browser; complaints, and what is told of the connection, by page."""
    context = browser.new_context(ignore_https_errors=True, locale="en-GB")
    found = {}
    for path in PAGES:
        page = context.new_page()
        complaints = []
        page.on("pageerror", lambda error, told=complaints: told.append(str(error)))
        page.on("console", lambda said, told=complaints: told.append(said.text) if said.type == "error" else None)
        page.on("response", lambda answer, told=complaints: told.append(answer.url) if answer.status >= 400 else None)
        with page.expect_websocket() as met:
            page.goto(f"{root}{path}#{token}")
        met.value.wait_for_event("framereceived")
        page.wait_for_selector("nav a >> nth=5", state="attached")
        found[path] = (complaints, [link.get_attribute("href") for link in page.query_selector_all("nav a")])
        page.close()
    context.close()
    return found


@pytest.mark.parametrize(
    ("scheme", "path", "proxying"),
    [  # By night each of them; what the guard says to each header: test_server.
        pytest.param("http", "/", {}, id="tunnel", marks=pytest.mark.nightly),  # ssh -L 9000:localhost:8064
        pytest.param("https", "/", {}, id="TLS", marks=pytest.mark.nightly),
        pytest.param("https", "/", {"rewrites_host": True}, id="TLS, Host rewritten", marks=pytest.mark.nightly),
        pytest.param(
            "https", "/kiebitz/", {"rewrites_host": True, "takes_away": "/kiebitz/"}, id="TLS, a path taken away"
        ),
        pytest.param("https", "/a/b/", {}, id="a path handed on", marks=pytest.mark.nightly),
    ],
)
def test_every_page_works_behind_a_proxy(browser, tmp_path, tls, scheme, path, proxying):
    own_port = free_port()
    root = f"{scheme}://localhost:{own_port}{path}"
    is_tunnel = scheme == "http"
    server = Server(tmp_path, *(() if is_tunnel else ("--public-url", root)))
    try:
        assert is_tunnel or server.address == f"{root}#{server.token}"
        with Proxy(server.port, own_port=own_port, tls=None if is_tunnel else tls, **proxying):
            for complaints, links in looked_at(browser, root, server.token).values():
                assert complaints == []
                assert all(link.startswith(root) for link in links)
    finally:
        server.end()


DENIED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get() {
  throw new DOMException("Access is denied for this document.", "SecurityError"); }});"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("It is full.", "QuotaExceededError"); };"""


@pytest.mark.parametrize("script", [DENIED, pytest.param(FULL, marks=pytest.mark.nightly)], ids=["denied", "full"])
def test_a_browser_that_keeps_nothing_has_a_board_that_forgets(server, browser, script):
    context = browser.new_context(locale="en-GB")
    context.add_init_script(script)
    complaints = []
    for path, until in (("", ".cm-chessboard .piece"), ("play/", "nav a"), ("shogi/", "nav a")):
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{server.url}{path}#{server.token}")
        page.wait_for_selector(until)
    context.close()
    assert complaints == []


def test_who_has_no_token_is_told_where_it_is(server, browser):
    context = browser.new_context(locale="en-GB")
    for fragment in ("", "#wrong", "#" + "x" * 32):
        page = context.new_page()
        page.goto(f"{server.url}{fragment}")
        page.wait_for_selector("#notice-text:has-text('the one that kiebitz serve printed')")
    page.goto(f"{server.url}#{server.token}")
    page.reload()
    page.wait_for_selector(".cm-chessboard .piece")
    page = context.new_page()  # the browser knows it from now on
    page.goto(server.url)
    page.wait_for_selector(".cm-chessboard .piece")
    assert page.is_hidden("#notice")
    context.close()
