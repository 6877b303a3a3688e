"""``kiebitz games puzzles``: puzzles out of one's own games, or out of any archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.collection.asked_games import asked_games
from kiebitz.collection.options import CollectionFile, PlayerColor, Year, narrowed
from kiebitz.commandline.options import Nodes
from kiebitz.commandline.refusal import (
    FAILED,
    INTERRUPTED,
    refuse,
    require_directory_of,
    terminated_as_interrupted,
)

if TYPE_CHECKING:
    from kiebitz.collection.puzzles import Puzzle

MOST = 1_000_000
TOLD_EVERY = 10


@with_selection
def puzzles(
    archives: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[GAMES.pgn]...", help="Archives; without any, your collection.", show_default=False),
    ] = None,
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="File to write: .pgn, .csv (as Lichess's), .apkg (Anki) or .html (homework).",
        ),
    ],
    count: Annotated[int, typer.Option("--count", min=1, max=MOST, help="The most puzzles to make.")] = 100,
    missed: Annotated[
        bool, typer.Option("--missed", help="Only those in which the player of the game missed the solution.")
    ] = False,
    nodes: Nodes = None,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Make puzzles with one solution, with theme and difficulty; with --player, those that this player was to solve.

    Each is proven by searches of 400,000 nodes (or --nodes): at each move of the solution the next best one is far
    behind. The difficulty is the rating at which half of the players find it. Ctrl-C writes those that are found.
    """
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.collection.puzzle_files import PuzzleFileError, writer_for
    from kiebitz.collection.puzzles import PROOF_NODES, puzzles_of
    from kiebitz.commandline.folded_name import has_words
    from kiebitz.engine import Engine
    from kiebitz.processes.whole_file import whole_file

    try:
        write = writer_for(output)
    except PuzzleFileError as error:
        refuse(str(error))
    require_directory_of(output)
    found: list[Puzzle] = []
    games, interrupted = 0, False
    select = narrowed(select, year, color)
    try:
        with terminated_as_interrupted(), Engine() as engine:
            for game in asked_games(archives or [], select, collection, color):
                games += 1
                for puzzle in puzzles_of(game, engine, proof_nodes=nodes or PROOF_NODES):
                    solver = puzzle.tags.get("White" if puzzle.position.turn else "Black", "")
                    if (missed and not puzzle.was_missed) or (select.player and not has_words(select.player, solver)):
                        continue
                    found.append(puzzle)
                if games % TOLD_EVERY == 0:
                    typer.echo(f"{games:,} games: {len(found):,} puzzles", err=True)
                if len(found) >= count:
                    break
    except KeyboardInterrupt:
        interrupted = True
    except ArchiveError as error:
        refuse(str(error), FAILED)
    try:
        with whole_file(output) as file:
            file.write(write(found[:count]))
    except OSError as error:
        refuse(f"{error.filename or output}: {error.strerror or error}", FAILED)
    typer.echo(f"{min(len(found), count):,} puzzles of {games:,} games: {output}")
    if interrupted:
        refuse("interrupted; those found so far are written", INTERRUPTED)
