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
LEGAL = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"
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


def analyse_game(page):
    """Let the whole game be analysed, with so few nodes that no test has to wait."""
    page.evaluate("document.querySelector('#game-nodes option').value = 5000")
    page.select_option("#game-nodes", "5000")
    page.click("#analyse-game")


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
    page.click("text=Settings")
    page.fill("#line-count", "5")
    page.click("#settings button")
    page.keyboard.press("Escape")
    page.click("#search")
    sync_api.expect(page.locator("#lines li")).to_have_count(5)
    assert re.match(r"depth \d+/\d+ · .* nodes · .* nodes/s · table \d+ %", page.inner_text("#speed"))
    sync_api.expect(page.locator(".arrow-best")).to_have_count(1)
    load(page, "6k1/8/8/8/8/1b6/r4PPP/6K1 w - - 0 1")
    page.keyboard.press("t")  # at once: the position is not shown yet
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


def test_the_whole_game_is_analysed_and_its_graph_leads_to_moves(visit):
    page = visit()
    load(page, f'[White "{MARKUP}"]\n\n{LEGAL}')
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    page.reload()  # and it goes on
    sync_api.expect(page.locator("#report")).to_be_visible()
    sync_api.expect(page.locator("#progress")).to_be_hidden()
    wait_for_moves(page, r"Bxd1\?\? \(Kiebitz: 6\.Bxf7\+ mates")
    rows = page.locator("#players-judged tr")
    assert MARKUP in rows.nth(0).inner_text()
    assert re.match(r"\?|Black", rows.nth(1).inner_text())
    assert rows.nth(1).locator("td").nth(4).inner_text() == "1"
    box = page.locator("#graph .u-over").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 10 / 13, box["y"] + 20)
    sync_api.expect(page.locator("#spoken")).to_have_text("Move Bxd1")
    sync_api.expect(page.locator("#said")).to_contain_text("dxe5")
    page.reload()
    sync_api.expect(page.locator("#said")).to_contain_text("dxe5")
    click(page, "a2", "a4")
    sync_api.expect(page.locator("#said")).to_be_empty()
    page.click("#promote")  # another main line: what was thought isn't about it
    sync_api.expect(page.locator("#report")).to_be_hidden()
    page.keyboard.press("Control+z")
    sync_api.expect(page.locator("#report")).to_be_visible()


def test_a_mistake_is_tried_again(visit):
    page = visit()
    load(page, LEGAL)
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    page.click("#learn-black")
    said = page.locator("#learn-text")
    sync_api.expect(said).to_contain_text("find a better move")
    while page.locator("#next-task").is_enabled():
        page.click("#next-task")
    sync_api.expect(said).to_contain_text("Bxd1??")
    sync_api.expect(page.locator('.pieces [data-piece="wn"][data-square="e5"]')).to_have_count(1)
    sync_api.expect(page.locator("#moves")).to_be_hidden()
    click(page, "g4", "d1")
    sync_api.expect(said).to_contain_text("there is something better")
    sync_api.expect(page.locator('.pieces [data-piece="bb"][data-square="g4"]')).to_have_count(1)
    page.click("#hint")
    sync_api.expect(said).to_have_text("Move what stands on d6.")
    page.click("#solution")
    sync_api.expect(said).to_contain_text("dxe5")
    sync_api.expect(page.locator(".arrow-best")).to_have_count(1)
    page.click("#once-more")
    sync_api.expect(page.locator(".arrow-best")).to_have_count(0)
    page.fill("#move", "dxe5")
    page.press("#move", "Enter")
    sync_api.expect(said).to_contain_text("the best move!")
    page.click("#end-learning")
    sync_api.expect(page.locator("#moves")).to_be_visible()
    page.click("#learn-white")
    sync_api.expect(said).to_have_text("No marked move here.")


def test_an_analysis_can_be_cancelled(visit):
    page = visit()
    load(page, LEGAL)
    wait_for_moves(page, "Nd5#")
    page.select_option("#game-nodes", "1000000")
    page.click("#analyse-game")
    page.click("#leave-game")
    sync_api.expect(page.locator("#analyse-game")).to_be_visible()
    page.reload()
    wait_for_moves(page, "Nd5#")
    sync_api.expect(page.locator("#progress")).to_be_hidden()


def test_a_game_is_chosen_from_many(visit):
    page = visit()
    load(page, "".join(f'[White "{name}"]\n\n1. {move} *\n\n' for name, move in ((MARKUP, "e4"), ("Bo", "d4"))))
    sync_api.expect(page.locator("#games li")).to_have_count(2)
    assert MARKUP in page.inner_text("#games li >> nth=0")
    page.fill("#filter", "bo")
    sync_api.expect(page.locator("#games li")).to_have_count(1)
    page.click("#games button")
    wait_for_moves(page, r"^1\. d4\s*$")
    page.reload()
    wait_for_moves(page, r"^1\. d4\s*$")
    sync_api.expect(page.locator("#games li")).to_have_count(2)


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
    page.click("#setup summary")
    page.click("#setup-empty")
    sync_api.expect(page.locator("#setup-fault")).to_contain_text("king")
    sync_api.expect(page.locator("#setup-use")).to_be_disabled()
    square = "#setup-board [aria-label^={}]"
    page.click("#setup-men [aria-label='white king']")
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
    page.select_option("#setup-turn", "b")
    sync_api.expect(page.locator("#setup-fault")).to_be_empty()
    page.fill("#setup-passing", "e3")
    sync_api.expect(page.locator("#setup-fault")).not_to_be_empty()
    page.fill("#setup-passing", "-")
    page.click("#setup-use")
    sync_api.expect(page.locator('.pieces [data-piece="wq"][data-square="e5"]')).to_have_count(1)
    page.fill("#move", "Ka7")
    page.press("#move", "Enter")
    wait_for_moves(page, "1… Ka7")


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


def test_what_a_person_made_is_offered_at_the_next_start(visit):
    page = visit()
    load(page, f'[White "{MARKUP}"]\n\n1. d4 d5 *')
    wait_for_moves(page, "d4")
    page.keyboard.press("c")
    page.keyboard.type("Remember")
    page.click("#note button")
    wait_for_moves(page, "Remember")
    page.close()
    page = visit()
    page.click(f"text={MARKUP}")
    wait_for_moves(page, "Remember")
    assert page.locator("main img").count() == 0
    page.click("#new")
    page = visit()
    page.locator("#kept-games li", has_text=MARKUP).locator("button >> nth=1").click()
    sync_api.expect(page.locator("#kept-games li", has_text=MARKUP)).to_have_count(0)


def test_leaving_with_unsaved_work_warns(visit, server):
    page = visit()
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    leaves = "() => dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    page.wait_for_function(leaves)  # what is kept needs no warning
    for path in server.data.rglob("board"):
        path.rename(path.with_name("away"))
        path.write_text("no folder")
    click(page, "e7", "e5")
    sync_api.expect(page.locator("#notice-text")).to_contain_text("Not kept")
    assert page.evaluate(leaves) is False
    with page.expect_download():
        page.click("#save")
    assert page.evaluate(leaves) is True
    for path in server.data.rglob("board"):
        path.unlink()
        path.with_name("away").rename(path)


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_barriers(visit, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core (axe-playwright-python)")
    page = visit(color_scheme=scheme, bypass_csp=True)
    load(page, f"1. e4 {{Best}} e5 (1... c5) *\n\n{LEGAL}")
    wait_for_moves(page, "c5")
    for summary in page.locator("summary").all():
        summary.click()
    page.click("#search")
    page.wait_for_selector("#lines li")
    page.click("#search")
    response = axe.Axe().run(page).response
    assert response["passes"]
    serious = [
        (fault["id"], [node["target"] for node in fault["nodes"]])
        for fault in response["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert serious == []
