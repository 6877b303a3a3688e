"""A proof as a page: its data are the proof, it needs nothing from elsewhere, and a browser steps through it."""

import json
import re
from html import unescape

import chess
import pytest

from barriers import barriers
from chromium import launched
from full_width import known_problems
from kiebitz.engine.mate_solver import longest_line, name_of
from kiebitz.engine.positions import notation_of, position_named
from kiebitz.mate import page as module
from kiebitz.mate.page import page
from kiebitz.mate.proof_graph import proof_graph
from proofs import proved

IN_NINE = next(sfen for sfen, has_mate, plies, _ in known_problems() if has_mate and plies == 9)
IN_TWO = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1"
IN_TWO_BY_BLACK = chess.Board(IN_TWO).mirror().fen()
PROBLEMS = [(IN_NINE, {}), (IN_TWO, {"moves": 2}), (IN_TWO_BY_BLACK, {"moves": 2})]


def made(text, limits):
    """A proof, its page, and how many positions this left out."""
    proof = proved(text, **limits)
    position = position_named(text)
    return proof, *page(position, proof_graph(position, proof.book))


def data_of(text):
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1])


def placement(position):
    board, _, held = name_of(position).split()[:3]
    return f"{board} {held}"


@pytest.mark.parametrize(("text", "limits"), PROBLEMS)
def test_its_data_are_the_proof(text, limits):
    proof, made_page, left_out = made(text, limits)
    nodes = data_of(made_page)["nodes"]
    assert left_out == 0
    notation = notation_of(position_named(text))
    waiting, seen = [(position_named(text), 0)], set()
    while waiting:
        position, number = waiting.pop()
        node = nodes[number]
        assert node["before"] == placement(position)
        assert node["move"] == proof.book[name_of(position)]
        after = position.copy()
        notation.push(after, node["move"])
        assert node["after"] == placement(after)
        assert {reply for reply, *_ in node["replies"]} == set(notation.legal_moves(after))
        assert node["plies"] == max((plies + 2 for *_, plies in node["replies"]), default=1)
        seen.add(number)
        for reply, _, child, plies in node["replies"]:
            assert nodes[child]["plies"] == plies
            if child not in seen:
                behind = after.copy()
                notation.push(behind, reply)
                waiting.append((behind, child))
    assert seen == set(range(len(nodes)))


def test_moves_are_told_as_people_write_them():
    nodes = data_of(made(IN_TWO, {"moves": 2})[1])["nodes"]
    assert nodes[0]["told"] == "Kd7"
    assert {"f1=Q", "Be7", "Kd5"} <= {text for _, text, *_ in nodes[0]["replies"]}
    nodes = data_of(made(IN_NINE, {})[1])["nodes"]
    assert nodes[0]["told"] == "R*9b"
    assert nodes[0]["replies"][0][1] == "L9ax9b"


@pytest.mark.parametrize(("text", "limits"), PROBLEMS)
def test_it_needs_nothing_from_elsewhere(text, limits):
    _, made_page, _ = made(text, limits)
    assert set(re.findall(r"https?://[^\s\"'<]+", made_page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?!use)[^>]*\s(src|href)=", made_page)
    assert made_page.count("<script") == 2
    assert "style=" not in re.sub(r"<style>.*?</style>|<script.*?</script>", "", made_page, flags=re.DOTALL)
    assert text in unescape(made_page)


def test_without_room_the_longest_line_is_there_and_what_is_near(monkeypatch):
    monkeypatch.setattr(module, "MOST_POSITIONS", 6)
    proof, made_page, left_out = made(IN_NINE, {})
    nodes = data_of(made_page)["nodes"]
    assert len(nodes) == 6
    assert left_out == len(proof_graph(position_named(IN_NINE), proof.book)) - 6
    assert f"{left_out} positions are left out" in made_page
    line, node = [], nodes[0]
    while True:
        line.append(node["move"])
        if not node["replies"]:
            break
        reply, _, child, _ = node["replies"][0]
        line.append(reply)
        node = nodes[child]
    assert tuple(line) == longest_line(position_named(IN_NINE), proof.book)
    assert any(child == -1 for node in nodes for _, _, child, _ in node["replies"])


@pytest.fixture(scope="module")
def browser():
    with launched() as browser:
        yield browser


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page; it must run without a fault."""
    faults = []

    def open_page(text, limits, **context):
        path = tmp_path / "proof.html"
        path.write_text(made(text, limits)[1], encoding="utf-8")
        tab = browser.new_context(**context).new_page()
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.on("console", lambda message: faults.append(message.text))
        tab.goto(path.as_uri())
        return tab

    yield open_page
    assert faults == []


def shown_men(tab):
    """How many men are drawn."""
    return tab.locator(".men use").count()


@pytest.mark.check
@pytest.mark.parametrize(("text", "limits"), PROBLEMS)
def test_it_is_stepped_through_by_keys_and_buttons(opened, text, limits):
    tab = opened(text, limits)
    data = data_of(tab.content())
    said = tab.locator("#said")
    plies = data["nodes"][0]["plies"]
    assert said.inner_text() == f"mate in {plies} plies"
    board, held = data["nodes"][0]["before"].split(" ")
    kinds = len(re.findall("[A-Za-z]", held)) if data["isNumberedByPlies"] else 0
    assert shown_men(tab) == len(re.findall("[A-Za-z]", board)) + kinds
    assert tab.locator(".marks rect").count() == 0
    tab.keyboard.press("ArrowRight")
    assert said.inner_text().endswith(f"{data['nodes'][0]['told']}: mate in {plies - 1} plies")
    assert tab.locator(".marks rect").count() in (1, 2)
    tab.keyboard.press("End")
    assert said.inner_text().endswith(": mate")
    assert tab.locator("[data-go=on]").is_disabled()
    tab.click("[data-go=back]")
    assert said.inner_text().endswith(": mate in 1 ply")
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowDown")
    told = data["nodes"][0]["replies"][1][1]
    assert told in said.inner_text()
    assert told in tab.locator("[aria-current=step]").inner_text()
    tab.keyboard.press("ArrowUp")
    assert data["nodes"][0]["replies"][0][1] in said.inner_text()


@pytest.mark.check
def test_defences_are_chosen_by_a_click_and_many_are_folded(opened):
    tab = opened(IN_TWO, {"moves": 2})
    data = data_of(tab.content())
    replies = data["nodes"][0]["replies"]
    first = tab.locator("#tree li").first
    assert first.locator(".defences button").count() == 13
    first.locator("[data-unfold]").click()
    assert first.locator(".defences button").count() == len(replies) == 13
    first.locator(f"[data-reply='{len(replies) - 1}']").click()
    assert replies[-1][1] in tab.locator("#said").inner_text()
    assert first.locator("[aria-pressed=true]").count() == 1


@pytest.mark.check
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_it_fits_shuts_nobody_out_and_a_swipe_is_a_step(opened, width, scheme):
    looks = {"viewport": {"width": width, "height": 740}, "color_scheme": scheme, "has_touch": True}
    tab = opened(IN_NINE, {}, bypass_csp=True, **looks)
    assert barriers(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    box = tab.locator("svg.board").bounding_box()
    assert box["width"] > 0.7 * min(width, 560)
    tab.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 50)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 50, steps=3)
    tab.mouse.up()
    assert tab.locator("#said").inner_text().startswith("1. R*9b")
    tab.keyboard.press("End")
    # The move that is shown is to be seen, not below the board.
    stage, at = tab.locator("#stage").bounding_box(), tab.locator("[aria-current=step]").bounding_box()
    assert at["y"] + at["height"] <= 740
    assert width > 760 or at["y"] >= stage["y"] + stage["height"] - 1
