"""A gauntlet as a picture (SVG): a row for each anchor, its rating, and what the games against it say."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.ladder import Ladder, Rung, headline
from kiebitz.commandline.clean_text import clean

WIDTH, NAMES, MARGIN = 720, 130, 24
HEAD, ROW, FOOT = 64, 26, 44
TICK, ROOM = 100, 40
STYLE = """
svg { color-scheme: light dark; font: 13px system-ui, sans-serif; background: #fff; }
text { fill: #22252a; } .faint { fill: #666c75; } .line { stroke: #d5d8dd; }
.band { fill: #2f6fb0; opacity: .18; } .player { stroke: #2f6fb0; fill: #2f6fb0; }
.stated { fill: none; stroke: #22252a; stroke-width: 1.5; } .anchor { stroke: #8a6d1f; fill: #8a6d1f; }
@media (prefers-color-scheme: dark) {
  svg { background: #17191c; } text { fill: #e6e6e3; } .faint { fill: #a2a8b0; } .line { stroke: #3a3f46; }
  .band, .player { fill: #7db4ec; } .player { stroke: #7db4ec; } .stated { stroke: #e6e6e3; }
  .anchor { stroke: #dcb95a; fill: #dcb95a; }
}"""


def ladder_figure(found: Ladder) -> str:
    """The picture; rungs of which nothing is known have a name and nothing else."""
    rungs = found.rungs
    heights = [rung.anchor.rating for rung in rungs] + [
        end for each in (found.rating, *(rung.rating for rung in rungs)) for end in (each.value, each.low, each.high)
    ]
    known = [height for height in heights if height is not None and math.isfinite(height)] or [0.0]
    least, most = min(known) - ROOM, max(known) + ROOM
    bottom = HEAD + ROW * len(rungs)

    def across(height: float) -> float:
        return NAMES + (min(max(height, least), most) - least) / (most - least) * (WIDTH - NAMES - MARGIN)

    step = TICK * max(1, math.ceil((most - least) / TICK / 10))
    ticks = range(math.ceil(least / step) * step, math.floor(most) + 1, step)
    axis = [
        f'<line class="line" x1="{across(tick):.1f}" x2="{across(tick):.1f}" y1="{HEAD}" y2="{bottom}"/>'
        f'<text class="faint" x="{across(tick):.1f}" y="{bottom + 18}" text-anchor="middle">{tick}</text>'
        for tick in ticks
    ]
    band = []
    if math.isfinite(found.rating.error):
        left, right = across(found.rating.low), across(found.rating.high)
        band = [f'<rect class="band" x="{left:.1f}" width="{right - left:.1f}" y="{HEAD}" height="{bottom - HEAD}"/>']
    title = escape(clean(headline(found)))
    rows = [_row(rung, HEAD + ROW * index + ROW / 2, across) for index, rung in enumerate(rungs)]
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
            f' viewBox="0 0 {WIDTH} {bottom + FOOT}" width="{WIDTH}">',
            f"<title>{title}</title><style>{STYLE}</style>",
            f'<text x="{MARGIN}" y="24" font-size="15">{title}</text>',
            f'<text class="faint" x="{MARGIN}" y="46">Ring: stated. Blue: the player by this anchor, the band by all.'
            " Brown: the anchor by the player.</text>",
            *band,
            *axis,
            *rows,
            f'<text class="faint" x="{WIDTH - MARGIN}" y="{bottom + 36}" text-anchor="end">'
            "Elo; bars: 95%, to the edge: without end</text>",
            "</svg>\n",
        )
    )


def _row(rung: Rung, y: float, across: Callable[[float], float]) -> str:
    """An anchor's name, ring and bar."""
    parts = [f'<text x="{MARGIN}" y="{y + 4}">{escape(clean(rung.anchor.name))}</text>']
    if rung.anchor.rating is not None:
        parts.append(f'<circle class="stated" cx="{across(rung.anchor.rating):.1f}" cy="{y}" r="5"/>')
    if math.isfinite(rung.rating.value):
        kind = "anchor" if rung.anchor.rating is None else "player"
        parts += [f'<g class="{kind}"><circle cx="{across(rung.rating.value):.1f}" cy="{y}" r="3.5"/>', "</g>"]
        if math.isfinite(rung.rating.low) or math.isfinite(rung.rating.high):
            parts.insert(-1, _bar(rung.rating, y, across))
    return "".join(parts)


def _bar(rating: Estimate, y: float, across: Callable[[float], float]) -> str:
    return f'<line x1="{across(rating.low):.1f}" x2="{across(rating.high):.1f}" y1="{y}" y2="{y}" stroke-width="2"/>'
