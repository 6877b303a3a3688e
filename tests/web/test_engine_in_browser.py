"""What the page shows of the engine: lines, threat, reasons, whole games, in Chromium."""

import re

import pytest

from board_page import LEGAL, MARKUP, MATE_IN_ONE, analyse_game, click, expect, load, wait_for_moves

pytestmark = pytest.mark.nightly

BETTER = re.compile("dxe5|Be6")
"""Instead of 5...Bxd1 in ``LEGAL``: either loses a pawn and no more."""


def test_lines_threat_and_reasons(visit):
    page = visit()
    page.click("text=Settings")
    page.fill("#line-count", "5")
    page.click("#settings button")
    page.keyboard.press("Escape")
    page.click("#search")
    expect(page.locator("#lines li")).to_have_count(5)
    expect(page.locator(".arrow-other")).to_have_count(4)
    assert re.match(r"depth \d+/\d+ · .* nodes · .* nodes/s · table \d+ %", page.inner_text("#speed"))
    expect(page.locator(".arrow-best")).to_have_count(1)
    load(page, "6k1/8/8/8/8/1b6/r4PPP/6K1 w - - 0 1")
    page.keyboard.press("t")  # at once: the position is not shown yet
    expect(page.locator("#threat-text")).to_contain_text("#-1 1...Ra1#")
    expect(page.locator(".arrow-threat")).to_have_count(1)
    page.keyboard.press("t")
    expect(page.locator(".arrow-threat")).to_have_count(0)
    load(page, MATE_IN_ONE)
    expect(page.locator("#lines li >> nth=0")).to_contain_text("Ra8#")
    click(page, "a1", "a8")
    wait_for_moves(page, "Ra8#")
    page.keyboard.press("w")
    expect(page.locator("#reasons")).to_contain_text("mate")


def test_the_whole_game_is_analysed_and_its_graph_leads_to_moves(visit):
    page = visit()
    load(page, f'[White "{MARKUP}"]\n\n{LEGAL}')
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    page.reload()  # and it goes on
    expect(page.locator("#report")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()
    wait_for_moves(page, r"Bxd1\?\? \(Kiebitz: 6\.Bxf7\+ mates")
    rows = page.locator("#players-judged tr")
    assert MARKUP in rows.nth(0).inner_text()
    assert re.match(r"\?|Black", rows.nth(1).inner_text())
    assert rows.nth(1).locator("td").nth(4).inner_text() == "1"
    box = page.locator("#graph .u-over").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 10 / 13, box["y"] + 20)
    expect(page.locator("#spoken")).to_have_text("Move Bxd1")
    expect(page.locator("#said")).to_contain_text(BETTER)
    page.reload()
    expect(page.locator("#said")).to_contain_text(BETTER)
    click(page, "a2", "a4")
    expect(page.locator("#said")).to_be_empty()
    page.click("#promote")  # another main line: what was thought isn't about it
    expect(page.locator("#learners")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(page.locator("#learners")).to_be_visible()


def test_a_mistake_is_tried_again(visit):
    page = visit()
    load(page, LEGAL)
    wait_for_moves(page, "Nd5#")
    analyse_game(page)
    page.click("#learn-black")
    said = page.locator("#learn-text")
    expect(said).to_contain_text("find a better move")
    while page.locator("#next-task").is_enabled():
        page.click("#next-task")
    expect(said).to_contain_text("Bxd1??")
    expect(page.locator('.pieces [data-piece="wn"][data-square="e5"]')).to_have_count(1)
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#bar")).to_be_hidden()
    page.fill("#move", "Qa9")
    page.press("#move", "Enter")
    expect(said).to_contain_text("'Qa9' is no move")
    click(page, "g4", "d1")
    expect(said).to_contain_text("there is something better")
    expect(said).to_contain_text("Refuted by 6. Bxf7+")
    expect(page.locator('.pieces [data-piece="bb"][data-square="g4"]')).to_have_count(1)
    page.click("#hint")
    expect(said).to_have_text(re.compile(r"Move what stands on (d6|g4)\."))
    page.click("#solution")
    expect(said).to_contain_text(BETTER)
    better = BETTER.search(said.inner_text())[0]
    expect(page.locator(".arrow-best")).to_have_count(1)
    page.click("#once-more")
    expect(page.locator(".arrow-best")).to_have_count(0)
    page.fill("#move", better)
    page.press("#move", "Enter")
    expect(said).to_contain_text("the best move!")
    page.click("#end-learning")
    expect(page.locator("#moves")).to_be_visible()
    page.click("#learn-white")
    expect(said).to_have_text("No marked move here.")


def test_book_and_tables_are_asked_and_their_moves_are_made(visit):
    page = visit(locale="de-DE")
    expect(page.locator("#book button")).to_have_text([re.compile("^e4 75.%$"), re.compile("^Sf3 25.%$")])
    page.click("#book button >> nth=1")
    wait_for_moves(page, "Sf3")
    expect(page.locator("#known")).to_be_hidden()
    load(page, "4k3/8/3K4/4P3/8/8/8/8 w - - 0 1")
    expect(page.locator("#verdict")).to_have_text("Endspieltabelle: Weiß gewinnt.")
    page.click("#tables button >> text=Ke6")
    wait_for_moves(page, "Ke6")
