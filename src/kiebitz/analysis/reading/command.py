"""``kiebitz positions``: every position of many games as a Parquet file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import read_as, with_selection
from kiebitz.commandline.options import Encoding
from kiebitz.commandline.output_file import require_output
from kiebitz.commandline.refusal import FAILED, refuse, warn

OTHER_FORMATS = frozenset({".csv", ".tsv", ".json", ".jsonl", ".txt", ".xlsx", ".pgn"})


@with_selection
def positions(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="PGN...", help="Archives of games: files (also .gz, .bz2, .xz, .zst, .zip), folders, '-' for stdin."
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Parquet file to write.")],
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            "-c",
            metavar="NAME",
            help="A column to write: game, ply, line, parent, fen, board, key, move, san, clock, comment, cp, mate"
            " (eval for both), file, result, eco, opening, fault, or any tag, as Termination (elo for both ratings);"
            " repeatable (default: game, ply, fen, move, san).",
        ),
    ] = None,
    variations: Annotated[
        bool,
        typer.Option("--variations", help="Write the positions of variations, too, with the columns line and parent."),
    ] = False,
    comments: Annotated[
        bool, typer.Option("--comments", help="Write a column comment: what the PGN says there.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Threads that work at once (default: one for each core).")
    ] = None,
    encoding: Encoding = None,
    select: GameSelection,
) -> None:
    """Write every position of many games into a Parquet file, for Polars, DuckDB, pandas and training.

    A game of n moves has n + 1 rows: where it starts, and what stands after each move. clock, cp and mate are read from
    comments.
    """
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.analysis.reading.games import read_games
    from kiebitz.analysis.reading.positions import DEFAULT_COLUMNS, columns_of
    from kiebitz.kifu.writing import is_record

    require_output(output, *files)
    if output.suffix.lower() in OTHER_FORMATS:
        refuse(f"{output}: positions are written as Parquet; name a file that ends with .parquet")
    if records := [file for file in files if is_record(file)]:
        refuse(f"{records[0]} is a record of shogi, and positions are written of chess alone; give PGN")
    try:
        columns = columns_of(column or DEFAULT_COLUMNS)
        games = read_games(
            *files,
            select=read_as(encoding, select),
            on_fault=lambda fault: warn(str(fault)),
        )
        positions = games.positions(columns, jobs=jobs, variations=variations, comments=comments)
        rows = positions.write_parquet(output)
    except (ArchiveError, ImportError, ValueError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or output}: {error.strerror or error}", FAILED)
    typer.echo(f"{rows:,} positions: {output}")
