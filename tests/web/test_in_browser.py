"""The page in Chromium, as a person uses it: by mouse, finger and keys, through reloads and a server's death."""

import re
import signal
import time
from pathlib import Path

import pytest

from processes import wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright (PyPI: playwright) to use a browser with")

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
CASTLING_960 = "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1"
MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
HOSTILE = f'[White "{MARKUP}"]\n[Black "B"]\n\n1. e4 {{{MARKUP}}} e5 (1... c5 {{{MARKUP}}} 2. Nf3) 2. Nf3 *'


def middle(page, square):
    box = page.locator(f".cm-chessboard .square[data-square={square}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page, *squares):
    for square in squares:
        page.mouse.click(*middle(page, square))


def drag(page, start, end):
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


def load(page, text):
    page.fill("#text", text)
    page.click("#load button")


def wait_for_moves(page, text):
    sync_api.expect(page.locator("#moves")).to_have_text(re.compile(text))


def test_a_game_to_mate_by_clicks_and_drags(visit):
    page = visit()
    click(page, "f2", "f3")
    wait_for_moves(page, r"^1\. f3\s*$")
    drag(page, "e7", "e5")
    wait_for_moves(page, "e5")
    click(page, "g2")
    assert page.locator(".marker-dot").count() == 2
    click(page, "g4")
    wait_for_moves(page, r"2\. g4")
    drag(page, "d8", "h4")
    wait_for_moves(page, "Qh4#")
    sync_api.expect(page.locator("#spoken")).to_have_text("Move Qh4#, checkmate")
    assert page.locator(".marker-check").count() == 1
    assert page.locator(".marker-last").count() == 2
    click(page, "h4", "h5")
    page.keyboard.press("Home")
    sync_api.expect(page.locator("#spoken")).to_have_text("Start of the game")
    click(page, "e2", "e5")
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. f3\s+1\. e4\s+1… e5")


def test_a_pawn_becomes_what_is_chosen(visit):
    page = visit()
    load(page, PROMOTION)
    sync_api.expect(page.locator('[data-piece="wp"]')).to_have_count(1)
    click(page, "a7", "a8")
    page.click('.promotion-dialog-button[data-piece="wn"]')
    wait_for_moves(page, "a8=N")


def test_castling_in_chess960_goes_onto_the_rook(visit):
    page = visit()
    load(page, CASTLING_960)
    sync_api.expect(page.locator('[data-piece="wk"][data-square="c1"]')).to_have_count(1)
    click(page, "c1", "f1")
    wait_for_moves(page, "O-O")
    sync_api.expect(page.locator('[data-piece="wk"][data-square="g1"]')).to_have_count(1)


def test_markup_is_text_and_variations_can_be_changed(visit):
    page = visit()
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        HOSTILE,
    )
    wait_for_moves(page, re.escape(MARKUP))
    assert MARKUP in page.inner_text("#players")
    assert page.locator("main img, main script").count() == 0
    page.click(".variation .move >> nth=0")
    page.click("#promote")
    wait_for_moves(page, r"^1\. e4 .*1… c5 .*1… e5")
    page.click("#remove")
    wait_for_moves(page, r"^1\. e4 [^…]*1… e5 2\. Nf3\s*$")
    with page.expect_download() as download:
        page.click("#save")
    assert "1. e4" in Path(download.value.path()).read_text()


def test_lines_threat_and_reasons(visit):
    page = visit()
    page.click("summary")
    page.fill("#line-count", "5")
    page.click("#settings button")
    page.keyboard.press("Escape")
    page.click("#search")
    sync_api.expect(page.locator("#lines li")).to_have_count(5)
    assert re.match(r"depth \d+/\d+ · .* nodes · .* nodes/s · table \d+ %", page.inner_text("#speed"))
    sync_api.expect(page.locator(".arrow-best")).to_have_count(1)
    load(page, "6k1/8/8/8/8/1b6/r4PPP/6K1 w - - 0 1")
    sync_api.expect(page.locator('[data-piece="bb"][data-square="b3"]')).to_have_count(1)
    page.keyboard.press("t")
    sync_api.expect(page.locator("#threat-text")).to_contain_text("#-1 1...Ra1#")
    sync_api.expect(page.locator(".arrow-threat")).to_have_count(1)
    page.keyboard.press("t")
    sync_api.expect(page.locator(".arrow-threat")).to_have_count(0)
    load(page, MATE_IN_ONE)
    sync_api.expect(page.locator("#lines li >> nth=0")).to_contain_text("Ra8#")
    click(page, "a1", "a8")
    wait_for_moves(page, "Ra8#")
    page.keyboard.press("w")
    sync_api.expect(page.locator("#reasons")).to_contain_text("mate")


def test_what_can_not_be_loaded_is_told(visit, tmp_path):
    page = visit()
    load(page, "8/8/8/8/8/8/8/8 w - - 0 1")
    sync_api.expect(page.locator("#notice-text")).to_contain_text("king")
    large = tmp_path / "large.pgn"
    with large.open("wb") as file:
        file.truncate(50 << 20)
    page.set_input_files("#file", large)
    sync_api.expect(page.locator("#notice-text")).to_contain_text("too long")
    load(page, "1. d4 d5 2. Kd3 *")
    sync_api.expect(page.locator("#notice-text")).to_contain_text("Read with faults: 2. Kd3 is illegal")
    wait_for_moves(page, "d5")
    page.click("#new")
    wait_for_moves(page, "^$")
    page.click("#dismiss")
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")


def test_a_reload_in_mid_search_changes_nothing(visit):
    page = visit()
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    page.click("#search")
    page.wait_for_selector("#lines li")
    page.reload()
    wait_for_moves(page, "e4")
    sync_api.expect(page.locator("#search")).to_have_attribute("aria-pressed", "true")
    sync_api.expect(page.locator("#lines li >> nth=0")).to_contain_text("1...")


def test_work_outlives_the_server(visit, server):
    page = visit()
    click(page, "d2", "d4")
    wait_for_moves(page, "d4")
    server.end(signal.SIGKILL)
    sync_api.expect(page.locator("#notice-text")).to_contain_text("connection is lost")
    server.start()
    sync_api.expect(page.locator("#notice")).to_be_hidden()
    click(page, "d7", "d5")
    wait_for_moves(page, r"1\. d4 d5")


def test_two_tabs_have_games_of_their_own_and_leave_no_search(visit, server):
    one, other = visit(), visit()
    click(one, "e2", "e4")
    click(other, "c2", "c4")
    wait_for_moves(one, r"^1\. e4\s*$")
    wait_for_moves(other, r"^1\. c4\s*$")
    for page in (one, other):
        page.click("#search")
        page.wait_for_selector("#lines li")
    for page in (one, other):
        page.close()

    def rests():
        before = server.cpu_ticks()
        time.sleep(0.5)
        return server.cpu_ticks() - before <= 2

    wait_until(rests)


def test_the_keyboard_is_enough(visit):
    page = visit()
    page.locator("#board svg.cm-chessboard").focus()
    for key in ("ArrowRight",) * 4 + ("ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    wait_for_moves(page, r"^1\. e4\s*$")
    page.focus("#move")
    page.keyboard.type("c5")
    page.keyboard.press("Enter")
    wait_for_moves(page, r"1\. e4 c5")
    page.focus("#flip")
    page.keyboard.press("ArrowLeft")
    sync_api.expect(page.locator("#spoken")).to_have_text("Move e4")
    page.keyboard.press("End")
    sync_api.expect(page.locator("#opening")).to_have_text("B20 Sicilian Defense")


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


def test_dark_and_german_as_the_browser_wishes(visit):
    light, dark = visit(color_scheme="light"), visit(color_scheme="dark", locale="de-DE")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(ground) != dark.evaluate(ground)
    assert dark.inner_text("#search") == "Analysieren"
    assert dark.get_attribute("html", "lang") == "de"
    click(dark, "e2", "e4")
    sync_api.expect(dark.locator("#spoken")).to_have_text("Zug e4")
    dark.fill("#move", "Sc6")
    dark.press("#move", "Enter")
    wait_for_moves(dark, r"1\. e4 Sc6")
