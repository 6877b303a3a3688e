"""What strangers check first: the site and its reference, README on an index, the drawing of the house."""

import importlib.util
import re
import tomllib

import pytest

import draw_rooms
import index_readme
import kiebitz
import make_site
from kiebitz import HOMES
from sources import ROOT


def test_the_drawing_is_of_the_rooms_as_they_are():
    assert draw_rooms.DRAWING.read_text() == draw_rooms.current(), "python tools/draw_rooms.py draws it anew"


def test_a_room_stands_above_all_that_it_imports_from():
    heights = draw_rooms.floors({"ground": (), "first": ("ground",), "second": ("first", "ground"), "other": ()})
    assert heights == {"ground": 0, "first": 1, "second": 2, "other": 0}


def test_on_an_index_no_link_is_left_within_the_repository():
    text = index_readme.index_readme()
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert len(targets) > 10
    assert all(target.startswith("https://") for target in targets)
    assert text.count("![") == (ROOT / "README.md").read_text().count("![")


def test_an_index_can_show_it():
    markdown = pytest.importorskip("readme_renderer.markdown")
    shown = markdown.render(index_readme.index_readme(), variant="GFM")
    assert shown is not None
    assert shown.count("<img") == (ROOT / "README.md").read_text().count("![")
    assert "<table>" in shown


def test_links_are_bent_to_where_pages_lie(tmp_path):
    places = {"README.md": "index.md", "docs/README.md": "pages.md", "docs/data.md": "data.md"}
    text = "[a](docs/data.md#part) ![b](docs/images/board-wide.png) [c](https://a.example) `[d](docs/x.md)` [e](#f)"
    bent = make_site.bent(text, "README.md", places, tmp_path)
    assert bent == ("[a](data.md#part) ![b](images/board-wide.png) [c](https://a.example) `[d](docs/x.md)` [e](#f)")
    assert (tmp_path / "images" / "board-wide.png").exists()
    assert make_site.bent("[up](../README.md)", "docs/data.md", places, tmp_path) == "[up](index.md)"


def test_every_page_of_docs_is_led_to():
    led = {page for group in make_site.groups() for pages in group.values() for each in pages for page in each.values()}
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages <= led


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("zensical", "mkdocstrings", "nbconvert")),
    reason="the site needs what 'make docs' installs",
)
def test_the_site_has_every_public_name(tmp_path):
    assert make_site.main(["--output", str(tmp_path / "site")]) == 0
    pages = "".join(page.read_text() for page in (tmp_path / "site" / "reference").rglob("index.html"))
    anchors = set(re.findall(r'id="(kiebitz\.[\w.]+)"', pages))
    assert {name for name in HOMES if not any(anchor.endswith(f".{name}") for anchor in anchors)} == set()


def test_all_that_tells_a_version_tells_the_same():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert kiebitz.__version__ == version
    assert re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1] == version
    assert re.search(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1] == version
