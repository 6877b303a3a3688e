"""How the numbers of a run went, as a picture (SVG): one small graph for each, all on the same pairs."""

from __future__ import annotations

from html import escape

from kiebitz.arena.tune.tuning import Tuning

COLUMNS, CELL, HEIGHT, GAP, HEAD = 3, 230, 90, 20, 22
STYLE = """
svg { color-scheme: light dark; font: 12px system-ui, sans-serif; background: #fff; }
text { fill: #22252a; } .faint { fill: #666c75; } .start { stroke: #b6bac1; stroke-dasharray: 3 3; }
polyline { fill: none; stroke: #2f6fb0; stroke-width: 1.6; }
@media (prefers-color-scheme: dark) {
  svg { background: #17191c; } text { fill: #e6e6e3; } .faint { fill: #a2a8b0; } .start { stroke: #565c64; }
  polyline { stroke: #7db4ec; }
}"""


def tuning_figure(tuning: Tuning) -> str:
    """The picture. A graph is as high as its number went, or two steps both ways at least; dashes are the start."""
    knobs = tuning.run.knobs
    rows = -(-len(knobs) // COLUMNS)
    width = GAP + COLUMNS * (CELL + GAP)
    height = 2 * GAP + rows * (HEAD + HEIGHT + GAP)
    graphs = [
        _graph(tuning, index, GAP + index % COLUMNS * (CELL + GAP), GAP + index // COLUMNS * (HEAD + HEIGHT + GAP))
        for index in range(len(knobs))
    ]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}">',
            f"<title>Numbers over {tuning.pairs:,} pairs of games</title><style>{STYLE}</style>",
            *graphs,
            f'<text class="faint" x="{GAP}" y="{height - GAP / 2}">0 to {tuning.run.pairs:,} pairs of games</text>',
            "</svg>\n",
        )
    )


def _graph(tuning: Tuning, index: int, x: float, y: float) -> str:
    knob = tuning.run.knobs[index]
    went = [(pairs, values[knob.name]) for pairs, values in tuning.path]
    least = min(*(value for _, value in went), knob.start - 2 * knob.step)
    most = max(*(value for _, value in went), knob.start + 2 * knob.step)

    def at(pairs: float, value: float) -> tuple[float, float]:
        return x + CELL * pairs / tuning.run.pairs, y + HEAD + HEIGHT * (most - value) / (most - least)

    line = " ".join("{:.1f},{:.1f}".format(*at(pairs, value)) for pairs, value in went)
    _, start = at(0, knob.start)
    return (
        f'<text x="{x}" y="{y + 12}">{escape(knob.name)}: {knob.start:g} → {went[-1][1]:.1f}</text>'
        f'<text class="faint" x="{x + CELL}" y="{y + HEAD + 4}" text-anchor="end">{most:.1f}</text>'
        f'<text class="faint" x="{x + CELL}" y="{y + HEAD + HEIGHT + 4}" text-anchor="end">{least:.1f}</text>'
        f'<line class="start" x1="{x}" x2="{x + CELL}" y1="{start:.1f}" y2="{start:.1f}"/><polyline points="{line}"/>'
    )
