"""What outlives a reload, a lost connection and the tab, and what does not, in Chromium."""

import signal

import pytest

from board_page import click, expect, load, wait_for_moves, wait_until_kept

pytestmark = pytest.mark.nightly
NAMES = "<img src=x onerror=alert(3)>"


def test_work_outlives_the_server(visit, server):
    page = visit()
    click(page, "d2", "d4")
    wait_for_moves(page, "d4")
    server.end(signal.SIGKILL)
    expect(page.locator("#notice-text")).to_contain_text("connection is lost")
    click(page, "d7", "d5")  # nobody hears it, and it is made
    wait_for_moves(page, r"1\. d4 d5")
    server.start()
    expect(page.locator("#notice")).to_be_hidden()
    wait_until_kept(page)
    page.reload()
    wait_for_moves(page, r"1\. d4 d5")


def test_what_a_person_made_is_offered_at_the_next_start(visit):
    page = visit()
    load(page, f'[White "{NAMES}"]\n\n1. d4 d5 *')
    wait_for_moves(page, "d4")
    page.keyboard.press("c")
    page.keyboard.type("Remember")
    page.click("#note button")
    wait_for_moves(page, "Remember")
    page.close()
    page = visit()
    page.click(f"text={NAMES}")
    wait_for_moves(page, "Remember")
    assert page.locator("main img").count() == 0
    page.click("#new")
    page = visit()
    page.locator("#kept-games li", has_text=NAMES).locator("button >> nth=1").click()
    expect(page.locator("#kept-games li", has_text=NAMES)).to_have_count(0)


def test_a_game_in_two_tabs_becomes_two(visit):
    page = visit()
    click(page, "b2", "b3")
    wait_for_moves(page, "b3")
    other = visit()
    other.locator("#kept-games li", has_text="1. b3").locator("button >> nth=0").click()
    wait_for_moves(other, "b3")
    other.keyboard.press("End")
    click(page, "e7", "e5")
    wait_for_moves(page, "e5")
    click(other, "d7", "d5")
    expect(other.locator("#notice-text")).to_contain_text("Both versions are kept")
    other.reload()  # it knows its own game's name and stamp
    wait_for_moves(other, "d5")
    click(other, "c1", "b2")
    wait_for_moves(other, "Bb2")
    expect(other.locator("#notice")).to_be_hidden()
    third = visit()
    for title in ("1. b3 e5", "1. b3 d5 2. Bb2"):
        expect(third.locator("#kept-games li", has_text=title)).to_have_count(1)


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
    expect(page.locator("#notice-text")).to_contain_text("Not kept")
    assert page.evaluate(leaves) is False
    with page.expect_download():
        page.click("#save")
    assert page.evaluate(leaves) is True
    for path in server.data.rglob("board"):
        path.unlink()
        path.with_name("away").rename(path)
