"""The report is one page that needs nothing else."""

from html.parser import HTMLParser

from kiebitz.lab.claims.experiment import every_experiment
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.report import report_html
from sources import ROOT

RESULTS = ROOT / "experiments" / "results"


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


def test_self_contained_and_every_claim_once():
    documented = [(experiment, load(RESULTS, experiment.claim.id)) for experiment in every_experiment()]
    reader = Reader()
    page = report_html(documented)
    reader.feed(page)
    assert all(reference.startswith("#") for reference in reader.references)
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    for experiment, record in documented:
        assert experiment.claim.id in reader.ids
        assert record is None or record.command in page
