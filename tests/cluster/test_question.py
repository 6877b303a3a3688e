"""What is asked, and what an answer says."""

import pytest

from kiebitz.cluster.question import Answer, Question
from kiebitz.core.value import INFINITE

LINE = (3, 4)


@pytest.mark.parametrize(
    ("value", "lower", "upper"),
    [(-3, -INFINITE, -3), (0, -INFINITE, 0), (1, 1, 1), (9, 9, 9), (10, 10, INFINITE), (12, 12, INFINITE)],
)
def test_a_value_says_what_its_window_allows(value, lower, upper):
    assert Answer.of_value(Question((), 1, 0, 10), value, LINE) == Answer(lower, upper, LINE)
