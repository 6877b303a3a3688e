"""The rule of HA1: what is computed rounds to what is printed."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ha1_hydras_arithmetic import PREDICTIONS, judge, kept, measure
from kiebitz_claims.measuring.progress import Progress

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
AS_PRINTED = [5.4, 9.0, 150.0, 100.0, 1.99, 3.5, 6.5, 12.0, 17.0]


@pytest.mark.parametrize("place", range(len(PREDICTIONS)))
@pytest.mark.parametrize(("share", "verdict"), [(1.0, HOLDS), (1.1, FAILS), (0.9, FAILS)])
def test_each_figure_by_itself(place, share, verdict):
    values = [*AS_PRINTED]
    values[place] *= share
    verdicts = [HOLDS] * len(PREDICTIONS)
    verdicts[place] = verdict
    assert [part.verdict for part in judge(values, 11.0).parts] == verdicts


def test_the_figures_are_computed_of_each_other():
    values, listed = kept(measure(True, Progress()))
    assert values == pytest.approx([50 / 9, 9, 172.8, 91.8, 1.9946, 3.5152, 6.9418, 12.0403, 17.0035], abs=1e-4)
    assert listed == 11
