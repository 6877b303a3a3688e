"""Asked again with the figures that a stored result keeps, each rule gives the stored verdict, in the same words."""

from dataclasses import replace

import pytest

from kiebitz.lab.claims.experiment import NotKeptError, claim_ids, every_experiment, find
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.results import PUBLISHED


def test_every_experiment_has_a_rule():
    assert all(callable(experiment.module.judge) for experiment in every_experiment())
    assert all(callable(experiment.module.kept) for experiment in every_experiment())


@pytest.mark.parametrize("claim_id", claim_ids())
def test_the_rule_gives_the_stored_verdict(claim_id):
    result = load(PUBLISHED, claim_id).result
    assert find(claim_id).judge_again(result) == result


def test_a_result_that_keeps_too_little_says_so():
    result = replace(load(PUBLISHED, "T1").result, tables=())
    with pytest.raises(NotKeptError, match=r"the result of T1 doesn't fit .* kiebitz lab run T1"):
        find("T1").judge_again(result)
