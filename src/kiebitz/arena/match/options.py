"""Options that commands of matches share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from kiebitz.commandline.options import jobs_option

DEFAULT_GAMES, MAX_GAMES = 100, 10**7
MAX_PLIES = 1000
DRAW_RULE, RESIGN_RULE = "40,8,10", "4,600"
MOST_MOVES = 300
MARGIN_MS, STALL_S = 10, 600.0

Tc: TypeAlias = Annotated[
    str | None, typer.Option("--tc", metavar="TIME", help="Clock in seconds: 2+0.02, 60, or 40/60+0.5.")
]
Openings: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--openings",
        metavar="FILE",
        help="EPD or PGN file to start from, also .gz; repeatable.  [default: 2,000 balanced positions]",
        show_default=False,
    ),
]
OpeningPlies: TypeAlias = Annotated[
    int | None,
    typer.Option("--opening-plies", min=0, max=MAX_PLIES, help="Take only the first plies of each PGN game."),
]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", help="Of the openings' order.")]
Jobs: TypeAlias = Annotated[int | None, jobs_option("Games at a time", "1 on a clock, otherwise one a processor core")]
Pgn: TypeAlias = Annotated[Path | None, typer.Option("--pgn", metavar="OUT", help="Write the games down.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
