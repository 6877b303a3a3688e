"""The rule of HA2: years and their machines aren't here; a doubling's worth is told where it is sure."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ha2_thirty_elo_a_year import Match, judge


@pytest.mark.parametrize(("each", "said"), [("++=+" * 10, "would be a doubling in"), ("+--+" * 10, "are worth +0 Elo")])
def test_years_are_not_tested_and_a_doubling_is_told(each, said):
    judgement = judge([Match(each.count("+"), each.count("="), each.count("-"), each)])
    assert judgement.verdict is Verdict.UNTESTABLE
    assert said in judgement.remark
    assert ("doubling in" in judgement.remark) == ("=" in each)
