"""Every stored result is judged by the rule of today, and its pages say what the rule says."""

from dataclasses import replace

import pytest

from kiebitz_claims.claims.experiment import NotKeptError, claim_ids, every_experiment, find
from kiebitz_claims.claims.paper import entries
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from sources import ROOT

MEASURED = [claim_id for claim_id in claim_ids() if load(PUBLISHED, claim_id) is not None]


def test_every_experiment_has_a_plan_and_a_rule():
    for experiment in every_experiment():
        plan = experiment.plan
        assert plan.predictions
        assert plan.original
        assert plan.translation
        assert plan.sample
        assert experiment.rule.endswith(".")
        for prediction in plan.predictions:
            assert prediction.low > -float("inf") or prediction.high < float("inf"), prediction.statement
        days = [earlier.until for earlier in plan.earlier]
        assert days == sorted(days)


def test_the_pages_say_the_verdict_that_the_rule_gives():
    overview = (ROOT / "docs" / "claims.md").read_text()
    for claim_id in claim_ids():
        (entry,) = entries([(find(claim_id), load(PUBLISHED, claim_id))])
        page = (ROOT / "docs" / "claims" / f"{claim_id}.md").read_text()
        planned = "**Planned, not yet measured.**"
        said = f"**Verdict: {entry.verdict}.** {entry.age}".rstrip() if entry.record else planned
        assert [line for line in page.splitlines() if line.startswith(("**Verdict", "**Planned"))] == [said], claim_id
        (row,) = (line for line in overview.splitlines() if line.startswith(f"| [{claim_id}]"))
        assert f"**{entry.verdict}**" in row


def test_every_statement_of_the_plan_is_judged_and_no_other():
    """Figures of an earlier plan may not answer to the rule of today: they wait for a new run."""
    for claim_id in MEASURED:
        (entry,) = entries([(find(claim_id), load(PUBLISHED, claim_id))])
        if entry.judgement is None:
            assert entry.is_older, claim_id
            continue
        assert [part.prediction.statement for part in entry.judgement.parts] == [
            prediction.statement for prediction in entry.experiment.plan.predictions
        ], claim_id


def test_a_result_that_keeps_too_little_says_so():
    result = replace(load(PUBLISHED, "T1").result, tables=())
    with pytest.raises(NotKeptError, match=r"the result of T1 doesn't fit .* kiebitz lab run T1"):
        find("T1").judge(result)
