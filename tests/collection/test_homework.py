"""Homework: one file that poses puzzles and grades itself, with no server."""

import json
import re

import pytest

from barriers import barriers
from chromium import launched, playwright
from kiebitz.collection.homework.page import homework
from kiebitz.collection.puzzles import Puzzle

FORK = Puzzle(
    before="r3k3/8/8/8/8/8/4P3/1N2K3 b - - 0 1",
    allowed_by="a8a5",
    solution=("b1c3", "e8d8", "c3b5"),
    themes=("fork", "endgame"),
    reason="Nc3 </script><script>alert(1)</script>",
    rating=1234,
    game=1,
    ply=1,
    was_missed=False,
    tags={},
)
PROMOTES = Puzzle(
    before="8/P6k/8/8/8/8/8/K7 b - - 0 1",
    allowed_by="h7h6",
    solution=("a7a8q",),
    themes=("promotion", "endgame"),
    reason="",
    rating=800,
    game=3,
    ply=1,
    was_missed=False,
    tags={},
)


def data_of(*puzzles):
    page = homework([(str(number), puzzle) for number, puzzle in enumerate(puzzles)])
    assert page.count("<script") == 2  # what a puzzle says is text
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)[1])


def test_each_step_has_what_is_possible_and_what_is_right():
    (told,) = data_of(FORK)["puzzles"]
    first, last = told["steps"]
    assert (first["came"], first["right"], first["moves"]["b1c3"]) == ("a8a5", ["b1c3"], "Nc3")
    assert set(first["moves"]) == {move.uci() for move in FORK.position.legal_moves}
    assert (last["came"], last["right"]) == ("e8d8", ["c3b5"])
    assert last["after"] == "3k4/8/8/rN6/8/8/4P3/4K3"
    assert (told["isBlack"], told["solution"]) == (False, FORK.san)


def test_whatever_mates_as_well_is_right_too():
    both = Puzzle("7k/7p/6K1/8/8/8/8/RR6 b - - 0 1", "h7h5", ("a1a8",), ("mate in 1",), "", 700, 1, 1, False, {})
    (told,) = data_of(both)["puzzles"]
    assert told["steps"][0]["right"] == ["a1a8", "b1b8"]


def test_the_same_puzzles_are_the_same_homework():
    name = data_of(FORK, PROMOTES)["name"]
    assert data_of(FORK, PROMOTES)["name"] == name
    assert data_of(FORK)["name"] != name


@pytest.fixture(scope="module")
def browser():
    with launched() as browser:
        yield browser


def touch(page, square, is_turned=False):
    box = page.locator("#stage .board").bounding_box()
    file, rank = ord(square[0]) - 97, int(square[1]) - 1
    across, down = (7 - file, rank) if is_turned else (file, 7 - rank)
    page.mouse.click(box["x"] + (across + 0.5) * box["width"] / 8, box["y"] + (down + 0.5) * box["height"] / 8)


@pytest.mark.check
def test_a_pupil_solves_it_and_hands_in_a_line(browser, tmp_path):
    expect = playwright().expect
    path = tmp_path / "homework.html"
    path.write_text(homework([("a", FORK), ("b", PROMOTES)]), encoding="utf-8")
    context = browser.new_context(locale="de-DE", viewport={"width": 360, "height": 740}, bypass_csp=True)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    expect(page.locator("#asked")).to_have_text("1/2: Weiß am Zug")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    touch(page, "b1")
    expect(page.locator(".goal")).to_have_count(3)
    touch(page, "a3")
    expect(page.locator("#said")).to_contain_text("Na3 ist es nicht")
    page.fill("#move", "Sc3")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Richtig! Und jetzt?")
    expect(page.locator("#stage .board")).to_have_attribute("aria-label", "Weiß: Nc3 e2 Ke1; Schwarz: Kd8 Ra5")
    touch(page, "c3")
    touch(page, "b5")
    expect(page.locator("#said")).to_contain_text("</script>")
    page.click("#next")
    page.reload()
    expect(page.locator("#asked")).to_have_text("2/2: Weiß am Zug")
    touch(page, "a7")
    touch(page, "a8")
    page.click("#promotion button >> text=a8=Q")
    page.fill("#name", "Anna")
    expect(page.locator("#line")).to_contain_text("Anna: 1 von 2 beim ersten Versuch, ✗✓ (Hausaufgabe")
    assert complaints == []
    context.close()
