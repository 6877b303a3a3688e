"""Figures are the same on every run, and a result that doesn't fit is told."""

from dataclasses import replace

import pytest

from kiebitz_claims.claims.experiment import find
from kiebitz_claims.claims.figure import FigureError, draw_svg
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED


def test_the_same_result_gives_the_same_figure():
    experiment = find("Y6")
    result = load(PUBLISHED, "Y6").result
    assert draw_svg(experiment, result) == draw_svg(experiment, result)


def test_a_result_of_an_older_experiment_is_told():
    experiment = find("Y6")
    result = load(PUBLISHED, "Y6").result
    with pytest.raises(FigureError, match=r"the saved result of Y6 doesn't fit .* kiebitz lab run Y6"):
        draw_svg(experiment, replace(result, tables=()))
