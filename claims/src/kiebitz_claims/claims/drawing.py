"""Parts of the figures of experiments: intervals on points, numbers on axes, legends that leave the data alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from kiebitz.arena.match.elo import Estimate

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

Figure: TypeAlias = "matplotlib.figure.Figure"
"""A figure, named where matplotlib need not be installed."""


def whiskers(values: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> list[list[float]]:
    """The arguments of ``errorbar``: how far each interval reaches below its value and above it."""
    return [
        [value - low for value, low in zip(values, lows, strict=True)],
        [high - value for value, high in zip(values, highs, strict=True)],
    ]


def whiskers_of(estimates: Sequence[Estimate]) -> list[list[float]]:
    """The same of estimates."""
    return whiskers(
        [each.value for each in estimates], [each.low for each in estimates], [each.high for each in estimates]
    )


def intervals(axes: Axes, places: Any, estimates: Iterable[Estimate], **style: Any) -> None:
    """Draw estimates as points with the whiskers of their intervals; ``style`` is that of ``errorbar``."""
    found = list(estimates)
    axes.errorbar(places, [each.value for each in found], whiskers_of(found), **{"fmt": "o", "capsize": 4, **style})


def plain_logarithmic(axis: Axis) -> None:
    """A logarithmic axis over a decade or two, its numbers as they are instead of powers of ten."""
    axis.set_major_formatter("{x:,g}")
    axis.set_minor_formatter("{x:,g}")


def legend_above(figure: Figure, axes: Axes, columns: int = 4) -> None:
    """The legend of one of a figure's axes above all of them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=columns)


def legend_over(axes: Axes, columns: int = 2) -> None:
    """The legend of axes right above them, where each of a figure's axes has one of its own."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=columns)
