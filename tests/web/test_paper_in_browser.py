"""What leaves the page, and lessons that come to it: diagrams, films, sheets of paper, letters, guess the move."""

import io
import re
from pathlib import Path

import pytest

from board_page import click, expect, load

pytestmark = pytest.mark.check
GAME = """[White "Anna"]
[Black "Bert"]
[Event "Club"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? { Defends the wrong square. } 4. Qxf7# 1-0"""
LESSON = """[White "Legal"]
[Black "Saint Brie"]
[ChapterMode "gamebook"]
[Orientation "black"]

{ Find Black's moves. } 1. e4 e5 { Well begun. } (1... d5 { Too early. }) 2. Nf3 Nc6 *"""


def downloaded(page, button):
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_bytes()


def test_a_game_leaves_as_diagram_film_and_sheet(visit):
    page = visit()
    load(page, GAME)
    expect(page.locator("#moves .move")).to_have_count(7)
    page.click("#moves .move >> nth=5")
    expect(page.locator("#now")).to_contain_text("Nf6??")
    svg = downloaded(page, "#save-svg").decode()
    assert svg.count("<use") == 32
    assert 'id="wq"' in svg
    assert not re.search(r"currentColor|var\(", svg)
    with page.expect_download() as download:
        page.keyboard.press("i")
    png = Path(download.value.path()).read_bytes()
    assert (png[:4], png[16:24]) == (b"\x89PNG", (1080).to_bytes(4, "big") * 2)
    assert len(png) > 20_000  # men and squares
    gif = downloaded(page, "#save-gif")
    assert gif[:6] == b"GIF89a"
    assert gif.count(b"\x21\xf9\x04") == 8  # the first position, and seven moves
    pdf = page.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", io.BytesIO(pdf).read())) == 1
    page.emulate_media(media="print")
    expect(page.locator("#sheet figure")).to_have_count(1)
    expect(page.locator("#sheet figcaption")).to_have_text("3… Nf6?? Defends the wrong square.")
    expect(page.locator("#sheet")).to_contain_text("Anna – Bert")
    expect(page.locator("main")).to_be_hidden()


def test_moves_are_written_and_read_in_chosen_letters(visit):
    page = visit()
    page.click("#looks > summary")
    for letters, typed, written in (
        ("french", "Cf3", "1. Cf3"),
        ("german", "Sf6", "Sf6"),
        ("figurine", "♘c3", "2. ♘c3"),
    ):
        page.select_option("[data-look=letters]", letters)
        page.fill("#move", typed)
        page.press("#move", "Enter")
        expect(page.locator("#moves [aria-current]")).to_have_text(written)
    page.reload()
    expect(page.locator("#moves")).to_contain_text("1. ♘f3 ♘f6 2. ♘c3")


def test_a_lesson_is_played_from_its_side(visit):
    page = visit()
    load(page, LESSON)
    text = page.locator("#learn-text")
    expect(page.locator("#place")).to_have_class("turned")
    expect(text).to_have_text("1/2: find the move.")
    click(page, "d7", "d5")
    expect(text).to_have_text("Too early.")
    click(page, "a7", "a6")
    expect(text).to_have_text("there is something better.")
    page.click("#hint")
    expect(text).to_contain_text("e7")
    click(page, "e7", "e5")
    expect(text).to_have_text("Right!Well begun.2/2: find the move.")
    expect(page.locator('.pieces [data-piece="wn"][data-square="f3"]')).to_have_count(1)
    click(page, "b8", "c6")
    expect(text).to_have_text("Right!")
    expect(page.locator("#moves")).to_be_visible()
    expect(page.locator("#moves .move")).to_have_count(5)
