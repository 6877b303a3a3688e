"""Moves made on the page by mouse, finger and keys, in Chromium."""

import pytest

from board_page import HELD, PHONE, click, drag, expect, load, middle, wait_for_moves

pytestmark = pytest.mark.nightly
SLOW_FRAMES = """() => {
  const draw = requestAnimationFrame;
  window.requestAnimationFrame = step => setTimeout(draw, 300, step);
}"""


def test_a_move_is_taken_before_the_one_before_it_is_drawn(visit):
    page = visit()
    page.evaluate(SLOW_FRAMES)
    click(page, "e2", "e4")
    wait_for_moves(page, r"^1\. e4\s*$")
    drag(page, "e7", "e5")
    wait_for_moves(page, r"1\. e4 e5")
    click(page, "g1", "f3")
    wait_for_moves(page, r"2\. Nf3")
    expect(page.locator('.pieces [data-piece="wn"][data-square="f3"]')).to_have_count(1)


def test_a_phone_shows_all_and_is_played_with_a_thumb(visit):
    page = visit(**PHONE)
    for square in ("e2", "e4"):
        page.touchscreen.tap(*middle(page, square))
    wait_for_moves(page, "e4")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = page.evaluate(
        "[...document.querySelectorAll('.controls button')].map(b => b.offsetHeight).filter(Boolean)"
    )
    assert min(heights) >= 40


def test_a_move_may_be_said_beforehand_where_the_game_is_played_on(visit):
    page = visit()
    load(page, "8/8/8/8/7k/8/P7/K7 w - - 0 1")
    page.click("#playing summary")
    page.click("#play-on")
    expect(page.locator("#play-state")).to_have_text("Your move.")
    page.evaluate(HELD)  # nobody answers yet
    click(page, "a2", "a3")
    click(page, "a1", "b2")
    expect(page.locator(".arrow-premove")).to_have_count(1)
    page.evaluate("window.release()")
    wait_for_moves(page, r"1\. a3 .+ 2\. Kb2")
