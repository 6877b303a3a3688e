"""Servers killed, connections cut and pages reloaded at random while somebody works: nothing is lost, in Chromium."""

import random
import signal

import pytest

from board_page import expect, wait_until_kept
from board_server import Server
from processes import wait_until

pytestmark = pytest.mark.check
BREAKS = "window.sockets = []; const Near = WebSocket; window.WebSocket = class extends Near {" + (
    "constructor(...given) { super(...given); window.sockets.push(this); } };"
)
MOVES = ("Nf3", "Nf6", "Ng1", "Ng8")


def outlive(browser, folder, times, seed):
    """Comment on moves and make others; what the page, and the file in the end, must have."""
    dice = random.Random(seed)
    server = Server(folder)
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(BREAKS)
    page.goto(server.address)
    page.wait_for_selector("html:not(.coming)")
    moves, comments = [], []
    try:
        for number in range(times):
            moves.append(MOVES[number % 4])
            comments.append(f"comment {number}")
            page.fill("#move", moves[-1])
            page.press("#move", "Enter")
            page.evaluate("document.querySelector('#notes').open = true")
            page.fill("#comment", comments[-1])
            at = dice.random()
            how = dice.choices(["kill", "cut", "reload", "nothing"], [3, 4, 4, 1])[0]
            if at < 0.5:
                page.click("#note button")
            if how == "kill":
                server.end(signal.SIGKILL)
            elif how == "cut":
                page.evaluate("window.sockets.forEach(socket => socket.close())")
            if at >= 0.5:
                page.click("#note button")
            if how == "kill":
                if dice.random() < 0.3:
                    continue_while_away(page)
                server.start()
            elif how == "reload":
                page.reload()
                page.wait_for_selector("html:not(.coming)")
            expect(page.locator("#moves .move")).to_have_count(len(moves))
            expect(page.locator("#moves .comment")).to_have_text(comments)
        wait_until_kept(page)
        kept = page.evaluate("JSON.parse(sessionStorage.kiebitz).kept").partition(":")[0]
        file = folder / "kiebitz" / "board" / f"{kept}.pgn"
        wait_until(lambda: comments[-1] in file.read_text())
        text = file.read_text()
        assert [comment for comment in comments if f"{{ {comment} }}" not in text] == []
        assert len(list(file.parent.glob("*.pgn"))) == 1
    finally:
        context.close()
        server.end()


def continue_while_away(page):
    """Go back and forth while nobody is there to hear it."""
    page.click("#first")
    page.click("#last")


@pytest.mark.parametrize("times", [8, pytest.param(200, marks=(pytest.mark.nightly, pytest.mark.timeout(1_800)))])
def test_nothing_is_lost(browser, tmp_path, times):
    outlive(browser, tmp_path, times, seed=200 + times)
