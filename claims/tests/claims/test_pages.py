"""The documentation says what the results say."""

from dataclasses import replace

import pytest

from kiebitz_claims.claims.experiment import every_experiment, find
from kiebitz_claims.claims.pages import FOLDER, markdown_pages, page, write_pages
from kiebitz_claims.claims.paper import entries
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
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


@pytest.mark.check
def test_a_page_leaves_out_rows_that_the_result_has_and_not_a_word():
    """Without its rows, and the sentence that says where they are, a page is the whole one."""
    left_out = 0
    for entry in entries(documented()):
        whole, shown = page(entry, rows_shown=1_000_000).splitlines(), iter(page(entry).splitlines())
        line = next(shown)
        for expected in whole:
            if line == expected:
                line = next(shown, "")
                if "more rows are in [" in line:
                    assert (ROOT / "docs" / FOLDER / line.partition("](")[2].partition(")")[0]).resolve().exists()
                    assert next(shown) == ""
                    line = next(shown)
            else:
                assert expected.startswith("| "), expected
                left_out += 1
        assert line == ""
    assert left_out > 1_000


def test_the_pages_are_small():
    files = list((ROOT / "docs" / FOLDER).iterdir())
    pages = sum(path.suffix == ".md" for path in files)
    assert sum(path.stat().st_size for path in files) < 50_000 * pages  # with their figures


def test_every_result_belongs_to_an_experiment():
    claims = {experiment.claim.id for experiment in every_experiment()}
    assert {path.stem for path in PUBLISHED.glob("*.json")} <= claims


@pytest.mark.check
def test_every_figure_is_there_and_none_of_an_earlier_plan():
    for entry in entries(documented()):
        assert (ROOT / "docs" / FOLDER / f"{entry.experiment.claim.id}.svg").exists() == entry.has_figure


def test_pages_are_written(tmp_path):
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "M1.svg").touch()
    written = write_pages([(find("M1"), None)], tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in written} == {"claims.md", "claims/M1.md"}
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["M1.md"]


def test_a_planned_claim_has_a_page_with_its_plan():
    experiment = find("N1")
    (entry,) = entries([(experiment, None)])
    text = page(entry)
    assert f"**Planned, not yet measured.**\n\n## Plan {experiment.plan.version}\n" in text
    for said in (experiment.plan.original, experiment.plan.translation, experiment.plan.sample, experiment.rule):
        assert said in text
    assert "- One to two plies deeper: " in text
    assert "Repeat with `kiebitz lab run N1`" in text
    assert "N1.svg" not in text
    assert f"- Positive control: {experiment.plan.control}\n" in text


def test_a_page_shows_figures_that_todays_rule_can_not_read():
    kept = load(PUBLISHED, "N1")
    odd = replace(kept, plan=0, result=replace(kept.result, tables=()))
    (entry,) = entries([(find("N1"), odd)])
    text = page(entry)
    assert "**Verdict: to be measured again.** The figures were taken under plan 0" in text
    assert f"the verdict on them was '{find('N1').plan.earlier[-1].verdict}'." in text
    assert "| measured | value |" in text
    assert "N1.svg" not in text
