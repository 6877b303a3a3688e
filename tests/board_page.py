"""What tests do on the page Analyse, as a person does it."""

import re

from chromium import playwright
from processes import wait_until

expect = playwright().expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
LEGAL = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"
MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


# The board may be drawn anew at any moment: the square is looked up in each frame, until it stays where it is.
MIDDLE = """async (selector) => {
    let before = "";
    for (;;) {
        const place = document.querySelector(selector);
        if (place) {
            let box = place.getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) {
                place.scrollIntoView({ block: "center", behavior: "instant" });
                box = place.getBoundingClientRect();
            }
            const middle = [box.x + box.width / 2, box.y + box.height / 2];
            if (String(middle) === before) return middle;
            before = String(middle);
        }
        await new Promise(requestAnimationFrame);
    }
}"""


HELD = """() => {
  const {send} = WebSocket.prototype, held = [];
  WebSocket.prototype.send = function (text) { held.push([this, text]); };
  window.release = () => {
    WebSocket.prototype.send = send;
    for (const [socket, text] of held) socket.send(text);
  };
}"""
"""Keeps what the page says to the server until ``release()``: nobody answers meanwhile."""


def middle_of(page, selector):
    return page.evaluate(MIDDLE, selector)


def middle(page, square):
    return middle_of(page, f".cm-chessboard .square[data-square={square}]")


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
    expect(page.locator("#moves")).to_have_text(re.compile(text))


def wait_until_kept(page):
    """Until the server has kept what was changed first: before that, the browser warns of leaving."""
    wait_until(lambda: page.evaluate("(({kept, isDirty}) => kept && !isDirty)(JSON.parse(sessionStorage.kiebitz))"))
