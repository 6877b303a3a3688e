"""Options that several commands share, each with its name, its range and its words in one place.

``Nodes``, ``Depth`` and ``Movetime`` are the limits of a search, ``limit_of`` makes one of them: whichever is reached
first ends it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kiebitz.engine.era_names import EraName
from kiebitz.engine.limit import Limit

MAX_NODES, MAX_DEPTH, MAX_MOVETIME_MS = 10**15, 120, 10**9
MAX_LINES, MAX_THREADS, MAX_HASH_MB, MAX_JOBS = 218, 256, 2**20, 4096

START = "startpos"

Fen = Annotated[
    list[str],
    typer.Argument(metavar="FEN", help=f"A position: FEN, '{START}', moves, or an opening's name.", show_default=False),
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", "-n", min=1, max=MAX_NODES, help="Stop after this many positions.")
]
Depth = Annotated[int | None, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Search this many plies deep.")]
Movetime = Annotated[
    int | None,
    typer.Option(
        "--movetime", "-t", min=1, max=MAX_MOVETIME_MS, metavar="MS", help="Search for this many milliseconds."
    ),
]
Threads = Annotated[int, typer.Option("--threads", min=1, max=MAX_THREADS, help="Number of search threads.")]
OtherEngine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="COMMAND;OPTION=VALUE",
        help="Let another UCI engine judge, such as 'stockfish;Threads=2'; the reasons are still ours.",
        show_default=False,
    ),
]
HashMb = Annotated[
    int, typer.Option("--hash", min=1, max=MAX_HASH_MB, metavar="MB", help="Size of the transposition table.")
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Encoding of the files, such as cp1251 or shift_jis (default: UTF-8, or the likeliest).",
        show_default=False,
    ),
]
MultiPV = Annotated[int, typer.Option("--multipv", "-k", min=1, max=MAX_LINES, help="Number of best lines to show.")]
AsEra = Annotated[EraName, typer.Option("--era", help="Search like a program of the past (docs/eras.md).")]
Switches = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an engine option, such as null_move=off; repeatable."),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Write over what is there.")]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT.html", help="Write a self-contained web page.", show_default=False),
]
Syzygy = Annotated[
    str | None,
    typer.Option(
        "--syzygy",
        metavar="DIRECTORY",
        help="Judge endings by the Syzygy tablebases in these directories, separated as in PATH.",
        show_default=False,
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")]


def limit_of(nodes: int | None, depth: int | None, movetime_ms: int | None, otherwise: Limit) -> Limit:
    """The limit of a search that the three options name; ``otherwise`` if none of them is given."""
    if nodes is None and depth is None and movetime_ms is None:
        return otherwise
    return Limit(nodes=nodes, depth=depth, movetime_ms=movetime_ms)


def jobs_option(what: str, default: str) -> Any:
    """``--jobs``: how many processes share the work. ``what`` each of them takes, and the ``default`` in words."""
    return typer.Option("--jobs", "-j", min=1, max=MAX_JOBS, help=f"{what} (default: {default}).", show_default=False)
