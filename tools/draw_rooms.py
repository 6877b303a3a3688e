"""Draw the rooms of the house, from the ground up: docs/images/rooms.svg.

    python tools/draw_rooms.py

Each room stands a floor above the highest of those that it imports from; a line leads down to each of them, but for
those that another one leads to already. The table is ``tests/rooms.py``, to which a test holds the code.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
DRAWING = ROOT / "docs" / "images" / "rooms.svg"
WIDTH, BOX_HEIGHT, FLOOR, GAP, MARGIN = 400, 34, 66, 10, 12
LETTER = 7.4
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1d2733}rect{fill:#eef2f7;stroke:#6b7c93;rx:6px}"
    "path{stroke:#9aa8ba;fill:none}@media(prefers-color-scheme:dark){text{fill:#e6ebf2}"
    "rect{fill:#27313d;stroke:#8494a8}path{stroke:#5d6b7d}}"
)


def reached(name: str, imports: dict[str, tuple[str, ...]]) -> set[str]:
    """All rooms below one."""
    below = set(imports[name])
    return below.union(*(reached(each, imports) for each in below))


def floors(imports: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """How high each room stands, the ground floor being 0; ``imports`` is in the order of the table."""
    heights: dict[str, int] = {}
    for name, below in imports.items():
        heights[name] = max((heights[each] + 1 for each in below), default=0)
    return heights


def drawing(imports: dict[str, tuple[str, ...]], purposes: dict[str, str]) -> str:
    """The drawing as SVG; each room's purpose shows when it is pointed at."""
    heights = floors(imports)
    top = max(heights.values())
    middles: dict[str, float] = {}
    boxes, lines = [], []
    for floor in range(top + 1):
        names = [name for name in imports if heights[name] == floor]
        widths = [LETTER * len(name) + 2 * GAP for name in names]
        x = (WIDTH - sum(widths) - GAP * (len(names) - 1)) / 2
        y = MARGIN + (top - floor) * FLOOR
        for name, width in zip(names, widths, strict=True):
            middles[name] = x + width / 2
            boxes.append(
                f'<g><title>{escape(purposes[name])}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" '
                f'height="{BOX_HEIGHT}"/><text x="{middles[name]:.1f}" y="{y + 22}" text-anchor="middle">'
                f"{escape(name)}</text></g>"
            )
            x += width + GAP
    for name, below in imports.items():
        nearest = set(below).difference(*(reached(each, imports) for each in below)) if below else set()
        start = MARGIN + (top - heights[name]) * FLOOR + BOX_HEIGHT
        for each in sorted(nearest):
            end = MARGIN + (top - heights[each]) * FLOOR
            bend = (start + end) / 2
            lines.append(
                f'<path d="M{middles[name]:.1f} {start}C{middles[name]:.1f} {bend:.0f} '
                f'{middles[each]:.1f} {bend:.0f} {middles[each]:.1f} {end}"/>'
            )
    height = 2 * MARGIN + top * FLOOR + BOX_HEIGHT
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"><title>Rooms</title>'
    return "\n".join([head, f"<style>{STYLE}</style>", *lines, *boxes, "</svg>", ""])


def current() -> str:
    """The drawing of the table as it is."""
    sys.path.insert(0, str(ROOT / "tests"))
    from rooms import ROOMS

    return drawing({room.name: room.imports for room in ROOMS}, {room.name: room.purpose for room in ROOMS})


if __name__ == "__main__":
    DRAWING.write_text(current())
