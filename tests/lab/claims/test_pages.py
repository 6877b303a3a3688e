"""The documentation says what the results say."""

from dataclasses import replace

import pytest

from kiebitz.lab.claims.experiment import every_experiment, find
from kiebitz.lab.claims.pages import FOLDER, markdown_pages, page, write_pages
from kiebitz.lab.claims.paper import entries
from kiebitz.lab.claims.record import load
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


def test_a_page_tells_plan_statements_and_verdicts_that_no_longer_stand():
    experiment = find("N1")
    (entry,) = entries([(experiment, load(PUBLISHED, "N1"))])
    text = page(entry)
    assert "> Ein mit dieser Technik arbeitendes Programm" in text
    assert "| one to two plies deeper | 1 to 2 plies | 1.71 (1.48 to 1.94) plies | holds |" in text
    assert "| 200 to 300 Elo stronger | +200 to +300 Elo | -13 (-80 to +53) Elo | does not hold |" in text
    first, second = experiment.plan.earlier
    assert (first.verdict, second.verdict) == ("undecided", "holds in part")
    assert f"- Until {first.until} the verdict was 'undecided'. {first.reason}" in text


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (None, "taken before plans were written down: to plan 1 these figures are suggestions"),
        (0, "taken under plan 0: to plan 1 these figures are suggestions"),
        (1, "taken under plan 1, which was settled before"),
    ],
)
def test_a_page_says_whether_the_plan_came_before_the_data(plan, said):
    (entry,) = entries([(find("N1"), replace(load(PUBLISHED, "N1"), plan=plan))])
    assert said in page(entry)
