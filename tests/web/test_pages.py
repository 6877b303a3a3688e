"""What the pages' files say of each other, without a browser."""

import os
import re
from importlib import resources
from pathlib import Path

import pytest

import kiebitz.commandline

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.classroom.board.opponent import PROGRAMS
from kiebitz.commandline.web_page import DRAWN_BOARD
from kiebitz.engine import POLICIES
from kiebitz.engine.eras import ERAS
from kiebitz.engine.techniques import TECHNIQUES
from kiebitz.games.chess.game import CAUSES
from kiebitz.web.joined_pages import COMPONENT, ROOMS, STATIC
from kiebitz.web.server import Board
from tabs import ADDRESS, client_of, own_headers

# What the server hands out of the laboratory, by path.
COMPONENTS = {room: Path(str(resources.files(package))) / COMPONENT for room, package in ROOMS.items()}
OWN = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and "vendor" not in path.relative_to(STATIC).parts]
IMPORT = re.compile(r'^import [^"]*"([^"]*)";$', re.MULTILINE)


def test_every_page_has_a_link_and_every_link_a_page():
    linked = set(re.findall(r'path: "(.*?)"', (STATIC / "navigation.js").read_text(encoding="utf-8")))
    pages = {f"{path.relative_to(STATIC).parent}/" for path in OWN if path.name == "index.html"}
    # For streams: the board and nothing else; for pupils; for who writes pages.
    alone = {"stream/", "class/", "parts/"}
    assert linked == pages - alone
    board = Board(ADDRESS)
    with client_of(board) as client:
        for path in linked:
            answer = client.get(f"/{path}".replace("/./", "/"), headers=own_headers(board))
            assert (answer.status_code, "<nav></nav>" in answer.text) == (200, True)


def target_of(path, name):
    """The file that a name in a module means."""
    place = Path(os.path.normpath(path.parent / name)).relative_to(STATIC)
    if place.name == DRAWN_BOARD:
        return Path(kiebitz.commandline.__file__).parent / DRAWN_BOARD
    room, *rest = place.parts
    return COMPONENTS[room].joinpath(*rest) if room in COMPONENTS else STATIC / place


@pytest.mark.parametrize("path", [path for path in OWN if path.suffix == ".js"], ids=lambda path: path.name)
def test_every_module_imported_is_there(path):
    for name in IMPORT.findall(path.read_text(encoding="utf-8")):
        assert target_of(path, name).is_file(), f"{path.name} imports {name}"


WRITTEN = [path for path in OWN if path.suffix in (".js", ".html", ".css")]
WRITTEN += [path for folder in COMPONENTS.values() for path in sorted(folder.rglob("*.*s"))]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_pages_work_behind_a_proxy_and_where_nothing_is_kept(path):
    """A path of the proxy's stands before every address; a browser that keeps nothing raises where it is asked to."""
    text = path.read_text(encoding="utf-8")
    for absolute in (
        r'(?:href|src|from|import|fetch\(|path:|url\()\s*=?\s*["\'`(]/',
        r"\bwss?://",
        r"location\.(?:origin|host)",
    ):
        assert not re.search(absolute, text), absolute
    if path.suffix == ".html":
        assert "<noscript>" in text
    if path.name != "storage.js":
        assert not re.search(r"\b(?:local|session)Storage\b", text)


@pytest.mark.parametrize("path", [path for path in WRITTEN if path.suffix == ".css"], ids=lambda path: path.name)
def test_style_sheets_take_colours_sizes_and_spaces_from_one_place(path):
    """Drawings have units of their own, in pixels; a sheet may give a colour a name."""
    for line in re.sub(r"--[\w-]+: [^;]*;", "", path.read_text(encoding="utf-8")).splitlines():
        assert not re.search(r": [^;{]*#[0-9a-f]{3,6}\b", line) or "board-picture" in line, line
        assert not re.search(r"font(?:-size)?: (?:600 )?[\d.]+rem", line), line
        assert not re.search(r"\b(?:margin|padding|gap)[\w-]*: [^;]*(?<![\d.])(?:0?\.\d+|1)rem", line), line


def names_in(words):
    """The words that a language has, by name."""
    return set(re.findall(r"(?:^|, |\s)(\w+): \"", words))


@pytest.mark.parametrize(
    "folder", [path.parent for path in OWN if path.name == "words.js"], ids=lambda folder: folder.name
)
def test_both_languages_have_the_words_that_are_asked_for(folder):
    english, german = (folder / "words.js").read_text(encoding="utf-8").split("\n  de: {")
    assert names_in(english) == names_in(german)
    page = (folder / "index.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'data-(?:word|label|hint)="(\w+)"', page))
    for path in OWN:
        if path.suffix == ".js" and path.parent == folder:
            asked |= set(re.findall(r'word\("(\w+)"\)', path.read_text(encoding="utf-8")))
    of_the_connection = names_in((STATIC / "connection_words.js").read_text(encoding="utf-8").split("\n  de: {")[0])
    assert asked <= names_in(english) | of_the_connection
    assert not names_in(english) & of_the_connection  # else a page would say something else of its connection


def test_every_opponent_and_every_end_of_a_game_has_words():
    words = names_in((STATIC / "play" / "words.js").read_text(encoding="utf-8").split("\n  de: {")[0])
    assert {f"about_{era.replace('+', '_')}" for era in (*ERAS, *PROGRAMS)} | set(CAUSES) <= words


def test_every_technique_and_policy_has_a_german_meaning():
    meanings = names_in_lines((STATIC / "think" / "meanings.js").read_text(encoding="utf-8"))
    assert meanings == [*TECHNIQUES, *POLICIES]


def names_in_lines(words):
    """The names that begin a line each."""
    return re.findall(r"^  (\w+): \"", words, re.MULTILINE)


def test_every_style_and_script_of_a_page_is_handed_out():
    board = Board(ADDRESS)
    with client_of(board) as client:
        for page in (path for path in OWN if path.name == "index.html"):
            folder = f"/{page.relative_to(STATIC).parent}/".replace("/./", "/")
            for name in re.findall(r'(?:href|src)="([^":,]+)"', page.read_text(encoding="utf-8")):
                path = name if name.startswith("/") else folder + name
                assert client.get(path, headers=own_headers(board)).status_code == 200, f"{folder}: {path}"
