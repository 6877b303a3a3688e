"""One's own games in Chromium: added, listed, explored, opened, saved back, practised, on a phone, too."""

import re

import pytest

from barriers import barriers
from board_page import PHONE, expect

pytestmark = pytest.mark.nightly


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


def test_an_opponent(mine, visit):
    page = visit("mygames/?view=dossier", "#opponent")
    page.fill("#about-whom", "a")
    page.click("#opponent button")
    page.wait_for_selector("#dossier-tables table")
    expect(page.locator("#dossier-sentences li").first).to_have_text(re.compile(r": \d+ games, "))
    assert barriers(page) == []


@pytest.mark.parametrize("view", ["mine", "misses", "dossier", "practice"])
def test_on_a_phone_and_in_the_dark(mine, visit, view):
    until = {"mine": "#list tbody tr", "misses": "#miss-tables table", "dossier": "#opponent"}
    page = visit(
        f"mygames/?view={view}",
        until.get(view, "#practice-board .piece"),
        **PHONE,
        color_scheme="dark",
        locale="de-DE",
        bypass_csp=True,
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("#misses-tab")).to_have_text("Was ich übersehe")
    assert barriers(page) == []
