"""The rule of N8: odd plies cost more in plain alpha-beta, and by less with null move and extensions."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.n8_odd_and_even_plies import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def by_game(ratio, scatter=1.01):
    """Odd by even plies of two positions of each of eight games."""
    return {f"game {number}": [ratio * scatter ** (number % 3 - 1), ratio] for number in range(8)}


@pytest.mark.parametrize(
    ("plain", "nimzo", "verdicts"),
    [
        (by_game(1.5), by_game(1.2), [HOLDS, HOLDS]),
        (by_game(1.5), by_game(1.8), [HOLDS, FAILS]),
        (by_game(0.8), by_game(0.5), [FAILS, HOLDS]),
        (by_game(1.02, scatter=3), by_game(1.0), [UNDECIDED, UNDECIDED]),
    ],
)
def test_factors_of_odd_and_even_plies(plain, nimzo, verdicts):
    judgement = judge({"alpha-beta": plain, "nimzo": nimzo, "today": by_game(0.9)})
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark.startswith("In today's search odd plies cost 0.90 (0.")
