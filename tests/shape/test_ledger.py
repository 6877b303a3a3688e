"""The ledger's parts: a page of what holds today, and an archive with an index of all entries, in order, with dates."""

import re

from markdown_page import anchor
from sources import ROOT

LEDGER = ROOT / "experiments" / "ledger"
PAGES = sorted(path for path in LEDGER.glob("*.md") if path.name != "README.md")
PARTS = sorted((LEDGER / "archive").glob("*.md"))


def test_a_part_begins_with_an_index_of_its_entries():
    for part in PARTS:
        text = part.read_text()
        index = re.findall(r"^\| (\d{4}-\d\d-\d\d) \| \[(.+)\]\(#(.+)\) \|$", text, re.MULTILINE)
        entries = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
        titles = [entry.partition("\n")[0] for entry in entries]
        assert [title for _, title, _ in index] == titles, part
        assert [link for _, _, link in index] == [anchor(title) for title in titles], part
        for (date, title, _), entry in zip(index, entries, strict=True):
            assert date in entry, title


def test_a_page_says_where_each_row_was_measured():
    for page in PAGES:
        text = page.read_text()
        assert f"(archive/{page.name})" in text, page
        rows = [row for row in text.splitlines() if row.startswith("|") and not row.startswith(("|---", "| what |"))]
        assert rows, page
        assert [row for row in rows if not re.search(r"\| \[\d{4}-\d\d-\d\d\]\(archive/.+\) \|$", row)] == []


def test_all_parts_stand_in_the_list_of_parts():
    assert [page.name for page in PAGES] == [part.name for part in PARTS]
    assert sorted(re.findall(r"\]\((\w+\.md)\)", (LEDGER / "README.md").read_text())) == [p.name for p in PARTS]
