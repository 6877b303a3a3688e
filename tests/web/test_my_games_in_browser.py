"""One's own games in Chromium: added, listed, explored, opened, saved back, practised, on a phone, too."""

import re

import pytest

from barriers import barriers
from board_page import PHONE, click, expect
from collected import made_up
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.adding import add_games
from kiebitz.collection.analysing import analyse_games
from kiebitz.collection.collection import Collection
from kiebitz.engine.limit import Limit
from surveyed import games

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def mine(server):
    """The server's collection, with games of which a few are analysed."""
    path = server.data / "kiebitz" / "games" / "collection.sqlite"
    with Collection(path) as collection:
        add_games(collection, read_games("\n".join(games())))
        analyse_games(collection, range(1, 21), AnalysisSettings(Limit(nodes=200)))
        add_games(collection, read_games(made_up(60)))
    return path


def test_added_listed_explored_opened_and_saved_back(mine, visit, tmp_path):
    page = visit("mygames/", "#explorer-board .piece")
    expect(page.locator("#total")).to_have_text("1–50 of 81")
    (tmp_path / "more.pgn").write_text(made_up(61))
    page.set_input_files("#files", tmp_path / "more.pgn")
    expect(page.locator("#added")).to_have_text("more.pgn: 1 added, 60 there already")
    expect(page.locator("#total")).to_have_text("1–50 of 82")
    page.click("#later")
    expect(page.locator("#total")).to_have_text("51–82 of 82")
    click(page, "e2", "e4")
    expect(page.locator("#line")).to_have_text("1. e4")
    page.click("#played tbody button >> nth=0")
    expect(page.locator("#line")).to_have_text(re.compile(r"1\. e4 \S+"))
    page.press("body", "ArrowLeft")
    expect(page.locator("#line")).to_have_text("1. e4")
    page.fill("#player", "Bert")
    page.press("#player", "Enter")
    expect(page.locator("#list tbody tr >> nth=0")).to_contain_text("Bert")
    page.click("#list tbody tr >> nth=0 >> button")
    expect(page.locator("#moves")).to_have_text(re.compile(r"1\. (e4|f3)"))
    page.click("#notes summary")
    page.fill("#comment", "mine")
    page.click("#note button >> nth=-1")
    expect(page.locator("#undo")).to_be_enabled()
    page.click("#to-my-games")
    expect(page.locator("#notice-text")).to_have_text("Saved in my games.")
    page.click("#from-here")
    expect(page.locator("#total")).to_have_text(re.compile("of"))
    with Collection(mine) as collection:
        assert len(collection) == 82
        assert sum("mine" in raw.text for raw in collection.raw_games(range(1, 83))) == 1


def test_misses_and_practice(mine, visit):
    page = visit("mygames/?view=misses", "#miss-tables table")
    expect(page.locator("#misses-about")).to_have_text(re.compile("^20 analysed games"))
    page.click("#practice-tab")
    page.wait_for_selector("#practice-board .piece")
    page.click("#solution")
    expect(page.locator("#task")).to_have_text(re.compile("Best is .* Asked again"))
    page.click("#next")
    expect(page.locator("#task")).to_have_text(re.compile("to move"))
    page.click("#misses-tab")
    page.click("#miss-tables button >> nth=0")
    page.wait_for_selector("#moves .move")


@pytest.mark.parametrize("view", ["mine", "misses", "practice"])
def test_on_a_phone_and_in_the_dark(mine, visit, view):
    until = {"mine": "#list tbody tr", "misses": "#miss-tables table", "practice": "#practice-board .piece"}[view]
    page = visit(f"mygames/?view={view}", until, **PHONE, color_scheme="dark", locale="de-DE", bypass_csp=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("#misses-tab")).to_have_text("Was ich übersehe")
    assert barriers(page) == []
