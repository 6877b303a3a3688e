"""The rule of D3: in tactics something hangs in nine of ten nodes, and the static rule ends a quarter fewer."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.d3_static_rule_in_tactics import count, judge
from kiebitz.lab.measuring.positions import phase_positions

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def counts(share, scatter=1):
    """Of twelve positions: a thousand nodes clearly ahead, and those of them that the rule ended."""
    return [(1000, round(1000 * share) + scatter * (number % 3 - 1)) for number in range(12)]


@pytest.mark.parametrize(
    ("sharp", "quiet", "verdicts"),
    [
        (counts(0.05), counts(0.2), [HOLDS, HOLDS]),
        (counts(0.3), counts(0.6), [FAILS, HOLDS]),
        (counts(0.05), counts(0.05), [HOLDS, FAILS]),
        (counts(0.1, scatter=50), counts(0.13, scatter=50), [UNDECIDED, UNDECIDED]),
        (counts(0.05), counts(0, scatter=0), [HOLDS, UNDECIDED]),
        ([(0, 0)] * 3, counts(0.2), [UNDECIDED, UNDECIDED]),
    ],
)
def test_tactics_against_quiet_positions(sharp, quiet, verdicts):
    assert [part.verdict for part in judge(sharp, quiet).parts] == verdicts


def test_the_rule_ends_some_nodes_but_not_all():
    asked, ended = count(phase_positions("middlegame")[0].fen, 4)
    assert 0 < ended < asked
