import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from kiebitz.lab.animation.page import page, page_data
from kiebitz.lab.animation.replay import animate
from kiebitz.lab.theory.algorithms import ALGORITHMS
from kiebitz.lab.theory.tartan_tree import tartan_tree
from kiebitz.lab.theory.trees import Branch, grow

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


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


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium to open it in")
def test_a_browser_shows_the_step(tmp_path):
    path = tmp_path / "alphabeta.html"
    path.write_text(page(animate(ALGORITHMS["alphabeta"], tartan_tree(), "Tartan's tree")), encoding="utf-8")
    shown = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--dump-dom",
         f"{path.as_uri()}#step=17"],
        capture_output=True, timeout=120, check=True,
    ).stdout.decode()  # fmt: skip
    assert "step 17 of 54" in shown
    assert re.search(r'<li class="lit">\s*return watch.cut\(v, b\)', shown)
    assert shown.count("strike shown") == 2
    assert ">≤ −8<" in shown
