"""Asked again with the figures that a stored result keeps, each rule gives the stored verdict, in the same words."""

import pytest

from kiebitz.lab.claims.experiment import NotKeptError, claim_ids, every_experiment, find
from kiebitz.lab.claims.record import load
from kiebitz.lab.claims.results import PUBLISHED

NOT_KEPT = {
    "L4": "the share of first moves that refute in the critical trees",
    "M7": "the ends of the match's interval",
    "T1": "the nodes where cuts fell",
    "Y7": "the ends of the match's interval",
}
"""What some rules ask for and their results don't keep as figures."""


def test_every_experiment_has_a_rule():
    assert all(callable(experiment.module.judge) for experiment in every_experiment())


@pytest.mark.parametrize("claim_id", [claim_id for claim_id in claim_ids() if claim_id not in NOT_KEPT])
def test_the_rule_gives_the_stored_verdict(claim_id):
    result = load(PUBLISHED, claim_id).result
    assert find(claim_id).judge_again(result) == result


@pytest.mark.parametrize("claim_id", NOT_KEPT)
def test_a_result_that_keeps_too_little_says_so(claim_id):
    with pytest.raises(NotKeptError, match=f"the result of {claim_id} keeps too little"):
        find(claim_id).judge_again(load(PUBLISHED, claim_id).result)
