"""``kiebitz games puzzles``: puzzles out of one's own games, or out of any archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.collection.asked_games import asked_games
from kiebitz.collection.options import CollectionFile, PlayerColor, Year, narrowed
from kiebitz.commandline.options import Nodes, Overwrite
from kiebitz.commandline.output_file import (
    refused_if_unwritable,
    require_folder,
    require_output,
    require_spared,
    write_output,
)
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.collection.puzzles import Puzzle

MOST = 1_000_000
TOLD_EVERY = 10


@with_selection
def puzzles(
    archives: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[GAMES]...",
            help="Archives, or records of shogi; without any, your collection.",
            show_default=False,
        ),
    ] = None,
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="File to write: .pgn, .csv (as Lichess's), .apkg (Anki) or .html (homework); of shogi .sfen, .html,"
            " or a name without an ending: a folder of KIF.",
        ),
    ],
    count: Annotated[int, typer.Option("--count", min=1, max=MOST, help="The most puzzles to make.")] = 100,
    missed: Annotated[
        bool, typer.Option("--missed", help="Only those in which the player of the game missed the solution.")
    ] = False,
    overwrite: Overwrite = False,
    nodes: Nodes = None,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Make puzzles with one solution, with theme and difficulty; with --player, those that this player was to solve.

    Of records of shogi (KIF, KI2, CSA, JKF) it makes tsume problems, each proven sound by the mate solver.

    Each is proven by searches of 400,000 nodes (or --nodes): at each move of the solution the next best one is far
    behind. The difficulty is the rating at which half of the players find it. Ctrl-C writes those that are found.
    """
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.collection.puzzle_files import PuzzleFileError, writer_for
    from kiebitz.collection.puzzles import PROOF_NODES, puzzles_of
    from kiebitz.commandline.folded_name import has_words
    from kiebitz.engine import Engine

    if archives and (records := _of_shogi(archives)):
        if select.said or missed or year or color:
            refuse("tsume problems are made of whole records; leave out the options that choose games of chess")
        _tsume(records, output, count, nodes, overwrite=overwrite)
        return
    try:
        write = writer_for(output)
    except PuzzleFileError as error:
        refuse(str(error))
    require_output(output, *(archives or []))
    require_spared(output, overwrite=overwrite)
    found: list[Puzzle] = []
    games, interrupted = 0, False
    select = narrowed(select, year, color)
    try:
        with terminated_as_interrupted(), Engine() as engine:
            for game in asked_games(archives or [], select, collection, color):
                games += 1
                for puzzle in puzzles_of(game, engine, proof_nodes=nodes or PROOF_NODES):
                    side = "White" if puzzle.position.turn else "Black"
                    is_asked = has_words(select.player, puzzle.tags.get(side, "")) and color in (None, side.lower())
                    if (missed and not puzzle.was_missed) or (select.player and not is_asked):
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
    if found:
        write_output(output, write(found[:count]))
    told = output if found else "nothing is written"
    typer.echo(f"{min(len(found), count):,} puzzles of {games:,} games: {told}")
    if interrupted:
        refuse(f"interrupted; {'those found so far are written' if found else 'none was found yet'}", INTERRUPTED)


def _of_shogi(archives: list[Path]) -> list[Path]:
    """The records of shogi among archives; nothing if they are of chess. Refuses both together."""
    from kiebitz.kifu.reading import files_in
    from kiebitz.kifu.record import KifuError
    from kiebitz.kifu.writing import is_record

    records: list[Path] = []
    for archive in archives:
        if is_record(archive):
            records.append(archive)
        elif archive.is_dir():
            try:
                records += files_in(archive)
            except KifuError:  # a folder of other games
                continue
    if records and any(not is_record(archive) and not archive.is_dir() for archive in archives):
        refuse("give games of chess or records of shogi, not both")
    return records


def _tsume(records: list[Path], output: Path, count: int, nodes: int | None, *, overwrite: bool) -> None:
    """Make tsume problems of records, and write them."""
    from kiebitz.commandline.encoding import EncodingError
    from kiebitz.kifu.reading import read_kifu
    from kiebitz.kifu.record import KifuError
    from kiebitz.kifu.tsume.files import TsumeFileError, is_folder, numbered_in, writer_for
    from kiebitz.kifu.tsume.making import PROOF_NODES, Tsume, TsumeMaker

    try:
        write = writer_for(output)
    except TsumeFileError as error:
        refuse(str(error))
    if is_folder(output):
        require_folder(output)
        if there := numbered_in(output):
            refuse(f"{there[0]} exists, and problems get such names; name another folder")
    else:
        require_output(output, *records)
        require_spared(output, overwrite=overwrite)
    maker = TsumeMaker(nodes=nodes or PROOF_NODES)
    found: dict[str, Tsume] = {}
    games, interrupted = 0, False
    try:
        with terminated_as_interrupted():
            for kifu in read_kifu(*records, on_fault=lambda fault: warn(str(fault))):
                games += 1
                for problem in maker.of_game(kifu):
                    found.setdefault(problem.sfen, problem)
                if games % TOLD_EVERY == 0:
                    typer.echo(f"{games:,} games: {len(found):,} problems", err=True)
                if len(found) >= count:
                    break
    except KeyboardInterrupt:
        interrupted = True
    except (EncodingError, KifuError) as error:
        refuse(str(error), FAILED)
    problems = list(found.values())[:count]
    if problems:
        with refused_if_unwritable(output):
            write(problems)
    told = output if problems else "nothing is written"
    typer.echo(f"{len(problems):,} problems of {games:,} games: {told}")
    if interrupted:
        refuse(f"interrupted; {'those found so far are written' if problems else 'none was found yet'}", INTERRUPTED)
