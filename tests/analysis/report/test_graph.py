import xml.etree.ElementTree as ElementTree

from kiebitz.analysis.report.graph import LEAST_NAMED, SHORT, Point, Span, graph, time_graph

POINTS = [
    Point(50.0, ""),
    Point(60.0, "1. e4", "ply-1", None, 3.0, True),
    Point(20.0, "1...g5??", "moment-2", "blunder", 12.0, False),
    Point(0.0, "2. d4", "ply-3", None, None, True),
    Point(100.0, "2...f6", "ply-4", None, 0.0, False),
]


def test_the_curve_goes_through_the_chances_from_the_top():
    drawn = ElementTree.fromstring(graph(POINTS, [Span("Opening", 0)], "label"))
    assert drawn[0].attrib["viewBox"] == "0 0 4 100"
    assert drawn[0][2].attrib["d"] == "M0 50.0L1 40.0L2 80.0L3 100.0L4 0.0"


def test_every_move_can_be_chosen_and_a_mark_has_its_place():
    drawn = ElementTree.fromstring(graph(POINTS, [Span("Opening", 0)], "label"))
    links = drawn.findall("a")
    assert [link.attrib["href"] for link in links] == ["#ply-1", "#moment-2", "#ply-3", "#ply-4"]
    assert ["tabindex" in link.attrib for link in links] == [True, False, True, True]
    mark = links[1].find("circle").attrib
    assert (mark["class"], mark["cx"], mark["cy"]) == ("blunder", "50.00%", "80.0%")
    assert links[1].find("title").text == "1...g5??"


def test_phases_are_named_where_there_is_room():
    points = [Point(50.0, "")] * 101
    first, second = int(LEAST_NAMED) - 1, int(SHORT) - 1
    spans = [Span("Opening", 0), Span("Middlegame", first), Span("Endgame", first + second)]
    drawn = ElementTree.fromstring(graph(points, spans, "label"))
    names = [(name.text, name.attrib["class"], name.attrib["x"]) for name in drawn.findall("text")]
    assert names == [
        ("Middlegame", "phase short", f"{first}.00%"),
        ("Endgame", "phase", f"{first + second}.00%"),
    ]
    assert len([line for line in drawn.findall("line") if line.attrib.get("class") == "border"]) == 2


def test_times_stand_above_and_below_and_fill_half_the_height_at_most():
    drawn = ElementTree.fromstring(time_graph(POINTS, "label"))
    bars = [(bar.attrib["class"], bar.attrib["y"], bar.attrib["height"]) for bar in drawn.findall("rect")]
    assert bars == [("white", "37.5%", "12.5%"), ("black", "50.0%", "50.0%")]


def test_without_clocks_there_is_no_time_graph():
    assert time_graph([Point(50.0, "")] * 3, "label") == ""
