"""Weights are built whole or not at all."""

import pytest

from kiebitz.core.evaluation.weight import Number, Weight, number, one, series


def test_what_the_tables_are_written_with():
    assert one(3, -5, "a feature") == Weight(((3, -5),), "a feature")
    assert series("by rank", (0, 1), (2, 3)) == Weight(((0, 2), (1, 3)), "by rank")
    assert number(7, "units") == Number((7,), "units")


def test_a_series_has_as_many_endgame_values_as_middlegame_values():
    with pytest.raises(ValueError, match="shorter"):
        series("by rank", (0, 1), (2,))
