"""Figures are the same on every run, and a result that doesn't fit is told."""

from dataclasses import replace

import pytest

from kiebitz_claims.claims.experiment import find
from kiebitz_claims.claims.figure import FigureError, compact, draw_svg
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED


@pytest.mark.check
def test_the_same_result_gives_the_same_figure():
    experiment = find("Y6")
    result = load(PUBLISHED, "Y6").result
    assert draw_svg(experiment, result) == draw_svg(experiment, result)


@pytest.mark.check
def test_a_result_of_an_older_experiment_is_told():
    experiment = find("Y6")
    result = load(PUBLISHED, "Y6").result
    with pytest.raises(FigureError, match=r"the saved result of Y6 doesn't fit .* kiebitz lab run Y6"):
        draw_svg(experiment, replace(result, tables=()))


def test_a_figure_is_compact_and_in_its_places():
    svg = (
        "<svg>\n <metadata>\n  <a/>\n </metadata>\n <!-- 70 -->\n"
        ' <g transform="translate(1.23456 -0.5) scale(0.015625)">\n'
        '  <path d="M 1.999999 2\nL 525 4666.1234\nz\n" style="fill: none; stroke: #b0b0b0"/>\n </g>\n</svg>\n'
    )
    assert compact(svg) == (
        '<svg><g transform="translate(1.23 -0.5) scale(0.015625)">'
        '<path d="M 2 2 L 525 4666.12 z" style="fill:none;stroke:#b0b0b0"/></g></svg>\n'
    )
