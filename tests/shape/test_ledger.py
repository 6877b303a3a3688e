"""The ledger's parts: each has an index that names all its entries, in their order, with their dates."""

import re

from markdown_page import anchor
from sources import ROOT

LEDGER = ROOT / "experiments" / "ledger"
PARTS = sorted(path for path in LEDGER.glob("*.md") if path.name != "README.md")


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


def test_all_parts_stand_in_the_list_of_parts():
    assert sorted(re.findall(r"\]\((\w+\.md)\)", (LEDGER / "README.md").read_text())) == [p.name for p in PARTS]
