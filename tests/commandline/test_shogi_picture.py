"""Boards of shogi drawn: every man in his place, by strokes alone."""

import random
import re
from xml.etree import ElementTree

from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.commandline.shogi_glyphs import GLYPHS
from kiebitz.commandline.shogi_picture import (
    BOARD,
    HEIGHT,
    LEFT,
    SQUARE,
    TOP,
    WIDTH,
    man_id,
    middle,
    picture,
    places_of_both_sides,
)
from kiebitz.core.shogi.sfen import LETTERS
from random_shogi import scattered

SVG = "{http://www.w3.org/2000/svg}"
SFEN = "4k4/9/4P4/9/9/9/9/9/+p8 b 2GL3p 1"


def uses(drawn):
    """What a picture shows: what is drawn there, where, and whether it stands on its head."""
    found = []
    for use in ElementTree.fromstring(drawn).iter(f"{SVG}use"):
        place = re.fullmatch(r"translate\((\S+) (\S+)\)( rotate\(180\))?", use.get("transform", ""))
        if place:
            found.append((use.get("href")[1:], (float(place[1]), float(place[2])), place[3] is not None))
    return found


def test_every_man_has_a_sign_in_his_square():
    assert set(GLYPHS) == {*LETTERS, *(f"+{letter}" for letter in "PLNSBR")}
    for strokes in GLYPHS.values():
        for stroke in strokes:
            assert len(stroke) >= 2
            assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in stroke)
    assert len({frozenset(strokes) for strokes in GLYPHS.values()}) == len(GLYPHS)


def test_men_stand_where_they_are():
    found = uses(picture(ShogiBoard.of(SFEN), "a board"))
    assert ("shogi-K", middle(0, 4), True) in found
    assert ("shogi-P", middle(2, 4), False) in found
    assert ("shogi-promoted-P", middle(8, 0), True) in found
    right = [name for name, (x, _), _ in found if x > LEFT + BOARD]
    left = [name for name, (x, _), turned in found if x < LEFT and turned]
    assert (right, left) == (["shogi-G", "shogi-L"], ["shogi-P"])
    counts = re.findall(r'class="shogi-count"[^>]*>(\d+)<', picture(ShogiBoard.of(SFEN), "a board"))
    assert counts == ["2", "3"]


def test_whatever_stands_there_is_drawn_within_the_picture():
    for position in scattered(random.Random(6), 40):
        board = ShogiBoard.of(position.sfen())
        found = uses(picture(board, "a board"))
        kinds = sum(map(len, board.hands))
        assert len(found) == sum(bool(man) for row in board.rows for man in row) + kinds
        assert len({place for _, place, _ in found}) == len(found)
        assert all(SQUARE / 2 - 5 < x < WIDTH - 20 and TOP < y < HEIGHT for _, (x, y), _ in found)
        assert {name for name, _, _ in found} <= {man_id(man) for man in GLYPHS}


def test_hands_lie_in_sight_beside_the_board_or_above_and_below():
    for seen in places_of_both_sides():
        for laid in (seen, seen["tall"]):
            left, top, width, height = map(float, laid["view"].split())
            for lists in laid["hands"]:
                for x, y in (place for kinds in lists for place in kinds):
                    assert left <= x - SQUARE / 2 + 3
                    assert x + SQUARE / 2 - 3 <= left + width
                    assert top <= y - SQUARE / 2
                    assert y + SQUARE / 2 <= top + height
                    assert not (abs(x - LEFT - BOARD / 2) < BOARD / 2 and abs(y - TOP - BOARD / 2) < BOARD / 2)


def test_what_is_said_of_it_stays_text():
    root = ElementTree.fromstring(picture(ShogiBoard.of(SFEN), "&lt;b&gt;"))
    assert root.get("aria-label") == "<b>"
    assert not list(root.iter(f"{SVG}b"))
