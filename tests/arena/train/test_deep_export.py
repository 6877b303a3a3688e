"""A deep network's file says what the numbers that were learned say, but for rounding."""

import numpy as np
import pytest

from kiebitz.arena.train.export import export_deep, starting_weights
from kiebitz.arena.train.fit import first_deep_weights, values_of
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.training.packed_position import unpacked_fen
from training_positions import of_games

pytestmark = pytest.mark.check


def test_it_says_what_the_numbers_say():
    some = of_games(20, 5, 4)[::3]
    network = Network(export_deep(first_deep_weights(4), "deep"))
    values = values_of(some, starting_weights(network))
    assert np.ptp(values) > 20
    for packed, value in zip(some, values, strict=True):
        said = network.value(Position(unpacked_fen(packed.tobytes())))
        assert (-said if packed["side"] else said) == pytest.approx(value, abs=3)


def test_a_file_makes_the_same_file():
    weights = first_deep_weights(4)
    data = export_deep(weights, "deep")
    again = starting_weights(Network(data))
    assert export_deep(again, "deep") == data
    assert np.abs(again - weights).max() <= 1 / 128 + 1e-6
