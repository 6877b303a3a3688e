"""What figures of experiments share."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.drawing import intervals, legend_above, whiskers, whiskers_of


def test_whiskers_reach_from_the_value_to_the_ends():
    assert whiskers([5.0, 1.0], [3.0, 0.5], [9.0, 1.5]) == [[2.0, 0.5], [4.0, 0.5]]
    assert whiskers_of([Estimate(5.0, 3.0, 9.0)]) == [[2.0], [4.0]]


def test_estimates_are_points_with_whiskers():
    figures = pytest.importorskip("matplotlib.figure", reason="figures need kiebitz[lab]")
    axes = figures.Figure().add_subplot()
    intervals(axes, [1, 2], iter([Estimate(5.0, 3.0, 9.0), Estimate(1.0, 1.0, 1.5)]), fmt="s", label="found")
    (drawn,) = axes.containers
    points, caps, (bars,) = drawn
    assert points.get_xydata().tolist() == [[1, 5], [2, 1]]
    assert points.get_marker() == "s"
    assert len(caps) == 2
    assert [segment[:, 1].tolist() for segment in bars.get_segments()] == [[3, 9], [1, 1.5]]


def test_a_legend_stands_above_and_covers_no_data():
    figures = pytest.importorskip("matplotlib.figure", reason="figures need kiebitz[lab]")
    figure = figures.Figure(layout="constrained")
    axes = figure.add_subplot()
    axes.plot([1, 2], [1, 2], label="a line")
    legend_above(figure, axes)
    figure.draw_without_rendering()
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a line"]
    assert legend.get_window_extent().y0 >= axes.get_window_extent().y1
