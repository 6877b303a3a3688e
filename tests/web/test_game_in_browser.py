"""A game on the page, loaded, set up, changed and saved, in Chromium."""

import re
from pathlib import Path

import pytest

from board_page import MARKUP, click, expect, load, wait_for_moves

pytestmark = pytest.mark.nightly
HEADERS = "".join(
    f'[{name} "{MARKUP}"]\n'
    for name in (
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "ECO",
        "Opening",
        "Annotator",
        "TimeControl",
    )
)
HOSTILE = f"{HEADERS}\n{{{MARKUP}}} 1. e4 {{{MARKUP}}} e5 (1... c5 {{{MARKUP}}} 2. Nf3) 2. Nf3 *\n\n{HEADERS}\n1. d4 *"


def test_markup_is_text_and_variations_can_be_changed(visit):
    page = visit()
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        HOSTILE,
    )
    wait_for_moves(page, re.escape(MARKUP))
    assert MARKUP in page.inner_text("#players")
    assert page.inner_text("#games li >> nth=1").count(MARKUP) == 5  # players, result, date and event
    assert page.locator("main img:not(#class-code), main script").count() == 0
    page.click(".variation .move >> nth=0")
    page.click("#promote")
    wait_for_moves(page, r" 1\. e4 .*1… c5 .*1… e5")
    page.click("#remove")
    wait_for_moves(page, r" 1\. e4 [^…]*1… e5 2\. Nf3\s*$")
    with page.expect_download() as download:
        page.click("#save")
    assert "1. e4" in Path(download.value.path()).read_text()


def test_a_game_is_chosen_from_many(visit):
    page = visit()
    load(page, "".join(f'[White "{name}"]\n\n1. {move} *\n\n' for name, move in ((MARKUP, "e4"), ("Bo", "d4"))))
    expect(page.locator("#games li")).to_have_count(2)
    assert MARKUP in page.inner_text("#games li >> nth=0")
    page.fill("#filter", "bo")
    expect(page.locator("#games li")).to_have_count(1)
    page.click("#games button")
    wait_for_moves(page, r"^1\. d4\s*$")
    page.reload()
    wait_for_moves(page, r"^1\. d4\s*$")
    expect(page.locator("#games li")).to_have_count(2)


def test_a_move_gets_comment_and_sign_and_all_is_undone(visit):
    page = visit()
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    page.keyboard.press("c")
    page.keyboard.type(MARKUP)
    page.click("#note button")
    wait_for_moves(page, re.escape(MARKUP))
    page.click("#signs [data-nag='3']")
    wait_for_moves(page, "e4!!")
    for left in (r"e4 <img", r"^1\. e4\s*$", "^$"):
        page.keyboard.press("Control+z")
        wait_for_moves(page, left)
    page.keyboard.press("Control+y")
    wait_for_moves(page, r"^1\. e4\s*$")


def test_a_position_is_set_up_by_click_drag_and_keys(visit):
    page = visit()
    page.click("#set-up")
    page.click("#setup-empty")
    expect(page.locator("#setup-fault")).to_contain_text("king")
    expect(page.locator("#setup-use")).to_be_disabled()
    square = "#setup-board [aria-label^={}]"
    page.click("#setup-white [aria-label='white king']")
    page.click(square.format("a1"))
    page.locator(square.format("a8")).focus()
    page.keyboard.press("k")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Q")
    start, end = (page.locator(square.format(name)).bounding_box() for name in ("e8", "e5"))
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=3)
    page.mouse.up()
    box = page.locator("#setup-black [aria-label='black pawn']").bounding_box()
    end = page.locator(square.format("h7")).bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=3)
    page.mouse.up()
    expect(page.locator("#setup-fen")).to_have_value("k7/7p/8/4Q3/8/8/8/K7 w - - 0 1")
    page.click(square.format("h7"), button="right")
    page.select_option("#setup-turn", "b")
    expect(page.locator("#setup-fault")).to_be_empty()
    page.fill("#setup-passing", "e9")
    expect(page.locator("#setup-fault")).not_to_be_empty()
    page.fill("#setup-passing", "-")
    page.click("#setup-use")
    expect(page.locator('.pieces [data-piece="wq"][data-square="e5"]')).to_have_count(1)
    page.fill("#move", "Ka7")
    page.press("#move", "Enter")
    wait_for_moves(page, "1… Ka7")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("e")
    short, long = page.get_by_label("White O-O", exact=True), page.get_by_label("White O-O-O")
    expect(short).to_be_disabled()
    page.fill("#setup-fen", "r3k2r/8/8/8/8/8/8/R3K2R b KQq - 3 9")
    expect(short).to_be_checked()
    page.click(square.format("h1"), button="right")
    expect(short).to_be_disabled()
    expect(long).to_be_checked()
    long.click()
    page.click("#setup-mirror")
    expect(page.locator("#setup-fen")).to_have_value("r2k3r/8/8/8/8/8/8/3K3R b - - 3 9")
    page.click("#setup-cancel")
    wait_for_moves(page, "1… Ka7")


def test_what_can_not_be_loaded_is_told_and_stays_to_be_mended(visit, tmp_path):
    page = visit(viewport={"width": 360, "height": 740}, locale="de-DE")
    load(page, "8/8/8/8/8/8/8/8 w - - 0 1")
    expect(page.locator("#notice-text")).to_have_text("Weiß hat 0 Könige; jede Seite braucht genau einen")
    expect(page.locator("#notice")).to_be_in_viewport()
    expect(page.locator("#text")).to_have_value("8/8/8/8/8/8/8/8 w - - 0 1")
    load(page, "8/8/8/8/8/8/8/K1k5 w - - 0 1")
    expect(page.locator("#text")).to_have_value("")
    page = visit()
    large = tmp_path / "large.pgn"
    with large.open("wb") as file:
        file.truncate(50 << 20)
    page.set_input_files("#file", large)
    expect(page.locator("#notice-text")).to_contain_text("too long")
    load(page, "1. d4 d5 2. Kd3 *")
    expect(page.locator("#notice-text")).to_contain_text("Read with faults: 2. Kd3 is illegal")
    wait_for_moves(page, "d5")
    page.click("#new")
    wait_for_moves(page, "^$")
    page.click("#dismiss")
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
