"""The options of ``kiebitz analyse``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.analysis.explanation.language import Language
from kiebitz.commandline.options import (
    AsEra,
    Depth,
    Encoding,
    Movetime,
    MultiPV,
    Nodes,
    OtherEngine,
    Resume,
    Syzygy,
    Threads,
    jobs_option,
)
from kiebitz.engine.era_names import EraName

ANALYSED = ".analysed"
ANALYSED_SUFFIX = f"{ANALYSED}.pgn"
ANALYSED_TOGETHER = "analysed.pgn"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalyseOptions:
    """The options of ``kiebitz analyse``, but for the games wanted."""

    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME.pgn...",
            help="PGN files, plain, .gz or .zst, or folders of them; - for standard input. Or records of shogi.",
        ),
    ]
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT.pgn",
            help="File for the annotated games, .gz to compress it; - for standard output, tables to standard error "
            f"(default: NAME{ANALYSED_SUFFIX} in this directory, {ANALYSED_TOGETHER} for several files).",
            show_default=False,
        ),
    ] = None
    nodes: Nodes = None
    depth: Depth = None
    movetime: Movetime = None
    jobs: Annotated[
        int | None,
        jobs_option("Games analysed at the same time, one process each", "one for each core, fewer with --threads"),
    ] = None
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="local|ADDRESS",
            help="Share the work with the machines of a Ray cluster; 'local' starts Ray on this one (docs/data.md).",
            show_default=False,
        ),
    ] = None
    yes: Annotated[bool, typer.Option("--yes", help="Start long runs on Ray without asking.")] = False
    threads: Threads = 1
    engine: OtherEngine = None
    encoding: Encoding = None
    multipv: MultiPV = 1
    era: AsEra = EraName.TODAY
    resume: Resume = False
    moments: Annotated[
        bool, typer.Option("--moments", help="Of one game, print only the moves that get ? or ??, and why.")
    ] = False
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Overwrite a deeper analysis, and files that Kiebitz did not write.")
    ] = False
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT.html|FOLDER",
            help="Write a report: OUT.html for one game, or a folder with a page for each game and an index.",
            show_default=False,
        ),
    ] = None
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="FOLDER",
            help="Also write games, moves, positions and openings as Parquet files into this folder (docs/data.md).",
            show_default=False,
        ),
    ] = None
    explain: Annotated[
        bool | None,
        typer.Option(
            "--explain/--no-explain",
            help="Explain each mark where a reason can be proven (default: if there is only one game).",
            show_default=False,
        ),
    ] = None
    language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            "-l",
            help="Language of reasons and pages; ja of shogi alone (default: English; of shogi ja where LANG says so).",
            show_default=False,
        ),
    ] = None
    syzygy: Syzygy = None
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Keep searches of opening positions in this file, for other games and later runs (docs/data.md).",
            show_default=False,
        ),
    ] = None
    apart: Annotated[
        bool,
        typer.Option(
            "--apart", help="Search opening positions as --store does, but keep no file; the output is the same."
        ),
    ] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game instead of tables.")] = False
