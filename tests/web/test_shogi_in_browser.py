"""The board of shogi in Chromium, as a person uses it."""

import re

import pytest

from board_page import expect, middle_of
from kiebitz.commandline.shogi_picture import VIEW

pytestmark = pytest.mark.nightly

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WITH_HAND = "4k4/9/4P4/9/9/9/9/9/4K4 b GS2P 1"
MARKUP = "N+<img src=x onerror=alert(1)>\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"


@pytest.fixture
def board(visit):
    """The page with the board."""
    return lambda **settings: visit("shogi/", "#spots rect", **settings)


def middle(page, name):
    return middle_of(page, f'#spots rect[data-name="{name}"]')


def click(page, *names):
    for name in names:
        page.mouse.click(*middle(page, name))


def drag(page, start, end):
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=5)
    page.mouse.up()


def load(page, text):
    page.fill("#text", text)
    page.click("#load button")


def expect_moves(page, *western):
    if page.get_attribute("#notation", "aria-pressed") == "false":
        page.click("#notation")
    expect(page.locator("#game li")).to_have_text([f"{ply}. {move}" for ply, move in enumerate(western, 1)])


def test_a_man_is_dragged_from_the_hand(board):
    page = board()
    load(page, WITH_HAND)
    expect(page.locator('#spots rect[data-name="G*"]')).to_have_count(1)
    drag(page, "G*", "5b")
    expect_moves(page, "G*5b")
    expect(page.locator("#standing")).to_have_text("mate: Black (☗) wins")
    expect(page.locator("#search")).to_be_disabled()


def test_on_a_phone_the_board_is_as_wide_as_the_screen(board):
    page = board(**PHONE)
    load(page, WITH_HAND)
    square, hand = (page.locator(f'#spots rect[data-name="{name}"]') for name in ("1i", "G*"))
    expect(hand).to_have_count(1)
    corner, held = square.bounding_box(), hand.bounding_box()
    assert corner["width"] >= 32
    assert held["y"] > corner["y"] + corner["height"] / 2
    drag(page, "G*", "5b")
    expect_moves(page, "G*5b")
    page.set_viewport_size({"width": 900, "height": 700})
    expect(page.locator("#drawing svg.board")).to_have_attribute("viewBox", VIEW)


def test_everything_is_done_by_keys(board):
    page = board()
    page.focus("svg.board")
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect_moves(page, "P5g-5f")
    page.focus("#typed")
    page.keyboard.type("34歩")
    page.keyboard.press("Enter")
    expect_moves(page, "P5g-5f", "P3c-3d")
    expect(page.locator("#spoken")).to_contain_text("P3c-3d")
    page.focus("#turn")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#game [aria-current]")).to_have_text("1. P5g-5f")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#game [aria-current]")).to_have_text("2. P3c-3d")
    load(page, WITH_HAND)
    expect(page.locator("#game li")).to_have_count(0)
    page.focus("svg.board")
    page.keyboard.press("g")
    expect(page.locator("#over .target")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#over .target")).to_have_count(0)


def test_steps_in_quick_succession_are_all_made(board):
    page = board()
    moves = "2h3h 8b7b 3h2h 7b8b " * 2
    load(page, f"startpos moves {moves}")
    expect(page.locator("#game li")).to_have_count(8)
    page.click("[data-go=first]")
    page.evaluate("for (let step = 0; step < 6; step++) document.querySelector('[data-go=on]').click()")
    expect(page.locator("#game [aria-current]")).to_contain_text("6.")


def test_the_board_is_turned_and_still_understands(board):
    page = board()
    below = middle(page, "7g")[1]
    page.keyboard.press("f")
    assert middle(page, "7g")[1] < below
    drag(page, "7g", "7f")
    expect_moves(page, "P7g-7f")
    page.reload()
    page.wait_for_selector("#spots rect")
    expect_moves(page, "P7g-7f")  # the tab keeps game and view
    assert middle(page, "7g")[1] < below


def test_lines_of_another_position_are_not_played(board):
    """White's best move, clicked in the moment when the board goes back to Black's turn, would be no legal one."""
    page = board()
    load(page, "startpos moves 7g7f")
    page.click("#search")
    expect(page.locator("#found li")).to_have_count(3)
    page.evaluate("""() => {
        const best = document.querySelector("#found button");
        document.querySelector("[data-go=back]").click();
        if (best.isConnected) best.click();
    }""")
    expect(page.locator("#standing")).to_have_text("1. Black (☗) to move")
    expect(page.locator("#found li").first).to_contain_text(re.compile(r"^\S*☗"))
    expect(page.locator("#notice-text")).to_have_text("")
    click(page, "2g", "2f")
    expect_moves(page, "P2g-2f")


def test_a_record_is_text_and_faults_are_told(board):
    page = board()
    load(page, MARKUP)
    expect(page.locator("#title")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("#game li")).to_have_count(2)
    load(page, "rubbish")
    expect(page.locator("#notice-text")).to_contain_text("no position or game of shogi")
    click(page, "2g", "2f")
    expect_moves(page, "P2g-2f")


@pytest.mark.parametrize("width", [360, 768, 1360])
def test_it_fits_and_speaks_german(board, width):
    settings = PHONE if width == 360 else {"viewport": {"width": width, "height": 800}}
    page = board(color_scheme="dark", locale="de-DE", **settings)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.inner_text("#search") == "Analysieren"
    light = board()
    ground = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(ground) != page.evaluate(ground)
    if width == 360:
        page.touchscreen.tap(*middle(page, "7g"))
        page.touchscreen.tap(*middle(page, "7f"))
        expect_moves(page, "P7g-7f")


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_is_judged(board, settings):
    """Progress, then the graph, marks in the list, a sentence for the move that is shown; gone with another game."""
    page = board(**settings)
    load(page, "startpos moves 7g7f 3c3d 8h2b+ 9a9b")
    expect(page.locator("#game li")).to_have_count(4)
    page.click("#judge")
    expect(page.locator("#game .blunder b")).to_have_text("??", timeout=60_000)
    expect(page.locator("#judging")).to_be_hidden()
    expect(page.locator("#graph canvas")).to_be_visible()
    expect(page.locator("#players tr").nth(2).locator("td").nth(3)).to_have_text("1")
    page.click("#game .blunder")
    expect(page.locator("#said")).to_contain_text("better: ☖同")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("[data-go=back]")
    expect(page.locator("#said")).not_to_contain_text("better")
    page.click("#new")
    expect(page.locator("#judged")).to_be_hidden()


def test_a_japanese_reader_plays_saves_and_steps_by_keys(board):
    """The page is Japanese, the engine answers at a level, keys and wheel step, and a record is handed out."""
    page = board(locale="ja-JP", accept_downloads=True)
    expect(page.locator("#new")).to_have_text("新規対局")
    expect(page.locator("#standing")).to_contain_text("先手")
    expect(page.locator(".shogi-letter").first).to_be_hidden()
    page.select_option("#level", "2")
    page.select_option("#opponent", "white")
    page.fill("#typed", "76歩")
    page.click("#typing button")
    expect(page.locator("#game li")).to_have_count(2)
    page.select_option("#opponent", "")
    page.locator("#standing").click()
    current = page.locator("#game [aria-current]")
    for key, number in (("Home", None), ("ArrowRight", "1."), ("End", "2."), ("ArrowLeft", "1.")):
        page.keyboard.press(key)
        expect(current).to_have_count(0 if number is None else 1)
        if number:
            expect(current).to_contain_text(number)
    page.mouse.move(*middle(page, "5e"))
    page.mouse.wheel(0, 120)
    expect(current).to_contain_text("2.")
    with page.expect_download() as handed:
        page.click("[data-save=csa]")
    assert handed.value.suggested_filename == "kiebitz.csa"
    assert "+7776FU" in handed.value.path().read_text(encoding="utf-8")


def square(name):
    return f"#setup-board [aria-label^='{name}']"


def test_a_position_is_set_up_by_pointer_keys_and_text(board):
    page = board()
    page.click("#set-up")
    sfen = page.locator("#setup-sfen")
    page.click("#setup-empty")
    for man, place in (("K", "5i"), ("k", "5a"), ("G", "5c")):
        page.click(f".setup-men [data-man='{man}']")
        page.click(square(place))
    box, to = middle_of(page, ".setup-men [data-man='P']"), middle_of(page, square("1g"))
    page.mouse.move(*box)
    page.mouse.down()
    page.mouse.move(*to, steps=3)
    page.mouse.up()
    expect(sfen).to_have_value("4k4/9/4G4/9/9/9/8P/9/4K4 b - 1")
    page.click(square("1g"), button="right")
    page.focus(square("5c"))
    for key in ("ArrowUp", "ArrowLeft", "s", "+"):
        page.keyboard.press(key)
    expect(sfen).to_have_value("4k4/3+s5/4G4/9/9/9/9/9/4K4 b - 1")
    page.click("#setup-mirror")
    page.fill("#setup-hand-black [data-kind=G]", "1")
    page.click("#setup-rest")
    expect(sfen).to_have_value("4k4/5+s3/4G4/9/9/9/9/9/4K4 b G2r2b2g3s4n4l18p 1")
    page.click("#setup-use")
    expect(page.locator("#drawing")).to_be_visible()
    drag(page, "G*", "5b")
    expect_moves(page, "G*5b")
    page.click("#set-up")
    page.fill("#setup-sfen", "4k4/9/9/9/9/9/9/9 b - 1")
    page.click("#setup-use")
    expect(page.locator("#notice-text")).to_contain_text("8 ranks")
    expect(page.locator("#setup-board")).to_be_visible()
    page.fill("#setup-sfen", "4k4/9/9/9/9/9/9/9/3KK4 b - 1")
    page.click("#setup-use")
    expect(page.locator("#notice-text")).to_contain_text("king")
    page.click("#setup-cancel")
    expect_moves(page, "G*5b")


def test_own_records_are_added_found_by_position_opened_and_saved(visit, tmp_path):
    record = "手合割：平手\n先手：Aoi\n後手：Ben\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n"
    (tmp_path / "game.kif").write_text(f"{record}   3 投了\n")
    page = visit("mygames/", "#choose")
    page.set_input_files("#files", tmp_path / "game.kif")
    expect(page.locator("#added")).to_have_text("game.kif: 1 added")
    page.click("#records")
    page.wait_for_selector("#spots rect")
    page.click("#mine")
    expect(page.locator("#mine-moves tr")).to_have_count(1)
    page.click("#mine-moves button")
    expect(page.locator("#game li")).to_have_count(1)
    page.click("#mine-games button")
    expect(page.locator("#title")).to_have_text("☗ Aoi – ☖ Ben; White won (resignation)")
    expect(page.locator("#game li")).to_have_count(2)
    page.click("[data-go=last]")
    page.fill("#typed", "2g2f")
    page.press("#typed", "Enter")
    expect(page.locator("#game li")).to_have_count(3)
    page.click("#to-mine")
    expect(page.locator("#notice-text")).to_have_text("The game is saved in my games.")
    expect(page.locator("#mine-count")).to_have_text("1 games came here, 1 end here")
