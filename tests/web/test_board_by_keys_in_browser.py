"""The twenty tasks of ``board_tasks`` on the page Analyse by keyboard alone, in Chromium.

What has no key of its own is gone to by Tab, which is pressed until it is there.
"""

import pytest

from board_page import LEGAL, expect

pytestmark = pytest.mark.nightly
MOST_TABS = 150


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab doesn't lead to {selector}")


def leave_fields(page):
    """Let keys be those of the page again."""
    page.evaluate("document.activeElement.blur()")


def test_keys_are_enough_for_all_twenty(visit):
    page = visit()
    moves, current = page.locator("#moves .move"), page.locator("#moves [aria-current]")
    page.evaluate("document.querySelector('#game-nodes option').value = 3000")

    tab_to(page, "#text")  # load
    page.keyboard.insert_text(LEGAL)
    tab_to(page, "#load button")
    page.keyboard.press("Enter")
    expect(moves).to_have_count(13)
    leave_fields(page)
    page.keyboard.press("ArrowRight")  # step
    expect(current).to_have_text("1. e4")
    page.keyboard.press("End")  # to the end
    expect(current).to_have_text("7. Nd5#")
    page.keyboard.press("f")  # turn the board
    expect(page.locator("#place")).to_have_class("turned")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#move")  # a move, and a variation with it
    page.keyboard.type("c5")
    page.keyboard.press("Enter")
    expect(page.locator(".variation .move")).to_have_count(1)
    page.keyboard.type("Nf3")
    page.keyboard.press("Enter")
    expect(page.locator(".variation .move")).to_have_count(2)
    leave_fields(page)
    page.keyboard.press("a")  # the engine
    page.wait_for_selector("#lines li >> nth=0 >> .pv >> nth=2")
    tab_to(page, "#lines .pv")  # its line up to a move
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".variation .move")).to_have_count(4)
    page.wait_for_selector("#lines li >> nth=0 >> .pv >> nth=2")
    tab_to(page, "#lines .whole")  # its whole line
    page.keyboard.press("Enter")
    expect(page.locator(".variation .move")).not_to_have_count(4)
    leave_fields(page)
    page.keyboard.press("a")
    page.keyboard.press("t")  # the threat
    expect(page.locator("#threat-text")).to_contain_text("hreat")
    page.keyboard.press("w")  # why
    expect(page.locator("#reasons p").first).not_to_contain_text("…")
    page.keyboard.press("c")  # a comment
    page.keyboard.type("By keys")
    expect(page.locator("#moves .comment")).to_have_text("By keys")
    leave_fields(page)
    tab_to(page, "#signs [data-nag='3']")  # a sign
    page.keyboard.press("Enter")
    expect(current).to_contain_text("!!")
    leave_fields(page)
    page.keyboard.press("d")  # an arrow
    tab_to(page, "#move")
    page.keyboard.type("rd1h5")
    page.keyboard.press("Enter")
    expect(page.locator(".drawn-r path")).to_have_count(1)
    leave_fields(page)
    page.keyboard.press("d")
    tab_to(page, "#make-main")  # the main line
    page.keyboard.press("Enter")
    expect(page.locator(".variation .move").first).to_have_text("1… e5")
    leave_fields(page)
    page.keyboard.press("Control+z")
    expect(page.locator(".variation .move").first).to_have_text("1… c5")
    tab_to(page, "#remove")  # deleted from here
    page.keyboard.press("Enter")
    expect(page.locator("#moves .comment")).to_have_count(0)
    tab_to(page, "#game-nodes")
    page.keyboard.press("Home")
    tab_to(page, "#analyse-game")  # the whole game
    page.keyboard.press("Enter")
    expect(page.locator("#players-judged tr")).to_have_count(2)
    tab_to(page, "#learn-black")  # learn
    page.keyboard.press("Enter")
    expect(page.locator("#learn-text")).to_contain_text("find a better")
    tab_to(page, "#end-learning")
    page.keyboard.press("Enter")
    leave_fields(page)
    page.keyboard.press("Home")
    page.keyboard.press("p")  # play on
    expect(page.locator("#play-state")).to_have_text("Your move.")
    page.keyboard.press("p")
    expect(page.locator("#play-on")).to_be_visible()
    tab_to(page, "#save")  # save
    with page.expect_download():
        page.keyboard.press("Enter")
