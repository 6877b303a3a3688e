"""Options that commands of matches share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from kiebitz.commandline.options import jobs_option

DEFAULT_GAMES, MAX_GAMES = 100, 10**7
MAX_PLIES = 1000
DRAW_RULE, RESIGN_RULE = "40,8,10", "4,600"
SHOGI_DRAW_RULE, SHOGI_RESIGN_RULE = "off", "4,2000"
RULES = {"chess": (DRAW_RULE, RESIGN_RULE), "shogi": (SHOGI_DRAW_RULE, SHOGI_RESIGN_RULE)}
"""When a game is called a draw, and when it is won."""
MOST_MOVES = 300
MARGIN_MS, STALL_S = 10, 600.0


class Game(StrEnum):
    """The games that can be played."""

    chess = "chess"
    shogi = "shogi"


Tc: TypeAlias = Annotated[
    str | None, typer.Option("--tc", metavar="TIME", help="Clock in seconds: 2+0.02, 60, or 40/60+0.5.")
]
Openings: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--openings",
        metavar="FILE",
        help="EPD or PGN file of openings, also .gz; of shogi a list of SFENs, KIF or CSA; repeatable."
        "  [default: 2,000 balanced positions, of shogi 500]",
        show_default=False,
    ),
]
OpeningPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--opening-plies", min=0, max=MAX_PLIES, help="Use only this many plies of each game in PGN, KIF or CSA."
    ),
]
Seed: TypeAlias = Annotated[
    int,
    typer.Option(
        "--seed", min=0, max=2**31, help="Random seed for the order of openings; the same seed gives the same order."
    ),
]
Jobs: TypeAlias = Annotated[
    int | None, jobs_option("Games at the same time", "1 with a clock, otherwise one for each core")
]
Csa: TypeAlias = Annotated[
    Path | None, typer.Option("--csa", metavar="OUT", help="Shogi: write the games to this file, as CSA.")
]
Byoyomi: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--byoyomi",
        metavar="SECONDS",
        help="Shogi: time for each move once the clock of --tc, if there is one, has run out.",
        show_default=False,
    ),
]
Pgn: TypeAlias = Annotated[Path | None, typer.Option("--pgn", metavar="OUT", help="Write the games to this file.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
