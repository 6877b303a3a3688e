"""The page that plays, in Chromium, as a person uses it: to mate, through reloads and a server's death."""

import re
import signal

import pytest

from barriers import barriers
from board_page import MATE_IN_ONE, PHONE, click, expect, middle, wait_for_moves, wait_until_kept

pytestmark = pytest.mark.nightly
YOUR_MOVE = "^Your move"
TERMS = "#opponent:has(option[value=today])"


@pytest.fixture
def sit_down(visit):
    """Open the page and begin a game on these terms."""

    def begin(fen="", opponent="rating", elo=600, clock="none", colour="white", **settings):
        page = visit("play/", TERMS, **settings)
        choose(page, fen, opponent, elo, clock, colour)
        return page

    return begin


def choose(page, fen="", opponent="rating", elo=600, clock="none", colour="white"):
    page.select_option("#opponent", opponent)
    if opponent == "rating":
        page.fill("#elo", str(elo))
    page.select_option("#colour", colour)
    page.select_option("#clock", clock)
    if fen:
        page.select_option("#start", "fen")
        page.fill("#fen", fen)
    page.click("#begin")
    expect(page.locator("#state")).to_be_visible()


def state(page, text):
    expect(page.locator("#state")).to_have_text(re.compile(text))


def man(page, piece, square):
    """Where a man stands on the board."""
    return page.locator(f'.pieces [data-piece="{piece}"][data-square="{square}"]')


def test_chess960_begins_by_number_and_the_engine_with_white(visit):
    page = visit("play/", TERMS)
    page.select_option("#start", "chess960")
    page.fill("#number", "0")
    choose(page, colour="black")
    wait_for_moves(page, r"^\s*1\. \S+\s*$")
    expect(man(page, "bk", "g8")).to_have_count(1)  # BBQNNRKR
    assert page.locator("#board svg .coordinate").first.text_content() in "h1"


def test_moves_are_taken_back_and_hints_given(sit_down):
    page = sit_down(MATE_IN_ONE)
    expect(page.locator("#take-back")).to_be_disabled()
    page.click("#hint")
    expect(page.locator(".arrow-best")).to_have_count(1)
    expect(page.locator("#spoken")).to_have_text("Hint: Ra8#")
    click(page, "a1", "a2")
    wait_for_moves(page, "1\\. Ra2 ")
    state(page, YOUR_MOVE)
    page.click("#take-back")
    wait_for_moves(page, "^$")
    click(page, "a1", "a8")
    state(page, "^You have won")
    page.click("#take-back")
    state(page, YOUR_MOVE)
    expect(page.locator("#analyse")).to_be_hidden()


def test_moves_are_said_beforehand_and_colours_changed_in_a_rematch(sit_down):
    page = sit_down(opponent="today")  # which thinks for a second
    premove = page.locator(".arrow-premove")
    click(page, "e2", "e4")
    state(page, "thinking")
    click(page, "e1", "e8")  # what can't be is forgotten
    expect(premove).to_have_count(1)
    page.mouse.click(*middle(page, "a4"), button="right")
    expect(premove).to_have_count(0)
    click(page, "h2", "h3")
    expect(premove).to_have_count(1)
    wait_for_moves(page, r"1\. e4 \S+ 2\. h3")
    expect(premove).to_have_count(0)
    page.click("#resign")
    page.click("#resign")
    page.click("#rematch")
    wait_for_moves(page, r"^\s*1\. \S+\s*$")
    expect(man(page, "bk", "e8")).to_have_count(1)
    expect(page.locator("#near-name")).to_have_text("You")
    assert page.locator("#board .beside").first.text_content() == "h"


def test_a_reload_in_mid_game_comes_back_with_its_clocks(sit_down):
    page = sit_down(clock="10+0")
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. e4 \S+")
    state(page, YOUR_MOVE)
    page.goto("about:blank")
    page.go_back()
    wait_for_moves(page, r"1\. e4 \S+")
    expect(page.locator("#near-clock")).not_to_have_text(page.inner_text("#near-clock"))  # it goes on
    click(page, "d2", "d4")
    wait_for_moves(page, r"2\. d4 \S+")


def test_a_game_outlives_the_server_and_its_tab(visit, sit_down, server):
    page = sit_down(clock="5+3", elo=850)
    click(page, "d2", "d4")
    wait_for_moves(page, r"1\. d4 \S+")
    state(page, YOUR_MOVE)
    server.end(signal.SIGKILL)
    expect(page.locator("#notice-text")).to_contain_text("connection is lost")
    expect(page.locator("#near-clock")).not_to_have_class(re.compile("runs"))
    server.start()
    expect(page.locator("#notice")).to_be_hidden()
    click(page, "c2", "c4")
    wait_for_moves(page, r"2\. c4 \S+")
    page.close()
    page = visit("play/", TERMS)
    page.click("#kept-games li >> nth=0 >> button >> nth=0")
    wait_for_moves(page, r"2\. c4 \S+")
    expect(page.locator("#far-name")).to_have_text("Kiebitz (850)")


def test_leaving_a_game_that_is_not_kept_warns(sit_down, server):
    leaves = "() => dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    page = sit_down()
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. e4 \S+")
    assert page.evaluate(leaves) is True
    folder, away = server.data / "kiebitz" / "board" / "play", server.data / "away"
    folder.rename(away)
    folder.write_text("no folder")
    page.click("#take-back")
    wait_for_moves(page, "^$")
    click(page, "d2", "d4")
    expect(page.locator("#notice-text")).to_contain_text("Not kept beyond this server")
    assert page.evaluate(leaves) is False
    folder.unlink()
    away.rename(folder)


def test_the_position_of_the_page_analyse_is_played_on(visit):
    page = visit()
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    wait_until_kept(page)
    page.click("nav >> text=Play")
    page.select_option("#start", "analysis")
    choose(page, colour="black")
    expect(man(page, "wp", "e4")).to_have_count(1)
    page.fill("#move", "e5")
    page.press("#move", "Enter")
    wait_for_moves(page, r"^\s*1… e5 2\. \S+\s*$")


def test_the_keyboard_is_enough(visit):
    page = visit("play/", TERMS)
    page.focus("#begin")
    page.keyboard.press("Enter")
    state(page, YOUR_MOVE)
    page.locator("#board svg.cm-chessboard").focus()
    for key in ("ArrowRight",) * 4 + ("ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    wait_for_moves(page, r"1\. e4 \S+")
    state(page, YOUR_MOVE)
    page.focus("#flip")
    page.keyboard.press("h")
    expect(page.locator(".arrow-best")).to_have_count(1)
    page.keyboard.press("Control+z")
    wait_for_moves(page, "^$")
    page.focus("#move")
    page.keyboard.type("d4")
    page.keyboard.press("Enter")
    wait_for_moves(page, r"1\. d4 \S+")


def test_a_phone_shows_all_and_is_played_with_a_thumb(visit):
    page = visit("play/", TERMS, **PHONE)
    assert page.locator("#terms").bounding_box()["y"] < page.locator("#board").bounding_box()["y"]
    page.select_option("#opponent", "rating")
    page.tap("#begin")
    state(page, YOUR_MOVE)
    for square in ("e2", "e4"):
        page.touchscreen.tap(*middle(page, square))
    wait_for_moves(page, r"1\. e4 \S+")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = page.evaluate(
        "[...document.querySelectorAll('.controls button')].map(b => b.offsetHeight).filter(Boolean)"
    )
    assert min(heights) >= 40


def test_german_as_the_browser_wishes(visit):
    page = visit("play/", TERMS, locale="de-DE", color_scheme="dark", bypass_csp=True)
    assert barriers(page) == []
    page.click("#begin")
    state(page, "^Du bist am Zug.$")
    page.fill("#move", "Sf3")
    page.press("#move", "Enter")
    wait_for_moves(page, r"1\. Sf3 \S+")
    assert barriers(page) == []
