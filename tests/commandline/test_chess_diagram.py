import re
import xml.etree.ElementTree as ElementTree

import chess
import chess.svg
import pytest

from kiebitz.commandline.chess_diagram import arrow, corners, definitions, diagram, man_id

CASTLED = chess.Board("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", chess960=True)


def points(drawn):
    return [tuple(map(float, point.split(","))) for point in drawn.points.split()]


def test_definitions_hold_every_man_once_and_no_inline_style():
    drawn = definitions()
    ElementTree.fromstring(drawn)
    ids = re.findall(r'id="([^"]+)"', drawn)
    assert sorted(ids) == sorted(["squares", "coordinates", "coordinates-turned", *map(man_id, chess.svg.PIECES)])
    assert "style=" not in drawn
    assert 'fill="#ececec" stroke="#ececec"' in drawn  # the eye of the black knight, which had a style


def test_coordinates_from_either_side():
    drawn = {
        group.attrib["id"]: group for group in ElementTree.fromstring(definitions()).iter("g") if "id" in group.attrib
    }
    assert "".join(text.text for text in drawn["coordinates"]) == "abcdefgh87654321"
    assert "".join(text.text for text in drawn["coordinates-turned"]) == "hgfedcba12345678"


def test_a_board_refers_to_men_where_they_stand():
    board = chess.Board("8/8/8/3k4/8/8/8/6QK w - - 0 1")
    drawn = ElementTree.fromstring(diagram(board, (), "label"))
    assert drawn.attrib["aria-label"] == "label"
    men = {use.attrib["href"]: (use.attrib["x"], use.attrib["y"]) for use in drawn.find("g")}
    assert men == {"#black-king": ("135", "135"), "#white-queen": ("270", "315"), "#white-king": ("315", "315")}


@pytest.mark.parametrize(
    ("uci", "tip"),
    [("b1b8", (67.5, 22.5)), ("e1f2", (247.5, 292.5)), ("e1h1", (292.5, 337.5)), ("e1b1", (112.5, 337.5))],
)
def test_an_arrow_ends_where_the_man_goes_also_when_castling(uci, tip):
    drawn = arrow("played", CASTLED, chess.Move.from_uci(uci))
    assert points(drawn)[3] == tip
    assert len(points(drawn)) == 7
    assert f'<polygon class="arrow played" points="{drawn.points}"/>' in diagram(CASTLED, [drawn], "")


def test_corners_of_a_move():
    assert corners(chess.Board(), chess.Move.from_uci("e2e4")) == [(180, 270), (180, 180)]
    assert corners(CASTLED, chess.Move.from_uci("e1h1")) == [(180, 315), (270, 315)]


def test_what_goes_nowhere_has_no_arrow():
    assert arrow("played", chess.Board(), chess.Move.null()) is None
    assert corners(chess.Board(), chess.Move.null()) == []
    stays = chess.Board("4k3/8/8/8/8/8/8/6KR w H - 0 1", chess960=True)
    assert arrow("played", stays, stays.parse_san("O-O")) is None
