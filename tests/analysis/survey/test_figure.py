import xml.etree.ElementTree as ElementTree

from kiebitz.analysis.survey.figure import BAR_WIDTH, Bars, bars


def parsed(rows):
    return ElementTree.fromstring(bars(rows, "a & b"))


def test_bars_are_on_one_scale():
    svg = parsed([Bars("a", (50.0, 25.0)), Bars("b", (0.0, -3.0))])
    widths = [float(bar.get("width")) for bar in svg.iter("rect")]
    assert widths == [BAR_WIDTH, BAR_WIDTH / 2, 0, 0]
    assert [bar.get("class") for bar in svg.iter("rect")] == ["first", "second"] * 2
    assert [text.text for text in svg.iter("text")] == ["a", "50.00", "25.00", "b", "0.00", "-3.00"]
    tops = [float(bar.get("y")) for bar in svg.iter("rect")]
    assert tops == sorted(set(tops))


def test_names_from_outside_are_text():
    svg = parsed([Bars("<script>" + "x" * 100, (1.0,))])
    (label, _) = svg.iter("text")
    assert label.text.startswith("<script>xxx")
    assert label.text.endswith("…")
    assert svg.get("aria-label") == "a & b"


def test_nothing_to_draw():
    assert list(parsed([])) == []
    assert float(next(parsed([Bars("a", (0.0,))]).iter("rect")).get("width")) == 0
