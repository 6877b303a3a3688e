"""The rule of N8: odd plies cost more in plain alpha-beta, and nowhere by more."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n8_odd_and_even_plies import judge


@pytest.mark.parametrize(
    ("plain", "nimzo", "today", "verdict"),
    [
        ((6.0, 4.0), (3.0, 3.0), (1.5, 2.0), Verdict.HOLDS),
        ((6.0, 4.0), (3.0, 2.0), (1.5, 2.0), Verdict.HOLDS),
        ((6.0, 4.0), (3.1, 2.0), (1.5, 2.0), Verdict.CONDITIONALLY),
        ((6.0, 4.0), (3.0, 3.0), (3.1, 2.0), Verdict.CONDITIONALLY),
        ((4.0, 4.0), (3.0, 3.0), (2.0, 2.0), Verdict.FAILS),
        ((4.0, 6.0), (3.0, 5.0), (2.0, 4.0), Verdict.FAILS),
    ],
)
def test_factors_of_odd_and_even_plies(plain, nimzo, today, verdict):
    factors = {
        (search, parity): factor
        for search, both in (("alpha-beta", plain), ("nimzo", nimzo), ("today", today))
        for parity, factor in zip(("odd", "even"), both, strict=True)
    }
    assert judge(factors)[0] is verdict
