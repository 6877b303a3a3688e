"""The claims as a tab in the classroom asks for them, without a browser."""

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.commandline.additions import CLAIMS, PAGES, additions

if "claims" not in additions(PAGES):
    pytest.skip(
        f"the board finds the claims by an entry point of {CLAIMS}, which isn't installed: pip install ./claims",
        allow_module_level=True,
    )

from kiebitz_claims.claims.experiment import claim_ids, find
from kiebitz_claims.claims.figure import can_draw
from kiebitz_claims.claims.paper import PLANNED, entries
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from tabs import classroom


def test_the_claims_are_listed_with_their_verdicts():
    with classroom() as tab:
        tab.say("list")
        claims = tab.hear("claims")["claims"]
    assert [claim["id"] for claim in claims] == claim_ids()
    for claim in claims:
        (entry,) = entries([(find(claim["id"]), load(PUBLISHED, claim["id"]))])
        assert claim["verdict"] == entry.verdict


@pytest.mark.parametrize("asked", ["t1", pytest.param("N7", marks=pytest.mark.check)])
def test_a_claim_is_opened_with_what_was_measured(asked):
    """N7 has a figure to be drawn."""
    record = load(PUBLISHED, asked.upper())
    (entry,) = entries([(find(asked), record)])
    with classroom() as tab:
        tab.say("open", claim=asked)
        claim = tab.hear("claimopened")
        tab.say("open", claim="Z9")
        assert "no experiment measures 'Z9'" in tab.hear("notice", code="refused")["detail"]
    assert (claim["id"], claim["verdict"], claim["why"]) == (
        asked.upper(),
        entry.verdict,
        " ".join(filter(None, (entry.age, entry.judgement.remark))),
    )
    titles = ["Statements", *(table.title for table in record.result.tables if table.rows)]
    assert [table["title"] for table in claim["tables"] if table["title"]] == titles
    for table in claim["tables"]:
        assert {len(row) for row in table["rows"]} == {len(table["headings"])} == {len(table["is_numeric"])}
    assert claim["figure"].startswith("<svg") == (asked == "N7" and can_draw())
    assert claim["command"] == record.command


def test_a_planned_claim_is_opened_with_its_plan(monkeypatch):
    experiment = find("T1")
    monkeypatch.setattr("kiebitz_claims.classroom_page.load", lambda directory, claim_id: None)
    with classroom() as tab:
        tab.say("open", claim="T1")
        claim = tab.hear("claimopened")
    assert (claim["verdict"], claim["why"], claim["figure"]) == (PLANNED, "", "")
    (table,) = claim["tables"]
    assert [row[0] for row in table["rows"]] == [each.statement for each in experiment.plan.predictions]
    assert f"Sample: {experiment.plan.sample}" in claim["conditions"]
    assert claim["command"] == "kiebitz lab run T1"
