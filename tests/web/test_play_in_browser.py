"""The page that plays, in Chromium, as a person uses it: to mate, through reloads and a server's death."""

import re
import signal
import time
from pathlib import Path

import pytest

from barriers import barriers
from board_page import MATE_IN_ONE, PHONE, click, drag, expect, middle, wait_for_moves, wait_until_kept
from processes import wait_until

pytestmark = pytest.mark.slow
# The king has one square: what the engine answers is certain.
MATE_IN_TWO = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
QUEEN_UP = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 20"
CASTLING_960 = "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1"
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


def seconds(page, clock):
    """What a clock shows."""
    minutes, rest = page.inner_text(f"#{clock}-clock").split(":")
    return 60 * int(minutes) + int(rest)


def man(page, piece, square):
    """Where a man stands on the board."""
    return page.locator(f'.pieces [data-piece="{piece}"][data-square="{square}"]')


def test_a_game_to_mate_by_click_and_drag_is_saved_and_analysed(sit_down):
    page = sit_down(MATE_IN_TWO, clock="3+2")
    click(page, "f6")
    assert page.locator(".marker-dot").count() == 7
    click(page, "f7")
    wait_for_moves(page, r"1\. Kf7 Kh7\s*$")
    state(page, YOUR_MOVE)
    drag(page, "g1", "h1")
    state(page, "^You have won: checkmate.$")
    expect(page.locator("#spoken")).to_have_text("You: Rh1#, You have won: checkmate.")
    assert page.locator(".marker-check").count() == 1
    assert page.locator(".marker-last").count() == 2
    with page.expect_download() as download:
        page.click("#save")
    pgn = Path(download.value.path()).read_text()
    for said in ('Result "1-0"', 'TimeControl "180+2"', 'Termination "normal"', "[%clk 0:03:0"):
        assert said in pgn
    page.click("#analyse")
    wait_for_moves(page, r"Rh1#")
    expect(page).to_have_title("Kiebitz")
    assert page.locator("#search").is_visible()
    expect(man(page, "wr", "h1")).to_have_count(1)


def test_a_pawn_becomes_what_is_chosen(sit_down):
    page = sit_down(PROMOTION)
    click(page, "a7", "a8")
    page.click('.promotion-dialog-button[data-piece="wr"]')
    wait_for_moves(page, r"1\. a8=R K")


def test_castling_in_chess960_goes_onto_the_rook(sit_down):
    page = sit_down(CASTLING_960)
    click(page, "c1", "f1")
    wait_for_moves(page, "1\\. O-O ")
    expect(man(page, "wk", "g1")).to_have_count(1)


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


def test_resigning_takes_two_clicks_and_another_game_begins(sit_down):
    page = sit_down(opponent="tartan")
    expect(page.locator("#far-name")).to_have_text("Tartan, 1991")
    page.click("#resign")
    expect(page.locator("#resign")).to_have_text("Really resign?")
    page.click("#resign")
    state(page, "^Kiebitz has won: you have resigned.$")
    page.click("#new")
    expect(page.locator("#opponent")).to_have_value("tartan")
    choose(page, elo=1500, colour="black")
    expect(page.locator("#far-name")).to_have_text("Kiebitz (1500)")
    state(page, YOUR_MOVE)


def test_a_draw_is_offered(sit_down):
    page = sit_down()
    page.click("#draw")
    expect(page.locator("#notice-text")).to_have_text("Kiebitz plays on.")
    page.click("#new")
    choose(page, QUEEN_UP)
    page.click("#draw")
    state(page, "^Drawn: by agreement.$")


def test_a_flag_falls(visit):
    page = visit("play/", TERMS)
    page.select_option("#clock", "own")
    page.fill("#minutes", "0.02")
    choose(page, clock="own")
    expect(page.locator("#near-clock")).to_have_class(re.compile("runs"))
    state(page, "^Kiebitz has won: on time.$")
    expect(page.locator("#near-clock")).to_have_text("0.0")


def test_a_reload_in_mid_game_comes_back_with_its_clocks(sit_down):
    page = sit_down(clock="10+0")
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. e4 \S+")
    state(page, YOUR_MOVE)
    before = seconds(page, "near")
    page.goto("about:blank")
    time.sleep(3)  # the clock stands
    page.go_back()
    wait_for_moves(page, r"1\. e4 \S+")
    assert before - 2 <= seconds(page, "near") <= before
    expect(page.locator("#near-clock")).not_to_have_text(page.inner_text("#near-clock"))  # and now it goes on
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


def test_a_second_tab_takes_the_game_over(sit_down):
    page = sit_down(clock="10+0")
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. e4 \S+")
    with page.expect_popup() as popup:
        page.evaluate("() => { open(location.href); }")
    wait_for_moves(popup.value, r"1\. e4 \S+")
    expect(page.locator("#notice-text")).to_have_text("This game goes on in another tab.")
    expect(page.locator("#terms")).to_be_visible()
    expect(page.locator("#near-clock")).to_be_hidden()


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


def test_what_can_not_be_played_is_told(sit_down):
    page = sit_down(MATE_IN_ONE)
    page.fill("#move", "Ra9")
    page.press("#move", "Enter")
    expect(page.locator("#notice-text")).to_contain_text("'Ra9' is no move")
    page.click("#new")
    choose(page, "8/8/8/8/8/8/8/8 w - - 0 1")
    expect(page.locator("#notice-text")).to_contain_text("king")


def test_a_closed_tab_leaves_no_search(sit_down, server):
    page = sit_down(opponent="today", clock="30+20")
    click(page, "e2", "e4")
    state(page, "is thinking")
    page.close()

    def rests():
        before = server.cpu_ticks()
        time.sleep(0.5)
        return server.cpu_ticks() - before <= 2

    wait_until(rests)


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
    page = visit("play/", TERMS, locale="de-DE", color_scheme="dark")
    page.click("#begin")
    state(page, "^Du bist am Zug.$")
    page.fill("#move", "Sf3")
    page.press("#move", "Enter")
    wait_for_moves(page, r"1\. Sf3 \S+")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_barriers(visit, scheme):
    page = visit("play/", TERMS, color_scheme=scheme, bypass_csp=True)
    page.select_option("#clock", "own")
    page.select_option("#start", "fen")
    assert barriers(page) == []
    page.select_option("#start", "usual")
    choose(page, clock="1+0")
    click(page, "e2", "e4")
    wait_for_moves(page, r"1\. e4 \S+")
    page.click("#hint")
    expect(page.locator(".arrow-best")).to_have_count(1)
    assert barriers(page) == []
    page.click("#resign")
    page.click("#resign")
    state(page, "resigned")
    assert barriers(page) == []
