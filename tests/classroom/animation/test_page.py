import json
import re
from html.parser import HTMLParser

import pytest

from chromium import dumped, needs_browser
from kiebitz.classroom.animation.page import page, page_data
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.tartan_tree import tartan_tree
from kiebitz.classroom.theory.trees import Branch, grow

# Written below the page: its height, and of what moves the upper and lower edge, then those of the frame it scrolls in.
PLACES = """
<script>
const span = selector => { const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
  return [top, bottom]; };
const within = (selector, frame) => [...span(selector), ...span(frame)];
const places = document.createElement("pre");
places.id = "places";
places.textContent = JSON.stringify([innerHeight, {
  line: within("li.lit", ".code"), node: within(".current .shape", ".tree"), variables: within(".vars", ".screen"),
  sentence: within(".say", ".screen"), controls: within(".controls", ".screen"),
}]);
document.body.append(places);
</script></body>
"""
# Whether the page takes a space for itself, on a button and elsewhere.
PRESSES = """
<script>
const space = () => new KeyboardEvent("keydown", {key: " ", bubbles: true, cancelable: true});
const taken = target => !target.dispatchEvent(space());
const prevented = document.createElement("pre");
prevented.id = "prevented";
prevented.textContent = `button ${taken(document.querySelector("[data-act=on]"))}, page ${taken(document.body)}`;
document.body.append(prevented);
</script></body>
"""


class Reader(HTMLParser):
    """Collects tags and the data of the page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.data, self._in_data = [], "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self._in_data = dict(attributes).get("id") == "data"

    def handle_data(self, data):
        if self._in_data:
            self.data += data

    def handle_endtag(self, tag):
        self._in_data = False


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_page_holds_everything(name):
    animation = animate(ALGORITHMS[name], tartan_tree(), "Tartan's tree")
    reader = Reader(page(animation))
    assert json.loads(reader.data) == json.loads(json.dumps(page_data(animation)))
    assert len(json.loads(reader.data)["steps"]) == len(animation.steps)


def test_the_page_needs_nothing_from_elsewhere():
    text = page(animate(ALGORITHMS["alphabeta"], tartan_tree(), "Tartan's tree"))
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not an address to load from
    assert not any("src" in attributes or "href" in attributes for _, attributes in Reader(text).tags)


def test_names_from_outside_cannot_break_out():
    tree = grow([Branch("</script><script>alert(1)</script>", 1), 2])
    text = page(animate(ALGORITHMS["alphabeta"], tree, "<b>&\u2028"))
    assert sum(tag == "script" for tag, _ in Reader(text).tags) == 2
    assert json.loads(Reader(text).data)["tree"] == "<b>&\u2028"


@pytest.mark.check
@needs_browser
@pytest.mark.parametrize("size", ["500,740", "740,500"])
def test_all_that_moves_fits_the_window(size, tmp_path):
    """The longest code of all: line, node, sentence and controls are seen without scrolling the page."""
    text = page(animate(ALGORITHMS["mtdf"], tartan_tree(), "Tartan's tree")).replace("</body>", PLACES)
    shown, _ = dumped(text, tmp_path, fragment="#step=30", size=size)
    height, places = json.loads(re.search(r'<pre id="places">(.*?)</pre>', shown)[1])
    assert height >= 300
    for name, (top, bottom, frame_top, frame_bottom) in places.items():
        assert frame_top - 1 <= top < bottom <= frame_bottom + 1, name
        assert 0 <= frame_top < frame_bottom <= height, name


@pytest.mark.check
@needs_browser
def test_a_browser_shows_the_step_and_a_space_presses_the_button_it_stands_on(tmp_path):
    text = page(animate(ALGORITHMS["alphabeta"], tartan_tree(), "Tartan's tree")).replace("</body>", PRESSES)
    shown, _ = dumped(text, tmp_path, fragment="#step=17")
    assert '<pre id="prevented">button false, page true</pre>' in shown
    assert "❚❚ pause" in shown
    assert "step 17 of 54" in shown
    assert re.search(r'<li class="lit">\s*return watch.cut\(v, b\)', shown)
    assert shown.count("strike shown") == 2
    assert ">≤ −8<" in shown
