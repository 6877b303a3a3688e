"""Figures of experiments, drawn by matplotlib (extra ``kiebitz[lab]``) as SVG that is the same on every run."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.experiment import Experiment

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH_INCHES, HEIGHT_INCHES = 8.0, 4.2
REMEDY = "figures need matplotlib; install it with: pip install 'kiebitz[lab]'"
# A palette that colour-blind readers can tell apart (Okabe & Ito 2008), in the order of use.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLE: dict[str, Any] = {
    "svg.hashsalt": "kiebitz",
    "svg.fonttype": "path",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
}


class FigureError(RuntimeError):
    """A figure that can't be drawn; the message says what to do."""


class MissingLibraryError(FigureError):
    """An extra that is not installed."""


def can_draw() -> bool:
    """Whether figures can be drawn at all: whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw_svg(experiment: Experiment, result: Result) -> str:
    """The experiment's figure as SVG text for an HTML page. Raises FigureError: no library, or a stale result."""
    try:
        import matplotlib
        from cycler import cycler
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingLibraryError(REMEDY) from error
    style: Any = {**STYLE, "axes.prop_cycle": cycler(color=COLOURS)}
    with matplotlib.rc_context(style):
        figure: Figure = Figure(figsize=(WIDTH_INCHES, HEIGHT_INCHES), layout="constrained")
        try:
            experiment.draw(result, figure)
        except (KeyError, ValueError, IndexError) as error:
            # The tables of a result are those of the experiment as it was when it ran.
            claim_id = experiment.claim.id
            raise FigureError(
                f"the saved result of {claim_id} doesn't fit its experiment any more ({error}); measure it again with:"
                f" kiebitz lab run {claim_id}"
            ) from error
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return compact(svg[svg.index("<svg") :])


def compact(svg: str) -> str:
    """The same picture in fewer characters: places to a hundredth of a point, without comments and layout."""
    svg = re.sub(r"\s*<metadata>.*?</metadata>|\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)', _rounded, svg)
    svg = re.sub(r'style="[^"]*"', lambda style: style[0].replace(": ", ":").replace("; ", ";"), svg)
    return re.sub(r">\s+<", "><", svg).strip() + "\n"


def _rounded(places: re.Match[str]) -> str:
    """Places in one line, each to a hundredth."""
    line = " " * places[0].startswith(" ") + " ".join(places[0].split()).replace(' "', '"')
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), line)
