"""Twenty tasks of a player and a coach on the page Analyse, done with pointer and finger, every click counted.

``docs/board.md`` has the table; ``tests/web/test_journeys_in_browser.py`` plays them and holds the table to it. A
click, a drag, a paste and a text that is typed count one each.
"""

import time

from board_page import LEGAL, expect, middle


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

    def click(self, selector, **where):
        self.clicks += 1
        self.page.locator(selector, **where).first.click()

    def type(self, selector, text):
        self.clicks += 1
        self.page.locator(selector).press_sequentially(text)

    def paste(self, selector, text):
        self.clicks += 1
        self.page.fill(selector, text)

    def squares(self, *names):
        for name in names:
            self.clicks += 1
            self.page.mouse.click(*middle(self.page, name))

    def draw(self, start, end):
        self.clicks += 1
        (x, y), goal = middle(self.page, start), middle(self.page, end)
        self.page.mouse.move(x, y)
        self.page.mouse.down(button="right")
        self.page.mouse.move(*goal, steps=3)
        self.page.mouse.up(button="right")


def load(hands):
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
    hands.draw("d1", "h5")
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
    load, step, to_the_end, flip, move, variation, engine, play_line, take_line, threat, why, comment, sign, draw,
    promote, delete, analyse, learn, play_on, export,
)  # fmt: skip
