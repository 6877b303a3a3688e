"""Fifty tasks of a player and a coach on the board's pages, done with pointer, finger and keys, every click counted.

``docs/board.md`` has the tables; ``tests/web/test_journeys_in_browser.py`` plays them and holds the tables to it. A
click, a drag, a paste, a key, a turn of the wheel and a text that is typed count one each.
"""

import re
import time

from board_page import HELD, LEGAL, MATE_IN_ONE, expect, load, middle, middle_of

FORKED = "1. e4 (1. d4 d5 2. c4 (2. e3)) e5 2. Nf3 Nc6 *"
JUDGED = """[White "Anna"]
[Black "Bert"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Bc4 { [%eval 0.2] } Nc6 { [%eval 0.2] } 3. Qh5 { [%eval -0.4] }
Nf6 $4 { [%eval #1] (Kiebitz: 4.Qxf7# is mate.) } ( 3... g6 ) 4. Qxf7# { Well played. } 1-0"""
LESSON = """[ChapterMode "gamebook"]
[Orientation "white"]

{ Begin. } 1. e4 { Well begun. } e5 2. Nf3 *"""
LAST_RANK = "7k/8/8/8/8/8/P7/K7 w - - 0 1"


def square(name):
    return f".cm-chessboard .square[data-square={name}]"


def setup_square(name):
    """A square of the board that a position is set up on."""
    return f"#setup-board button[aria-label^={name}]"


class Hands:
    """A person at a page, who counts clicks and time."""

    def __init__(self, page):
        self.page = page
        self.clicks = 0
        self.began = time.perf_counter()

    def begin(self):
        self.clicks, self.began = 0, time.perf_counter()

    @property
    def milliseconds(self):
        return 1000 * (time.perf_counter() - self.began)

    def click(self, selector, button="left", **where):
        self.clicks += 1
        self.page.locator(selector, **where).first.click(button=button)

    def type(self, selector, text):
        self.clicks += 1
        self.page.locator(selector).press_sequentially(text)

    def paste(self, selector, text):
        self.clicks += 1
        self.page.fill(selector, text)

    def key(self, name):
        self.clicks += 1
        self.page.keyboard.press(name)

    def squares(self, *names):
        for name in names:
            self.clicks += 1
            self.page.mouse.click(*middle(self.page, name))

    def drag(self, start, end, button="left"):
        """Drag from the middle of one element to that of another."""
        self.clicks += 1
        self.page.mouse.move(*middle_of(self.page, start))
        self.page.mouse.down(button=button)
        self.page.mouse.move(*middle_of(self.page, end), steps=3)
        self.page.mouse.up(button=button)

    def menu(self, move, act):
        """Choose from the menu of a move."""
        self.click("#moves .move", has_text=move, button="right")
        self.click(f"#move-menu [data-act={act}]")

    def picture(self, button):
        with self.page.expect_download() as download:
            self.click(button)
        return download.value.suggested_filename


def load_game(hands):
    hands.click("#text")
    hands.paste("#text", LEGAL)
    hands.click("#load button")
    expect(hands.page.locator("#moves .move")).to_have_count(13)


def step(hands):
    hands.click("#forth")
    expect(hands.page.locator("#moves [aria-current]")).to_contain_text("e4")


def to_the_end(hands):
    hands.click("#last")
    expect(hands.page.locator("#moves [aria-current]")).to_contain_text("Nd5#")


def flip(hands):
    hands.click("#flip")
    expect(hands.page.locator("#place")).to_have_class("turned")
    hands.page.click("#flip")


def move(hands):
    hands.page.click("#first")
    hands.page.click("#forth")
    hands.begin()
    hands.squares("c7", "c5")
    expect(hands.page.locator(".variation .move")).to_have_count(1)


def variation(hands):
    hands.click("#moves .move", has_text="2. Nf3")
    hands.squares("b8", "c6")
    expect(hands.page.locator(".variation .move")).to_have_count(2)


def engine(hands):
    hands.click("#search")
    hands.page.wait_for_selector("#lines .pv")


def play_line(hands):
    hands.page.wait_for_selector("#lines li >> nth=0 >> .pv >> nth=2")
    count = hands.page.locator("#moves .move").count()
    hands.begin()
    hands.click("#lines li:first-child .pv:nth-of-type(2)")
    expect(hands.page.locator("#moves .move")).not_to_have_count(count)


def take_line(hands):
    hands.page.wait_for_selector("#lines li >> nth=0 >> .pv >> nth=2")
    count = hands.page.locator("#moves .move").count()
    hands.begin()
    hands.click("#lines li:first-child .whole")
    expect(hands.page.locator("#moves .move")).not_to_have_count(count)
    hands.page.click("#search")


def threat(hands):
    hands.click("#threat")
    expect(hands.page.locator("#threat-text")).to_contain_text("hreat")


def why(hands):
    hands.page.locator("#moves .move", has_text="Nxe5").first.click()
    hands.begin()
    hands.click("#why")
    expect(hands.page.locator("#reasons p").first).not_to_contain_text("…")


def comment(hands):
    hands.click("#notes summary")
    hands.click("#comment")
    hands.type("#comment", "A famous trap")
    expect(hands.page.locator("#moves .comment")).to_contain_text("A famous trap")


def sign(hands):
    hands.page.click("#notes summary")
    hands.begin()
    hands.click("#notes summary")
    hands.click("#signs [data-nag='3']")
    expect(hands.page.locator("#moves [aria-current]")).to_contain_text("!!")


def draw(hands):
    hands.drag(square("d1"), square("h5"), button="right")
    expect(hands.page.locator(".drawn-g path")).to_have_count(1)


def promote(hands):
    hands.click(".variation .move", has_text="1… c5")
    hands.click("#make-main")
    expect(hands.page.locator(".variation .move", has_text="1… c5")).to_have_count(0)
    hands.page.click("#undo")
    expect(hands.page.locator(".variation .move", has_text="1… c5")).to_have_count(1)


def delete(hands):
    hands.click(".variation .move", has_text="1… c5")
    hands.click("#remove")
    expect(hands.page.locator(".variation .move", has_text="1… c5")).to_have_count(0)


def analyse(hands):
    hands.page.evaluate("document.querySelector('#game-nodes option').value = 3000")
    hands.page.select_option("#game-nodes", "3000")
    hands.begin()
    hands.click("#analyse-game")
    expect(hands.page.locator("#players-judged tr")).to_have_count(2)


def learn(hands):
    hands.click("#learn-black")
    expect(hands.page.locator("#learn-text")).to_contain_text("find a better")
    hands.page.click("#end-learning")


def play_on(hands):
    hands.page.click("#first")
    hands.begin()
    hands.click("#playing summary")
    hands.click("#play-on")
    expect(hands.page.locator("#play-state")).to_have_text("Your move.")
    hands.page.click("#stop-playing")


def export(hands):
    with hands.page.expect_download():
        hands.click("#save")


TASKS = (
    load_game, step, to_the_end, flip, move, variation, engine, play_line, take_line, threat, why, comment, sign, draw,
    promote, delete, analyse, learn, play_on, export,
)  # fmt: skip


# Setting up a position.


def set_up(hands):
    hands.click("#set-up")
    hands.drag("#setup-white [data-man=Q]", setup_square("e2"))
    hands.click("#setup-use")
    expect(hands.page.locator('.pieces [data-piece="wq"][data-square="e2"]')).to_have_count(1)


def take_off(hands):
    hands.page.click("#set-up")
    hands.begin()
    hands.click(setup_square("h1"), button="right")
    expect(hands.page.locator("#setup-fen")).to_have_value(re.compile("RNBQKBN1"))


def forbid_castling(hands):
    hands.click("#setup-castling [value=Q]")
    expect(hands.page.locator("#setup-fen")).to_have_value(re.compile(" w kq "))


def mirror(hands):
    hands.click("#setup-mirror")
    expect(hands.page.locator("#setup-fen")).to_have_value(re.compile("1NBKQBNR"))


def paste_fen(hands):
    hands.paste("#setup-fen", MATE_IN_ONE)
    hands.click("#setup-use")
    expect(hands.page.locator('.pieces [data-piece="wr"][data-square="a1"]')).to_have_count(1)


# Keys and the wheel.


def turn_wheel(hands):
    load(hands.page, FORKED)
    expect(hands.page.locator("#moves .move")).to_have_count(8)
    hands.page.mouse.move(*middle(hands.page, "e4"))
    hands.begin()
    hands.clicks += 1
    hands.page.mouse.wheel(0, 60)
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("1. e4")


def go_into_variation(hands):
    hands.page.keyboard.press("Home")
    hands.begin()
    hands.key("Shift+ArrowRight")
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("1. d4")


def sign_by_key(hands):
    hands.key("!")
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("1. d4!")


def null_move(hands):
    hands.click("#move")
    hands.type("#move", "--\n")
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("1… --")


def move_with_sign(hands):
    hands.click("#move")
    hands.type("#move", "e4?!\n")
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("2. e4?!")
    hands.page.evaluate("document.activeElement.blur()")


def play_engine_move(hands):
    hands.page.click("#search")
    hands.page.wait_for_selector("#lines li >> nth=0 >> .pv >> nth=2")
    count = hands.page.locator("#moves .move").count()
    hands.page.evaluate("document.activeElement.blur()")
    hands.begin()
    hands.key(" ")
    expect(hands.page.locator("#moves .move")).to_have_count(count + 1)
    hands.page.click("#search")


# The menu of a move.


def promote_by_menu(hands):
    hands.menu("2. e3", "promote")
    expect(hands.page.locator(".variation .variation .move").last).to_have_text("2. c4")


def copy_line(hands):
    hands.menu("2. c4", "line")
    expect(hands.page.locator("#copied")).to_have_text("Copied.")


def copy_fen_of_move(hands):
    hands.menu("1. e4", "fen")
    expect(hands.page.locator("#copied")).to_have_text("Copied.")


def explain_by_menu(hands):
    hands.menu("1. e4", "explain")
    expect(hands.page.locator("#reasons p").first).not_to_contain_text("…")


def play_on_from_move(hands):
    hands.menu("1. e4", "play")
    expect(hands.page.locator("#play-state")).to_have_text("Your move.")
    hands.page.click("#stop-playing")


# Addresses.


def copy_link(hands):
    hands.click("#copy-link")
    expect(hands.page.locator("#copied")).to_have_text("Copied.")


def go_back(hands):
    hands.page.click("#moves .move >> nth=0")
    expect(hands.page).to_have_url(re.compile("[#&]1w$"))
    hands.page.click("#last")
    expect(hands.page).to_have_url(re.compile("[#&]2b$"))
    hands.begin()
    hands.clicks += 1
    hands.page.go_back()
    expect(hands.page.locator("#moves [aria-current]")).to_have_text("1. e4")


# Paper, pictures, letters, lessons.


def print_sheet(hands):
    hands.page.evaluate("window.print = () => { window.isPrinted = true; }")
    hands.begin()
    hands.click("#print")
    assert hands.page.evaluate("window.isPrinted") is True


def save_diagram(hands):
    assert hands.picture("#save-png").endswith(".png")


def save_film(hands):
    assert hands.picture("#save-gif").endswith(".gif")


def load_german(hands):
    hands.click("#text")
    hands.paste("#text", "1.e4 e5 2.Sf3 Sc6 3.Lb5")
    hands.click("#load button")
    expect(hands.page.locator("#moves .move").last).to_have_text("3. Bb5")


def find_in_lesson(hands):
    load(hands.page, LESSON)
    expect(hands.page.locator("#learn-text")).to_contain_text("find the move")
    hands.begin()
    hands.squares("e2", "e4")
    expect(hands.page.locator("#learn-text")).to_contain_text("Well begun.")
    hands.page.click("#end-learning")


# A game against Kiebitz.


def move_beforehand(hands):
    load(hands.page, LAST_RANK)
    expect(hands.page.locator("#moves .move")).to_have_count(0)
    hands.page.click("#play-on")  # seen since a move was played on from
    expect(hands.page.locator("#play-state")).to_have_text("Your move.")
    hands.page.evaluate(HELD)
    hands.squares("a2", "a3")
    hands.begin()
    hands.squares("a1", "b2")
    expect(hands.page.locator(".arrow-premove")).to_have_count(1)
    hands.page.evaluate("window.release()")
    expect(hands.page.locator("#moves")).to_contain_text("2. Kb2")
    hands.page.click("#stop-playing")


def take_back(hands):
    page = hands.page
    page.click("nav >> text=Play")
    page.wait_for_selector("#opponent:has(option[value=today])", state="attached")
    page.select_option("#opponent", "rating")
    page.fill("#elo", "600")
    page.click("#begin")
    expect(page.locator("#state")).to_have_text("Your move.")
    page.fill("#move", "e4")
    page.press("#move", "Enter")
    expect(page.locator("#state")).to_have_text("Your move.")
    hands.begin()
    hands.click("#take-back")
    expect(page.locator("#moves")).to_be_empty()


def offer_draw(hands):
    hands.click("#draw")
    expect(hands.page.locator("#notice-text")).not_to_be_empty()


def have_rematch(hands):
    for _ in range(2):
        hands.page.click("#resign")
    hands.begin()
    hands.click("#rematch")
    expect(hands.page.locator("#moves")).to_contain_text("1. ")  # Kiebitz has White now
    expect(hands.page.locator("#state")).to_have_text("Your move.")


# My games, the report, a file that grows.


def give_large_file(hands):
    """A file of more than a tab takes goes to My games."""
    page = hands.page
    page.click("nav >> text=Analyse")
    page.wait_for_selector(".cm-chessboard .piece")
    hands.begin()
    with page.expect_file_chooser() as chooser:
        hands.click("#open")
    chooser.value.set_files(hands.large_file)
    hands.click("#notice button", has_text="My games")
    expect(page.locator("#notice-text")).to_contain_text("1 added", timeout=60_000)


def go_to_blunder(hands):
    load(hands.page, JUDGED)
    hands.page.click("#first")
    hands.begin()
    hands.click("#players-judged button[data-judgement=blunder]")
    expect(hands.page.locator("#moves [aria-current]")).to_contain_text("Nf6")


def follow(hands):
    """Step back in a game that somebody else writes, which goes on, and come back to its newest move."""
    file, page = hands.growing_file, hands.follow()
    file.write_text("1. e4 e5 *\n")
    expect(page.locator("#moves .move")).to_have_count(2)
    page.click("#back")
    file.write_text("1. e4 e5 2. Nf3 Nc6 *\n")
    expect(page.locator("#moves .move")).to_have_count(4)
    expect(page.locator("#moves [aria-current]")).to_have_text("1. e4")
    hands.page = page
    hands.begin()
    hands.click("#last")
    expect(page.locator("#moves [aria-current]")).to_contain_text("Nc6")


MORE_TASKS = (
    set_up, take_off, forbid_castling, mirror, paste_fen, turn_wheel, go_into_variation, sign_by_key, null_move,
    move_with_sign, play_engine_move, promote_by_menu, copy_line, copy_fen_of_move, explain_by_menu, play_on_from_move,
    copy_link, go_back, print_sheet, save_diagram, save_film, load_german, find_in_lesson, move_beforehand, take_back,
    offer_draw, have_rematch, give_large_file, go_to_blunder, follow,
)  # fmt: skip
