"""The report is one page that needs nothing else."""

from html.parser import HTMLParser

import pytest

from kiebitz.lab.claims import report
from kiebitz.lab.claims.experiment import every_experiment, find
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.report import report_html
from kiebitz.lab.claims.results import PUBLISHED


class Reader(HTMLParser):
    """Collects ids and references."""

    def __init__(self):
        super().__init__()
        self.ids, self.references = [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in {"href", "src", "xlink:href"}:
                self.references.append(value)


@pytest.mark.slow
def test_self_contained_and_every_claim_once():
    documented = [(experiment, load(PUBLISHED, experiment.claim.id)) for experiment in every_experiment()]
    reader = Reader()
    page = report_html(documented)
    reader.feed(page)
    assert all(reference.startswith("#") for reference in reader.references)
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    for experiment, record in documented:
        assert experiment.claim.id in reader.ids
        assert record is None or record.command in page


def test_without_matplotlib_the_page_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(report, "can_draw", lambda: False)
    page = report_html([(find("Y6"), load(PUBLISHED, "Y6"))])
    assert "No figure: figures need matplotlib" in page
    assert "<svg" not in page
