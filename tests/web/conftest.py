"""A server and Chromium, for the tests that use the pages as a person does."""

import chess
import pytest

from board_server import Server
from chromium import launched, playwright
from polyglot_book import write_book
from sources import DATA

PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def browser():
    pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")
    playwright().expect.set_options(timeout=PATIENCE_MS)
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    book = data / "book.bin"
    write_book(book, [(chess.Board(), "e2e4", 3), (chess.Board(), "g1f3", 1)])
    running = Server(data, "--book", book, "--syzygy", DATA / "syzygy")
    yield running
    running.end()


@pytest.fixture
def visit(server, browser):
    """Open a page in a browser with these settings; whatever the page complains about fails the test."""
    contexts, complaints = [], []

    def answered(dialog):
        # Whoever leaves before the server has kept the last change is asked: the tab has it, and brings it along.
        if dialog.type == "beforeunload":
            dialog.accept()
        else:
            complaints.append(dialog.message)

    def open_page(path="", until=".cm-chessboard .piece", of=server, **settings):
        context = browser.new_context(**{"locale": "en-GB", **settings})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("dialog", answered)
        page.goto(of.url + (path if "#" in path else f"{path}#{of.token}"))
        page.wait_for_selector(until)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if "ERR_CONNECTION_REFUSED" not in text] == []


@pytest.fixture(scope="module")
def mine(server):
    """The server's collection, with games of which a few are analysed."""
    from collected import made_up
    from kiebitz.analysis.judging.annotate import AnalysisSettings
    from kiebitz.analysis.reading.games import read_games
    from kiebitz.collection.adding import add_games
    from kiebitz.collection.analysing import analyse_games
    from kiebitz.collection.collection import Collection
    from kiebitz.engine.limit import Limit
    from surveyed import games

    path = server.data / "kiebitz" / "games" / "collection.sqlite"
    with Collection(path) as collection:
        add_games(collection, read_games("\n".join(games())))
        analyse_games(collection, range(1, 21), AnalysisSettings(Limit(nodes=200)))
        add_games(collection, read_games(made_up(60)))
    return path
