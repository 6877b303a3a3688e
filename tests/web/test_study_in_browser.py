"""Chapters, tags, copies and a game played on, in Chromium."""

from pathlib import Path

import pytest

from board_page import click, expect, load, wait_for_moves

pytestmark = pytest.mark.nightly
TWO = '[White "Anna"]\n\n1. e4 e5 *\n\n[White "Bo"]\n\n1. d4 *\n'


def test_chapters_are_added_named_ordered_deleted_undone_and_saved(visit):
    page = visit()
    load(page, TWO)
    expect(page.locator("#games li")).to_have_count(2)
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("PageDown")
    wait_for_moves(page, r"^1\. d4")
    page.fill("#chapter-title", "<b>Queen's pawn</b>")
    page.press("#chapter-title", "Enter")
    expect(page.locator("#games li >> nth=1")).to_contain_text("<b>Queen's pawn</b>")
    page.click("#chapter-up")
    expect(page.locator("#games li >> nth=0")).to_contain_text("Queen's pawn")
    page.click("#add-chapter")
    expect(page.locator("#games li")).to_have_count(3)
    wait_for_moves(page, "^$")
    click(page, "c2", "c4")
    wait_for_moves(page, "c4")
    page.wait_for_timeout(500)  # until all changes are kept
    page.reload()
    wait_for_moves(page, r"^1\. c4")
    expect(page.locator("#games [aria-current]")).to_contain_text("3.")
    with page.expect_download() as download:
        page.click("#save")
    saved = Path(download.value.path()).read_text()
    assert [saved.index(move) for move in ("1. d4", "1. e4", "1. c4")] == sorted(
        saved.index(move) for move in ("1. d4", "1. e4", "1. c4")
    )
    page.click("#remove-chapter")
    expect(page.locator("#games li")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator("#games li")).to_have_count(3)
    wait_for_moves(page, r"^1\. c4")


def test_tags_and_result_are_edited(visit):
    page = visit()
    load(page, "1. e4 e5 *")
    wait_for_moves(page, "e5")
    page.click("#tags summary")
    page.fill("[data-tag=White]", 'Ann "A" <i>')
    page.select_option("[data-tag=Result]", "1-0")
    page.click("#add-tag")
    page.locator(".free-tag input >> nth=0").fill("Annotator")
    page.locator(".free-tag input >> nth=1").fill("me")
    page.click("#tags-form button >> nth=0")
    expect(page.locator("#players")).to_have_text('Ann "A" <i> – ? 1-0')
    with page.expect_download() as download:
        page.click("#save")
    saved = Path(download.value.path()).read_text()
    assert '[White "Ann \\"A\\" <i>"]' in saved
    assert '[Annotator "me"]' in saved
    assert saved.strip().endswith("1-0")
    page.click("#undo")
    expect(page.locator("#players")).to_be_empty()


def test_position_game_and_link_are_copied(visit):
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    load(page, "1. e4 e5 *")
    wait_for_moves(page, "e5")
    page.click("#last")
    copied = "navigator.clipboard.readText()"
    page.click("#copy-fen")
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert page.evaluate(copied) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    page.click("#copy-pgn")
    page.wait_for_function(f"{copied}.then(text => text.endsWith('1. e4 e5 *'))")
    page.click("#copy-link")
    page.wait_for_function(f"{copied}.then(text => text.startsWith('http'))")
    page.goto(page.evaluate(copied))
    expect(page.locator('.pieces [data-piece="bp"][data-square="e5"]')).to_have_count(1)
