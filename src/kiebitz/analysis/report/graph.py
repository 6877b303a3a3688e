"""The course of a game as inline SVG: winning chances by move, with marks that lead to the moves; time by move.

Positions are percentages of the width, so that the graph follows the page's; only the curve is stretched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Of the graph's width, in percent: a shorter phase has no room for its name, or none in a narrow window.
LEAST_NAMED, SHORT = 11.0, 26.0
NAMES_ABOVE = -7
"""Where the names of phases stand, in pixels from the upper edge: above it, where no mark covers them."""
MARK_RADIUS = 5


@dataclass(frozen=True, slots=True)
class Point:
    """A position of the game."""

    win_percent: float
    """Winning chances of who moves first by the rules, from 0 to 100."""
    label: str
    """Its move and its value, HTML already."""
    anchor: str = ""
    """Where in the page more is said of its move."""
    mark: str | None = None
    """The judgement of the move that led to it."""
    seconds: float | None = None
    """The time of the move."""
    is_first: bool = False
    """True if who moves first by the rules played it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A phase of the game."""

    name: str
    """HTML already."""
    start: int
    """Its first position."""


def graph(points: Sequence[Point], spans: Sequence[Span], label: str) -> str:
    """White's winning chances from the first position to the last; there are two at least."""
    last = len(points) - 1
    curve = "L".join(f"{ply} {100 - point.win_percent:.1f}" for ply, point in enumerate(points))
    ends = [*(span.start for span in spans[1:]), last][: len(spans)]
    names = "".join(_name(span, end, last) for span, end in zip(spans, ends, strict=True))
    borders = "".join(
        f'<line class="border" x1="{_across(span.start, last)}" x2="{_across(span.start, last)}" y1="0" y2="100%"/>'
        for span in spans[1:]
    )
    return (
        f'<svg class="graph" role="group" aria-label="{label}">'
        f'<svg viewBox="0 0 {last} 100" preserveAspectRatio="none" width="100%" height="100%">'
        f'<path class="black" d="M0 0h{last}v100H0z"/><path class="white" d="M0 100L{curve}L{last} 100z"/>'
        f'<path class="curve" d="M{curve}"/></svg>'
        f'<line class="half" x1="0" x2="100%" y1="50%" y2="50%"/>{borders}{names}'
        f'<line id="cursor" x1="0" x2="0" y1="0" y2="100%" visibility="hidden"/>'
        f"{''.join(_stop(ply, last, point) for ply, point in enumerate(points) if ply)}</svg>"
    )


def _name(span: Span, end: int, last: int) -> str:
    """The name of a phase, where it begins; '' if it is over before its name would be."""
    share = 100 * (end - span.start) / last
    if share < LEAST_NAMED:
        return ""
    kind = "phase short" if share < SHORT else "phase"
    return f'<text class="{kind}" x="{_across(span.start, last)}" y="{NAMES_ABOVE}">{span.name}</text>'


def _stop(ply: int, last: int, point: Point) -> str:
    """Where a move can be chosen: its whole height; the tabulator stops at marked ones only."""
    width = 100 / last
    left = max(0.0, (ply - 0.5) * width)
    area = f'<rect x="{left:.2f}%" width="{width:.2f}%" y="0" height="100%"/>'
    mark = ""
    if point.mark:
        middle, height = _across(ply, last), f"{100 - point.win_percent:.1f}%"
        mark = f'<circle class="{point.mark}" cx="{middle}" cy="{height}" r="{MARK_RADIUS}"/>'
    stop = "" if point.mark else ' tabindex="-1"'
    return (
        f'<a href="#{point.anchor}" data-ply="{ply}"{stop} aria-label="{point.label}"><title>{point.label}</title>'
        f"{area}{mark}</a>"
    )


def time_graph(points: Sequence[Point], label: str) -> str:
    """A graph of the moves' times, White's upwards and Black's downwards; '' if none is known."""
    longest = max((point.seconds or 0.0 for point in points), default=0.0)
    if not longest:
        return ""
    last = len(points) - 1
    width = 100 / last
    bars = "".join(_bar(ply, width, point, longest) for ply, point in enumerate(points) if point.seconds)
    return (
        f'<svg class="times" role="img" aria-label="{label}">{bars}'
        '<line class="half" x1="0" x2="100%" y1="50%" y2="50%"/></svg>'
    )


def _bar(ply: int, width: float, point: Point, longest: float) -> str:
    height = 50 * (point.seconds or 0.0) / longest
    colour, top = ("white", 50 - height) if point.is_first else ("black", 50.0)
    return (
        f'<rect class="{colour}" x="{(ply - 0.85) * width:.2f}%" width="{0.7 * width:.2f}%" y="{top:.1f}%"'
        f' height="{height:.1f}%"><title>{point.label}</title></rect>'
    )


def _across(ply: int, last: int) -> str:
    return f"{100 * ply / last:.2f}%"
