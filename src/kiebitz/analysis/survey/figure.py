"""An answer as bars in SVG, for a page: a row has its name and its bars below it, all on one scale that begins at 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.commandline.web_page import text

BAR_WIDTH, NUMBER_WIDTH = 400, 80
LABEL_HEIGHT, BAR_HEIGHT, GAP = 22, 16, 8
LABEL_CHARACTERS = 60
# Classes of the page's style, by the place of a column.
SERIES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Bars:
    """A row of the figure."""

    label: str
    """Text from outside."""
    values: tuple[float, ...]


def bars(rows: Sequence[Bars], label: str) -> str:
    """The figure; ``label`` describes it to readers who can't see it. A value below 0 has no bar, only its number."""
    most = max((value for row in rows for value in row.values), default=0.0)
    pieces = []
    top = 0
    for row in rows:
        pieces.append(f'<text y="{top + LABEL_HEIGHT - GAP / 2:g}">{text(row.label, LABEL_CHARACTERS)}</text>')
        top += LABEL_HEIGHT
        for place, value in enumerate(row.values):
            width = BAR_WIDTH * max(0.0, value) / most if most > 0 else 0.0
            pieces.append(
                f'<rect class="{SERIES[place]}" y="{top}" width="{width:.1f}" height="{BAR_HEIGHT - 1}"/>'
                f'<text x="{width + GAP / 2:.1f}" y="{top + BAR_HEIGHT / 2:g}" dominant-baseline="central">'
                f"{value:.2f}</text>"
            )
            top += BAR_HEIGHT
        top += GAP
    box = f"0 0 {BAR_WIDTH + NUMBER_WIDTH} {top}"
    name = text(label, LABEL_CHARACTERS * 2)
    return f'<svg role="img" aria-label="{name}" viewBox="{box}" width="100%">{"".join(pieces)}</svg>'
