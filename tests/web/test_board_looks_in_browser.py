"""Looks of the board, and the board alone for a stream, in Chromium."""

import pytest

from barriers import barriers
from board_page import click, expect, load, wait_for_moves, wait_until_kept

pytestmark = pytest.mark.nightly
SQUARE = "getComputedStyle(document.querySelector('#board .square.black')).fill"


def choose(page, look, value):
    page.select_option(f"[data-look={look}]", value)


def test_looks_are_chosen_and_kept(visit):
    page = visit()
    page.click("#looks summary")
    before = page.evaluate(SQUARE)
    choose(page, "board", "green")
    assert page.evaluate(SQUARE) != before
    choose(page, "men", "letters")
    expect(page.locator("#cm-chessboard-sprite text")).to_have_count(12)
    choose(page, "coordinates", "beside")
    assert page.locator(".beside:visible").count() == 16
    expect(page.locator("#board .coordinate >> nth=0")).to_be_hidden()
    choose(page, "animation", "off")
    choose(page, "blindfold", "on")
    assert page.evaluate("getComputedStyle(document.querySelector('.pieces-layer')).opacity") == "0"
    click(page, "e2", "e4")
    wait_for_moves(page, "e4")
    wait_until_kept(page)
    page.reload()
    expect(page.locator("#cm-chessboard-sprite text")).to_have_count(12)
    assert page.evaluate("document.documentElement.dataset.board") == "green"
    page.click("#looks summary")
    choose(page, "men", "plain")
    expect(page.locator("#cm-chessboard-sprite text")).to_have_count(0)
    page.click("#flip")
    expect(page.locator(".beside >> nth=0")).to_have_text("h")


def test_the_board_alone_follows_the_tab(visit, server):
    page = visit()
    load(page, "1. e4 e5 *")
    wait_for_moves(page, "e5")
    stream = page.context.new_page()
    stream.goto(f"{server.url}stream/?bar=1&arrows=1&board=blue#{server.token}")
    stream.wait_for_selector(".cm-chessboard .piece")
    assert stream.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    page.bring_to_front()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    expect(stream.locator('.pieces [data-piece="wp"][data-square="e4"]')).to_have_count(1)
    page.click("#search")
    expect(stream.locator(".arrow-best")).to_have_count(1)
    expect(stream.locator("#bar-score")).not_to_be_empty()
    page.click("#search")


def test_the_board_alone_has_no_barriers(visit):
    page = visit("stream/?bar=1", bypass_csp=True)
    assert barriers(page) == []
