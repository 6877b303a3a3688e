"""The documentation says what the results say."""

from html import escape

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.claims.experiment import every_experiment, find
from kiebitz.lab.claims.pages import FOLDER, markdown_pages, page, write_pages
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.report import report_html
from kiebitz.lab.claims.results import PUBLISHED
from sources import ROOT


def documented():
    return [(experiment, load(PUBLISHED, experiment.claim.id)) for experiment in every_experiment()]


def test_the_pages_are_up_to_date():
    """If this fails: kiebitz lab pages."""
    pages = markdown_pages(documented())
    for path, text in pages.items():
        assert (ROOT / "docs" / path).read_text() == text, f"docs/{path} is stale; run 'kiebitz lab pages'"
    there = {f"{FOLDER}/{path.name}" for path in (ROOT / "docs" / FOLDER).glob("*.md")}
    assert there <= set(pages), "a page without an experiment"


def test_every_result_belongs_to_an_experiment():
    claims = {experiment.claim.id for experiment in every_experiment()}
    assert {path.stem for path in PUBLISHED.glob("*.json")} <= claims


def test_every_figure_is_there():
    for experiment, record in documented():
        if record is not None and experiment.has_figure:
            assert (ROOT / "docs" / FOLDER / f"{experiment.claim.id}.svg").exists()


def test_pages_are_written(tmp_path):
    written = write_pages([(find("M1"), None)], tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in written} == {"claims.md", "claims/M1.md"}
    assert "not measured yet" in (tmp_path / "claims" / "M1.md").read_text()


def test_page_and_report_tell_a_verdict_that_no_longer_stands():
    experiment, record = find("N1"), load(PUBLISHED, "N1")
    (earlier,) = record.earlier
    assert earlier.verdict is Verdict.UNDECIDED
    assert f"- Until {earlier.until} the verdict was 'undecided'. {earlier.reason}" in page(experiment, record)
    assert f"the verdict was &#x27;undecided&#x27;. {escape(earlier.reason)}" in report_html([(experiment, record)])
