"""Lines to click, what a game has stored, and what is drawn on the board, in Chromium."""

from pathlib import Path

import pytest

from board_page import click, expect, load, middle, wait_for_moves

pytestmark = pytest.mark.nightly
STORED = (
    '[White "Anna"]\n[Black "Bo"]\n[WhiteElo "2100"]\n\n'
    "1. e4 {[%eval 0.30][%clk 0:02:57] Best [%csl Gd4][%cal Re2e4,Bd1h5]} 1... e5 {[%eval -0.10][%clk 1:00:09]}"
    " 2. Nf3 $1 $146 {[%eval #3][%emt 0:00:04]} *"
)


READ_AND_CLICKED = """() => {
    const moves = [...document.querySelectorAll("#lines li:nth-child(2) .pv")].slice(0, 3);
    const texts = moves.map(move => move.textContent);
    moves[2].click();
    return texts;
}"""
"""The first moves of the second line, the third of them clicked: in one moment, as the search may tell another line."""


def searched(page):
    """Search until the first two lines have three moves and the third is there, too."""
    page.click("#search")
    page.wait_for_selector("#lines li >> nth=2")
    for line in range(2):
        page.wait_for_selector(f"#lines li >> nth={line} >> .pv >> nth=2")
    page.click("#search")


def test_a_click_in_a_line_plays_it_up_to_there(visit):
    page = visit()
    searched(page)
    page.locator("#lines li >> nth=1").locator(".pv").nth(2).hover()
    expect(page.locator(".mini-board")).to_be_visible()
    assert page.locator(".mini-board use").count() == 32
    expected = [text.split()[-1] for text in page.evaluate(READ_AND_CLICKED)]
    expect(page.locator("#moves .move")).to_have_count(3)
    assert [text.split()[-1] for text in page.locator("#moves .move").all_inner_texts()] == expected
    expect(page.locator("#moves [aria-current]")).to_contain_text(expected[2])
    page.keyboard.press("Control+z")
    expect(page.locator("#moves .move")).to_have_count(0)


def test_what_a_game_has_stored_is_shown(visit):
    page = visit()
    load(page, STORED)
    wait_for_moves(page, "Nf3! N")
    assert page.locator("#moves .move >> nth=0").get_attribute("data-score") == "+0.30"
    assert page.locator("#moves .comment").inner_text() == "Best"
    expect(page.locator("#graph .u-over")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".drawn-g circle")).to_have_count(1)
    expect(page.locator(".drawn-r path")).to_have_count(1)
    expect(page.locator(".drawn-b path")).to_have_count(1)
    expect(page.locator("#side-white")).to_have_text("Anna (2100)2:57")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".shape")).to_have_count(0)
    expect(page.locator("#side-black")).to_have_text("Bo1:00:09")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#side-white time")).to_have_text("+0:04")
    expect(page.locator("#bar-score")).to_have_text("#3")


def test_shapes_are_drawn_by_the_right_button_a_mode_and_keys_and_are_saved(visit):
    page = visit()
    page.mouse.move(*middle(page, "e2"))
    page.mouse.down(button="right")
    page.mouse.move(*middle(page, "e4"), steps=3)
    expect(page.locator(".shape")).to_have_count(1)
    page.mouse.up(button="right")
    expect(page.locator(".drawn-g path")).to_have_count(1)
    page.keyboard.press("d")
    page.click("[data-colour=R]")
    click(page, "d4")
    expect(page.locator(".drawn-r circle")).to_have_count(1)
    page.fill("#move", "bc2c4")
    page.press("#move", "Enter")
    expect(page.locator(".drawn-b path")).to_have_count(1)
    expect(page.locator("#moves .move")).to_have_count(0)
    with page.expect_download() as download:
        page.click("#save")
    assert "{ [%csl Rd4][%cal Ge2e4,Bc2c4] }" in Path(download.value.path()).read_text()
    page.click("#rub-out")
    expect(page.locator(".shape")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(".shape")).to_have_count(3)
    page.click("#draw")
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    expect(page.locator(".shape")).to_have_count(0)
