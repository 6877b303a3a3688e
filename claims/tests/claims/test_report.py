"""The report is one page that needs nothing else."""

import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest

from kiebitz_claims.claims import report
from kiebitz_claims.claims.experiment import claim_ids, find
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.report import report_html
from kiebitz_claims.claims.results import PUBLISHED


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


@pytest.mark.parametrize(
    "claims",
    [
        pytest.param(["M1", "T1", "Y6"], marks=pytest.mark.check),
        pytest.param(claim_ids(), marks=pytest.mark.nightly, id="every"),
    ],
)
def test_self_contained_and_every_claim_once(claims):
    """With all its figures, each of which Matplotlib draws anew."""
    documented = [(find(claim), load(PUBLISHED, claim)) for claim in claims]
    reader = Reader()
    page = report_html(documented)
    reader.feed(page)
    assert all(reference.startswith("#") for reference in reader.references)
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    for experiment, record in documented:
        assert experiment.claim.id in reader.ids
        assert record is None or record.command in page


def one(claim_id, **changed):
    """The report of a published result as if it were of its plan of today, with more changed."""
    experiment = find(claim_id)
    record = replace(load(PUBLISHED, claim_id), **{"plan": experiment.plan.version, **changed})
    return report_html([(experiment, record)])


def test_without_matplotlib_the_page_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(report, "can_draw", lambda: False)
    page = one("Y6")
    assert "No figure: figures need matplotlib" in page
    assert "<svg" not in page


def test_figures_older_than_their_plan_are_told_apart(monkeypatch):
    monkeypatch.setattr(report, "can_draw", lambda: False)
    page = one("N1", plan=0)
    assert "by a rule: to be measured again: 1 does not hold." in page
    assert '<span class="fails older" style="flex: 1" title="does not hold, to be measured again">1</span>' in page
    assert "So says the rule of plan" in page


def test_an_article_has_its_statements_in_sight_and_the_rest_folded(monkeypatch):
    monkeypatch.setattr(report, "can_draw", lambda: False)
    page = one("N7")
    article = page[page.index('<article id="N7">') :]
    seen = re.sub(r"<details>.*?</details>", "", article, flags=re.DOTALL)
    assert "a good refutation comes first in about 90%" in seen
    assert "with today" in seen
    assert "Trefferquote" not in seen
    assert "Until 2026-11-22" not in seen
    folded = re.findall(r"<summary>([^<]*)</summary>", article)
    assert re.fullmatch(r"All figures \(\d+ rows\)", folded[0])
    plan = find("N7").plan
    assert folded[1:] == [f"Plan {plan.version}", f"Verdicts that no longer stand ({len(plan.earlier)})", "Method"]


def test_a_planned_claim_is_told_with_its_plan_in_sight():
    experiment = find("M1")
    page = report_html([(experiment, None)])
    assert "1 is planned, not yet measured" in page
    assert "Measure it with <code>kiebitz lab run M1</code>." in page
    seen = re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)
    assert escape(experiment.plan.original) in seen
    assert escape(experiment.plan.sample) in seen
    assert '<span class="verdict untestable planned">planned, not yet measured</span>' in seen
    assert f"Positive control: {escape(find('Y3').plan.control)}" in report_html([(find("Y3"), None)])
