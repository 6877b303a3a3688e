"""Dark and German, and who reads the page by ear, in Chromium."""

import pytest

from barriers import barriers
from board_page import LEGAL, click, expect, load, wait_for_moves

pytestmark = pytest.mark.nightly


def test_dark_and_german_as_the_browser_wishes(visit):
    light, dark = visit(color_scheme="light"), visit(color_scheme="dark", locale="de-DE")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(ground) != dark.evaluate(ground)
    assert dark.inner_text("#search") == "Analysieren"
    assert dark.get_attribute("html", "lang") == "de"
    click(dark, "e2", "e4")
    expect(dark.locator("#spoken")).to_have_text("Zug e4")
    dark.fill("#move", "Sc6")
    dark.press("#move", "Enter")
    wait_for_moves(dark, r"1\. e4 Sc6")


def test_the_board_has_no_barriers(visit):
    page = visit(color_scheme="dark", bypass_csp=True)
    load(page, f"1. e4 {{Best}} e5 (1... c5) *\n\n{LEGAL}")
    wait_for_moves(page, "c5")
    for summary in page.locator("summary:visible").all():
        summary.click()
    page.click("#search")
    page.wait_for_selector("#lines li")
    page.click("#search")
    assert barriers(page) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(
    ("path", "until"),
    [
        ("", ".cm-chessboard .piece"),
        ("mygames/", "#add-games, main"),
        ("repertoire/", "#invitation:not([hidden])"),
        ("play/", "#opponent:has(option[value=today])"),
        ("think/?view=tree", "#trees .row.node"),
        ("think/?view=tree&fen=4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "#trees .row.node"),
        ("think/?view=table", "#fill"),
        ("think/?view=evaluation", "#picture svg"),
        ("shogi/", "#spots rect"),
        ("classroom/", ".animation .current"),
        ("classroom/?view=claims", "#list tbody tr"),
        ("museum/?room=minimax", ".film .cell.at"),
        ("museum/?room=hydra&exhibit=stealing", ".film .span"),
        ("classroom/?view=claims&claim=N7", "#claim h2"),
    ],
)
def test_no_page_has_barriers(visit, path, until, scheme):
    page = visit(path, until, color_scheme=scheme, bypass_csp=True)
    for summary in page.locator("summary:visible").all():
        summary.click()
    if "table" in path:
        page.click("#fill button >> nth=0")
        page.wait_for_selector(".histogram")
        page.click("#stop")
    assert barriers(page) == []
