"""The options of ``kiebitz analyse``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.analysis.explanation.command import InLanguage
from kiebitz.analysis.explanation.language import Language
from kiebitz.commandline.options import AsEra, Depth, Movetime, MultiPV, Nodes, Resume, Syzygy, Threads, jobs_option
from kiebitz.engine.eras import EraName

ANALYSED_SUFFIX = ".analysed.pgn"
ANALYSED_TOGETHER = "analysed.pgn"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalyseOptions:
    """What somebody says to ``kiebitz analyse``, but for which games are wanted."""

    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME.pgn...", help="PGN files, also .gz and .zst, or folders of them; - for stdin."),
    ]
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT.pgn",
            help="Where the annotated games go, compressed if it ends with .gz; - for stdout, and tables to stderr "
            f"(default: NAME{ANALYSED_SUFFIX} here; {ANALYSED_TOGETHER} for several files).",
            show_default=False,
        ),
    ] = None
    nodes: Nodes = None
    depth: Depth = None
    movetime: Movetime = None
    jobs: Annotated[
        int | None,
        jobs_option("Games at a time, each in a process of its own", "one a processor core, fewer with --threads"),
    ] = None
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="local|ADDRESS",
            help="Share the work among the machines of a Ray cluster; 'local': of a Ray begun here (docs/data.md).",
            show_default=False,
        ),
    ] = None
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before hours of Ray's work.")] = False
    threads: Threads = 1
    multipv: MultiPV = 1
    era: AsEra = EraName.TODAY
    resume: Resume = False
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write over a deeper analysis, and over pages of others.")
    ] = False
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT.html|FOLDER",
            help="Show one game as a web page OUT.html, or write a page for each game, and an index, into a folder.",
            show_default=False,
        ),
    ] = None
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="FOLDER",
            help="Write games, moves, positions and openings as columns into a folder, too (docs/data.md).",
            show_default=False,
        ),
    ] = None
    explain: Annotated[
        bool | None,
        typer.Option(
            "--explain/--no-explain",
            help="Say why a move has its mark, where that can be proven (default: of one game).",
            show_default=False,
        ),
    ] = None
    language: InLanguage = Language.ENGLISH
    syzygy: Syzygy = None
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Keep what is found of positions of the opening for other games and runs (docs/data.md).",
            show_default=False,
        ),
    ] = None
    apart: Annotated[
        bool, typer.Option("--apart", help="Search these as --store does, without one: the output is the same.")
    ] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game instead of tables.")] = False
