"""Steps and moves that wait for nobody, and what used to go wrong with them, in Chromium."""

import statistics

import pytest

from board_page import click, expect, load, wait_for_moves

pytestmark = pytest.mark.nightly
FAR = """() => {
  const near = WebSocket;
  window.WebSocket = class extends near {
    send(text) { setTimeout(() => super.send(text), 50); }
    set onmessage(hear) { super.onmessage = event => setTimeout(() => hear(event), 50); }
  };
}"""
"""Puts 100 ms between page and server, there and back."""
SHUFFLE = " ".join(("Nf3", "Nf6", "Ng1", "Ng8")[ply % 4] for ply in range(80))


def test_no_step_is_lost_however_far_the_server_is(visit):
    page = visit()
    page.context.add_init_script(f"({FAR})()")
    page.reload()
    load(page, SHUFFLE)
    wait_for_moves(page, "40. ")
    took_ms = page.evaluate(
        """async () => {
          const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
          const took = [];
          for (let count = 0; count < 60; count += 1) {
            const begin = performance.now();
            press("ArrowRight");
            took.push(performance.now() - begin);
            await new Promise(rest => setTimeout(rest, 30));
          }
          return took;
        }"""
    )
    assert len(took_ms) == 60
    print(f"a step takes {statistics.median(took_ms):.1f} ms in the page, at most {max(took_ms):.1f} ms")
    assert page.locator("#moves [aria-current]").inner_text().startswith("Ng8")
    assert page.evaluate("[...document.querySelectorAll('.move')].findIndex(move => move.ariaCurrent)") == 59
    page.wait_for_timeout(400)  # the server has said what it says
    assert page.evaluate("[...document.querySelectorAll('.move')].findIndex(move => move.ariaCurrent)") == 59
    page.keyboard.press("Home")
    for squares in ("e2 e4", "e7 e5", "f1 b5"):
        click(page, *squares.split())
    assert "2. Bb5" in page.locator("#moves").inner_text()
    page.wait_for_timeout(600)
    assert page.locator("#moves [aria-current]").inner_text() == "2. Bb5"


def test_the_bar_tells_what_is_stored_and_nothing_where_nothing_is(visit):
    page = visit()
    load(page, "1. e4 {[%eval 0.30]} e5 {[%eval 9.00]} 2. Nf3 *")
    wait_for_moves(page, "Nf3")
    expect(page.locator("#bar")).to_have_class("unknown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bar-score")).to_have_text("+0.30")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#bar-score")).to_have_text("+9.00")
    assert page.evaluate("parseFloat(document.querySelector('#white').style.height)") > 95
    page.click("#search")
    page.wait_for_selector("#lines li")
    page.click("#search")
    page.keyboard.press("End")
    expect(page.locator("#bar")).to_have_class("unknown")
    expect(page.locator("#bar-score")).to_be_empty()


def test_a_move_inside_a_variation_moves_it_up_and_the_main_line_says_why_not(visit):
    page = visit()
    load(page, "1. e4 (1. d4 d5 2. c4) *")
    wait_for_moves(page, "c4")
    page.click(".variation .move >> nth=2")
    page.click("#promote")
    wait_for_moves(page, r"^1\. d4.*1\. e4.*d5 2\. c4")
    page.click("#promote")
    expect(page.locator("#notice-text")).to_contain_text("in the main line already")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_a_file_in_an_old_encoding_is_read(visit, tmp_path, encoding):
    file = tmp_path / "game.pgn"
    file.write_text('[White "Réti"]\n\n1. Nf3 d5 2. c4 *\n', encoding=encoding)
    page = visit()
    page.set_input_files("#file", file)
    expect(page.locator("#players")).to_contain_text("Réti")
