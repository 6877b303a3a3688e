"""An answer as bars in SVG, for a page: a group of bars a row, all on one scale that begins at 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.shell.web_page import text

LABEL_WIDTH, BAR_WIDTH, NUMBER_WIDTH = 300, 420, 80
BAR_HEIGHT, GAP = 14, 8
LABEL_CHARACTERS = 44
# Classes of the page's style, by the place of a column.
SERIES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Bars:
    """A row of the figure."""

    label: str
    """Text from outside."""
    values: tuple[float, ...]


def bars(rows: Sequence[Bars], label: str) -> str:
    """The figure; ``label`` says to those who can't see it what it is. A value below 0 has no bar, only its number."""
    most = max((value for row in rows for value in row.values), default=0.0)
    pieces = []
    top = 0
    for row in rows:
        height = BAR_HEIGHT * len(row.values)
        middle = top + height / 2
        pieces.append(
            f'<text x="{LABEL_WIDTH - GAP}" y="{middle:g}" text-anchor="end" dominant-baseline="central">'
            f"{text(row.label, LABEL_CHARACTERS)}</text>"
        )
        for place, value in enumerate(row.values):
            width = BAR_WIDTH * max(0.0, value) / most if most > 0 else 0.0
            y = top + BAR_HEIGHT * place
            pieces.append(
                f'<rect class="{SERIES[place]}" x="{LABEL_WIDTH}" y="{y}" width="{width:.1f}"'
                f' height="{BAR_HEIGHT - 1}"/><text x="{LABEL_WIDTH + width + GAP / 2:.1f}" y="{y + BAR_HEIGHT / 2:g}"'
                f' dominant-baseline="central">{value:.2f}</text>'
            )
        top += height + GAP
    box = f"0 0 {LABEL_WIDTH + BAR_WIDTH + NUMBER_WIDTH} {top}"
    name = text(label, LABEL_CHARACTERS * 2)
    return f'<svg role="img" aria-label="{name}" viewBox="{box}" width="100%">{"".join(pieces)}</svg>'
