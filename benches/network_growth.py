"""Draw how the judge grew: Elo over the classical evaluation against core-hours of games, labels and training.

    python benches/network_growth.py        reads network_growth.tsv beside it, writes docs/images/network_growth.svg

A row of the table is a match at equal nodes; what they were is in ``experiments/ledger/network.md``. Needs matplotlib.
"""

from __future__ import annotations

import csv
from pathlib import Path

TABLE = Path(__file__).with_suffix(".tsv")

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "network_growth.svg"
AIMS = {1: 90, 20: 130, 60: 200}
"""Core-hours, and what is hoped for after them."""
KINDS = {"hybrid": ("o", "hybrid"), "alone": ("x", "network alone"), "from nothing": ("s", "hybrid, fitted by itself")}
"""How names of networks end: marker, and what the picture calls them."""


def draw(table: Path, picture: Path) -> None:
    """Draw a table of matches: a line a number of nodes, intervals of 95%, the network alone apart from the hybrid."""
    from matplotlib.figure import Figure

    with table.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for colour, nodes in enumerate(sorted({int(row["nodes"]) for row in rows})):
        for kind, (marker, called) in KINDS.items():
            of_kind = [row for row in rows if int(row["nodes"]) == nodes and row["network"].endswith(kind)]
            if not of_kind:
                continue
            # Points of one network stand beside each other, not upon each other.
            hours = [float(row["core_hours"]) * 1.03**colour for row in of_kind]
            elo = [float(row["elo"]) for row in of_kind]
            errors = [
                [abs(float(row[end]) - value) for row, value in zip(of_kind, elo, strict=True)]
                for end in ("low", "high")
            ]
            name = f"{called}, {nodes:,} nodes a move"
            axes.errorbar(hours, elo, errors, fmt=f"{marker}-", color=f"C{colour}", linewidth=0.8, label=name)
    axes.plot(list(AIMS), list(AIMS.values()), "--", color="grey", linewidth=0.8, label="hoped for")
    axes.axhline(0, color="black", linewidth=0.5)
    axes.set(xlabel="core-hours", ylabel="Elo over the classical evaluation", xscale="log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.legend(fontsize="small")
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    draw(TABLE, PICTURE)
