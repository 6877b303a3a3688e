"""The classical sums of packed positions are those of the positions themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.parameters import complete, defaults
from kiebitz.core.training.classical_sums import classical_sums
from kiebitz.core.training.packed_position import packed_bytes
from random_games import scattered

UNSCALED = complete({"evaluation": "classical", "special_cases": 0})


def sum_of(position: Position) -> int:
    """The sum as the evaluation has it, White's view."""
    evaluator = Evaluator()
    evaluator.configure(UNSCALED)
    return evaluator.value(position) * (1 if position.turn else -1)


@pytest.mark.check
@given(st.lists(scattered(), min_size=1, max_size=5))
def test_sums_are_those_of_the_evaluation(drawn):
    """One after the other, so that nothing of a position is left when the next one is shown."""
    positions = [position for _, position in drawn]
    packed = np.frombuffer(b"".join(map(packed_bytes, positions)), np.uint8).copy()
    sums = np.zeros(len(positions), np.int16)
    classical_sums(packed, UNSCALED, sums)
    assert sums.tolist() == [sum_of(position) for position in positions]


def test_rows_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="32 bytes are not 2 positions"):
        classical_sums(np.zeros(32, np.uint8), defaults(), np.zeros(2, np.int16))
