"""A repertoire in Chromium: added as a file, walked, learned, held against games; on a phone, too."""

import re

import pytest

from barriers import barriers
from board_page import PHONE, expect

pytestmark = pytest.mark.nightly
LINES = '[Orientation "black"]\n\n1. e4 c5 {[%eval 0.3] sharp} 2. Nf3 (2. c3 d5) 2... d6 *\n'


def added(page):
    with page.expect_file_chooser() as chosen:
        page.click("#add")
    chosen.value.set_files([{"name": "Sicilian.pgn", "mimeType": "text/plain", "buffer": LINES.encode()}])
    expect(page.locator("#about")).to_have_text(re.compile("^For Black: 7 positions"))


def test_a_repertoire(server, visit):
    page = visit("repertoire/", "#add")
    added(page)
    page.click("#ways button >> nth=0")
    expect(page.locator("#ways tbody tr").first).to_have_text(re.compile(r"c5.*\+0\.30.*sharp"))
    page.click("#people button")
    expect(page.locator("#winning-state")).to_have_text(re.compile("^at 1500"), timeout=60_000)
    expect(page.locator("#winning")).to_have_text(re.compile(r"\(first\)"))
    assert barriers(page) == []
    page.click("#training-tab")
    expect(page.locator("#task")).to_have_text(re.compile("1. e4 Which move"))
    page.click("#solution")
    expect(page.locator("#task")).to_have_text(re.compile("It is c5"))
    page.click("#against-tab")
    page.click("#whose button")
    expect(page.locator("#held")).to_have_text(re.compile("games came here"))
    assert barriers(page) == []


@pytest.mark.parametrize("view", ["tree", "training", "against"])
def test_on_a_phone_and_in_the_dark(server, visit, view):
    page = visit("repertoire/", "#add")
    added(page)
    page = visit(f"repertoire/?view={view}", "#about:not(:empty)", **PHONE, color_scheme="dark", locale="de-DE")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("#tree-tab")).to_have_text("Baum")
