"""Pages open on what they are about, and nothing on them moves that nobody touched."""

import pytest

from barriers import barriers
from board_page import expect

pytestmark = pytest.mark.check

PAGES = ["", "mygames/", "repertoire/", "play/", "shogi/", "think/", "classroom/", "museum/", "stream/"]
WIDTHS = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
MOST_SHIFT = 0.02
"""Web Vitals call a layout shift of less than 0.1 good."""
MOST_REQUESTS = 5
"""The page, its script, its style, men, markers."""
WATCH = """
window.shift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
JUDGED = """[White "Anna"]
[Black "Bert"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Bc4 { [%eval 0.2] } Nc6 { [%eval 0.2] } 3. Qh5 { [%eval -0.4] }
Nf6 $4 { [%eval #1] (Kiebitz: 4.Qxf7# is mate.) } ( 3... g6 ) 4. Qxf7# { Well played. } 1-0
"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_moves_while_a_page_opens(path, width, server, browser):
    context = browser.new_context(viewport=WIDTHS[width], locale="en-GB")
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{server.url}{path}#{server.token}")
    expect(page.locator("html")).not_to_have_class("coming")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shift") <= MOST_SHIFT
    context.close()


@pytest.mark.parametrize("contrast", ["no-preference", "more"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_parts_have_no_barriers(scheme, contrast, visit):
    page = visit("parts/", color_scheme=scheme, contrast=contrast, bypass_csp=True)
    assert page.locator("#swatches li").count() > 20
    page.click("summary")
    assert barriers(page) == []


def test_the_board_is_there_after_few_requests(server, browser):
    context = browser.new_context()
    page = context.new_page()
    requests = []
    page.on("requestfinished", lambda request: requests.append(request.url))
    page.goto(f"{server.url}#{server.token}")
    page.wait_for_selector("html:not(.coming) .cm-chessboard .piece")
    page.wait_for_load_state("networkidle")
    assert len(requests) <= MOST_REQUESTS, requests
    context.close()


def test_a_judged_game_opens_where_it_turned_and_nothing_is_analysed(visit):
    page = visit()
    page.fill("#text", JUDGED)
    page.click("#load button")
    expect(page.locator("#now")).to_contain_text("3… Nf6??")
    expect(page.locator("#said")).to_have_text("4.Qxf7# is mate.")
    expect(page.locator("#moves .move[aria-current]")).to_contain_text("Nf6")
    expect(page.locator("#moments li")).to_have_count(1)
    expect(page.locator("#players-judged tr").nth(1).locator("td").nth(4)).to_have_text("1")
    page.click("#first")
    expect(page.locator("#now")).to_be_empty()
    page.click("#moments button")
    expect(page.locator("#said")).to_have_text("4.Qxf7# is mate.")
    page.click("#back")
    expect(page.locator(".arrow-best")).to_have_count(1)
    page.click("#players-judged button")
    expect(page.locator("#now")).to_contain_text("Nf6??")
    page.click("#learn-worst")
    expect(page.locator("#learn-text")).to_contain_text("1/1: Nf6??")
    expect(page.locator("#place")).to_have_class("turned")
    page.click("#end-learning")
    page.click("#learn-black")
    expect(page.locator("#learn-text")).to_contain_text("Nf6??")


def test_a_game_half_of_which_has_evaluations_opens_at_its_beginning(visit):
    page = visit()
    page.fill("#text", JUDGED.replace("[%eval 0.2]", ""))
    page.click("#load button")
    expect(page.locator("#moves .move")).to_have_count(8)
    expect(page.locator("#now")).to_be_empty()
    expect(page.locator("#moments")).to_be_hidden()


def test_signs_variations_and_null_moves_by_hand(visit):
    page = visit()
    now = page.locator("#now")

    def type_move(text):
        page.fill("#move", text)
        page.press("#move", "Enter")

    for text in ("d4", "d5?!", "c4", "e5!?", "--"):
        type_move(text)
    expect(now).to_contain_text("3. --")
    expect(page.locator("#moves")).to_contain_text("d5?!")
    expect(page.locator("#moves")).to_contain_text("e5!?")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for key in ("ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(now).to_contain_text("2. c4")
    type_move("e6")
    page.evaluate("document.activeElement.blur()")
    expect(now).to_contain_text("2… e6")
    page.keyboard.press("ArrowUp")
    expect(now).to_contain_text("2… e5!?")
    page.keyboard.press("ArrowDown")
    expect(now).to_contain_text("2… e6")
    page.keyboard.press("?")
    expect(now).to_contain_text("2… e6?")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    expect(now).to_contain_text("2… e6?")
    page.locator("#board").hover()
    page.mouse.wheel(0, -100)
    expect(now).to_contain_text("2. c4")
    page.mouse.wheel(0, 100)
    expect(now).to_contain_text("2… e5!?")
    page.keyboard.press("=")
    expect(page.locator("#moves [aria-current]")).to_contain_text("=")
    page.keyboard.press("a")
    expect(page.locator("#lines li").first).to_be_visible()
    before = page.locator("#moves .move").count()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#lines li").first).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("#moves .move")).to_have_count(before + 1)


def test_a_move_has_a_menu_and_the_address_names_the_place(visit, server):
    page = visit()
    page.fill("#text", "1. e4 (1. d4 d5) e5 2. Nf3 Nc6 3. Bb5 *")
    page.click("#load button")
    now, moves, menu = page.locator("#now"), page.locator("#moves"), page.locator("#move-menu")
    expect(moves.locator(".move")).to_have_count(7)

    def choose(move, item):
        moves.locator(".move", has_text=move).click(button="right")
        expect(menu).to_be_visible()
        menu.get_by_role("menuitem", name=item, exact=True).click()
        expect(menu).to_be_hidden()

    choose("3. Bb5", "!?")
    expect(moves).to_contain_text("Bb5!?")
    choose("2. Nf3", "Comment")
    expect(page.locator("#comment")).to_be_focused()
    page.keyboard.type("Best")
    expect(moves).to_contain_text("Best")
    expect(now).to_contain_text("2. Nf3")
    page.wait_for_url("**&2w")
    choose("d5", "Copy the line")
    expect(page.locator("#copied")).not_to_be_empty()
    choose("d4", "Make main line")
    expect(moves.locator(".variation .move")).to_have_count(5)
    moves.locator(".move", has_text="2. Nf3").click()
    page.wait_for_url("**&0b.e2e4.e7e5.g1f3")
    moves.locator(".move", has_text="d5").focus()
    page.keyboard.press("Shift+F10")
    expect(menu.locator("button").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(menu.locator("button").last).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    moves.locator(".move", has_text="d5").click()
    page.wait_for_url("**&1b")
    page.go_back()
    expect(now).to_contain_text("2. Nf3")
    page.go_forward()
    expect(now).to_contain_text("1… d5")
    choose("e5", "Delete from here")
    expect(moves.locator(".move")).to_have_count(3)
    link = visit(f"?pgn=1.+e4+e5+2.+Nf3+*#{server.token}&1b")
    expect(link.locator("#now")).to_contain_text("1… e5")
    link.wait_for_url(f"{server.url}#{server.token}&1b")


def test_more_games_than_a_tab_takes_go_to_my_games_by_a_click(visit):
    page = visit()
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        "1. e4 e5 *\n\n" * 20_001,
    )
    expect(page.locator("#notice-text")).to_contain_text("more than 20,000 games")
    page.click("#notice .offer")
    expect(page.locator("#notice-text")).to_contain_text("1 added, 20,000 there already")
