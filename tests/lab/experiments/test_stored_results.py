"""Every stored result is judged by the rule of today, and its pages say what the rule says."""

import re
from dataclasses import replace

import pytest

from kiebitz.lab.claims.experiment import NotKeptError, claim_ids, every_experiment, find
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.results import PUBLISHED
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


@pytest.mark.parametrize("claim_id", MEASURED)
def test_the_pages_say_the_verdict_that_the_rule_gives(claim_id):
    experiment = find(claim_id)
    judgement = experiment.judge(load(PUBLISHED, claim_id).result)
    page = (ROOT / "docs" / "claims" / f"{claim_id}.md").read_text()
    assert re.findall(r"^\*\*Verdict: (.*)\.\*\*$", page, re.MULTILINE) == [str(judgement.verdict)]
    overview = (ROOT / "docs" / "claims.md").read_text()
    (row,) = (line for line in overview.splitlines() if line.startswith(f"| [{claim_id}]"))
    assert f"**{judgement.verdict}**" in row


@pytest.mark.parametrize("claim_id", MEASURED)
def test_every_statement_of_the_plan_is_judged_and_no_other(claim_id):
    experiment = find(claim_id)
    judgement = experiment.judge(load(PUBLISHED, claim_id).result)
    assert [part.prediction.statement for part in judgement.parts] == [
        prediction.statement for prediction in experiment.plan.predictions
    ]


def test_a_result_that_keeps_too_little_says_so():
    result = replace(load(PUBLISHED, "T1").result, tables=())
    with pytest.raises(NotKeptError, match=r"the result of T1 doesn't fit .* kiebitz lab run T1"):
        find("T1").judge(result)
