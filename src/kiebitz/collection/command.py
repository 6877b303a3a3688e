"""``kiebitz games``: the user's own games, kept, found, explored, exported."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import read_as, with_selection
from kiebitz.collection.dossier.command import dossier
from kiebitz.collection.fetch_command import fetch
from kiebitz.collection.novelty_command import novelties
from kiebitz.collection.options import CollectionFile, Color, Numbers, PlayerColor, Year, narrowed, opened_collection
from kiebitz.collection.practice_command import analyse, misses, practice
from kiebitz.collection.puzzle_command import puzzles
from kiebitz.collection.team_command import team
from kiebitz.commandline.clean_text import clean, clean_lines
from kiebitz.commandline.options import START, Encoding, Overwrite
from kiebitz.commandline.output_file import refused_if_unwritable, require_output, require_spared
from kiebitz.commandline.position_argument import position_of_either_game
from kiebitz.commandline.refusal import refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.analysis.reading.archive import PgnFault
    from kiebitz.collection.collection import Collection, GameRow

SHOWN = 50
MOST_FAULTS_TOLD = 20

games = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Keep your own games in one place: add, list, find by position, explore openings, export.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one line for each game or move.")]
Sort = Annotated[str, typer.Option("--sort", help="Order: added, date, white, black, rating, eco, moves or result.")]
Reverse = Annotated[bool, typer.Option("--reverse", help="Reverse the order.")]


class Faults:
    """Faults of games on standard error: the first of them, and how many more there are."""

    def __init__(self) -> None:
        self._told = 0

    def tell(self, fault: PgnFault) -> None:
        """Say one, if not too many were said."""
        self._told += 1
        if self._told <= MOST_FAULTS_TOLD:
            warn(str(fault))

    def tell_rest(self) -> None:
        """Say how many were not said."""
        if self._told > MOST_FAULTS_TOLD:
            warn(f"{self._told - MOST_FAULTS_TOLD:,} more faults")


games.command()(fetch)
games.command()(analyse)
games.command()(misses)
games.command()(practice)
games.command()(puzzles)
games.command()(dossier)
games.command()(novelties)
games.command()(team)


@games.command()
def add(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Archives of games: PGN (also .gz, .bz2, .xz, .zst, .zip), records of shogi (KIF, KI2, CSA,"
            " JKF), folders, '-' for PGN from stdin.",
        ),
    ],
    *,
    encoding: Encoding = None,
    collection: CollectionFile = None,
) -> None:
    """Add games to your collection; those that are there already are passed over.

    Games are the same if players, date and moves are. Every game keeps its own text, one of shogi as KIF; what can't be
    understood of one is told, and the game is found by the rest. If adding is interrupted, add the same files again.
    """
    from kiebitz.analysis.reading.archive import ArchiveError, archives_in
    from kiebitz.analysis.reading.games import read_games
    from kiebitz.analysis.reading.kifu_games import KifuGames
    from kiebitz.collection.adding import Added, AnyGame, add_games
    from kiebitz.kifu.writing import SUFFIXES, is_record

    faults = Faults()

    def show(added: Added) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{added.games + added.known:,} games read ", nl=False, err=True)

    added, read = Added(), read_as(encoding)
    with opened_collection(collection, must_exist=False) as opened, terminated_as_interrupted():
        try:
            archives = archives_in(files, SUFFIXES)
            records = KifuGames(filter(is_record, archives), faults.tell, encoding)
            streams: list[Iterable[AnyGame]] = [
                read_games(file, select=read, on_fault=faults.tell) for file in archives if not is_record(file)
            ]
            for games in (*streams, records):
                before = added
                found = add_games(opened, games, on_portion=show, on_fault=faults.tell)
                added = Added(before.games + found.games, before.known + found.known, before.faulty + found.faulty)
            if records.failure is not None:
                raise records.failure
        except ArchiveError as error:
            refuse(f"{error}; {added.games:,} games were added before it")
        count = len(opened)
    if sys.stderr.isatty():
        typer.echo("\r", nl=False, err=True)
    faults.tell_rest()
    known = f", {added.known:,} there already" if added.known else ""
    faulty = f" ({added.faulty:,} with faults)" if added.faulty else ""
    typer.echo(f"{added.games:,} games added{faulty}{known}; {count:,} in {opened.path}")


@games.command(name="list")
@with_selection
def list_games(
    *,
    sort: Sort = "added",
    reverse: Reverse = False,
    as_json: AsJson = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """List the games of your collection."""
    with opened_collection(collection) as opened:
        _show(opened, narrowed(select, year, color), _Listing(color, sort, reverse, as_json))


@games.command()
@with_selection
def find(
    *,
    fen: Annotated[
        str | None,
        typer.Option("--fen", help="Only games through this position, by whatever moves.", show_default=False),
    ] = None,
    material: Annotated[
        str | None,
        typer.Option(
            "--material",
            metavar="KRPvKR",
            help="Only games with this material on the board: KRPvKR (either side's pawn), w:KRPvKR (White's),"
            " KRP*vKRP* (any number of pawns), KRP+vKR (one or more).",
            show_default=False,
        ),
    ] = None,
    pawns: Annotated[
        str | None,
        typer.Option(
            "--pawns",
            metavar="'d4 e3 / d5 e6 -c'",
            help="Only games with these pawns: White's / Black's; -c: none on the c-file, -c4: none there."
            " A FEN: exactly its pawns.",
            show_default=False,
        ),
    ] = None,
    sort: Sort = "added",
    reverse: Reverse = False,
    as_json: AsJson = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Find games by position, material or pawns, and by players, openings, dates and results."""
    from kiebitz.collection.position_search import visits
    from kiebitz.collection.schema import SHOGI
    from kiebitz.collection.structures import games_with, material_of, pawns_of

    select = narrowed(select, year, color)
    try:
        structures = [read(text) for read, text in ((material_of, material), (pawns_of, pawns)) if text is not None]
    except ValueError as error:
        refuse(str(error))
    position = None if fen is None else position_of_either_game(fen, "shogi" if select.variant == SHOGI else None)
    with opened_collection(collection) as opened:
        found: list[dict[int, int]] = [games_with(opened, structure) for structure in structures]
        if position is not None:
            there = visits(opened, position)
            found.append(dict(zip(there.games.tolist(), there.plies.tolist(), strict=True)))
        plies = None
        if found:
            both = set(found[0]).intersection(*found[1:])
            plies = {game: found[-1][game] for game in both}
        _show(opened, select, _Listing(color, sort, reverse, as_json), plies)


@games.command()
@with_selection
def explore(
    fen: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FEN]", help=f"A position: FEN or SFEN (default: {START}).", show_default=False),
    ] = None,
    *,
    as_json: AsJson = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Show what was played in a position: how often, with what score, by whom rated how, in which years.

    Games count once, however their moves led there. With --player and --color it is the repertoire of a player, or what
    opponents answered. With --variant shogi games begin where those of shogi do.
    """
    from kiebitz.collection.position_search import visits
    from kiebitz.collection.schema import SHOGI
    from kiebitz.commandline.console import make_console

    position = position_of_either_game(fen or START, "shogi" if select.variant == SHOGI else None)
    with opened_collection(collection) as opened:
        found = visits(opened, position, narrowed(select, year, color), color=color or "")
    if as_json:
        for move in found.moves:
            typer.echo(json.dumps(asdict(move)))
        return
    from kiebitz.collection.display import move_table

    console = make_console()
    ends = f", {found.ends:,} of them end here" if found.ends else ""
    console.print(f"{len(found.games):,} games{ends}", markup=False)
    if found.moves:
        console.print(move_table(found.moves))


@games.command()
@with_selection
def export(
    numbers: Numbers = None,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="File to write, such as OUT.pgn, OUT.kifu or OUT.csa (default: standard output).",
        ),
    ] = None,
    overwrite: Overwrite = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Write games out, each with its own text, unchanged: those of these numbers, or those that are selected.

    Of chess as PGN, of shogi as KIF, one game after another. The encoding is UTF-8 and lines end with a line feed,
    whatever their files had. Of shogi the name of the file says format and encoding: .kifu is the kept text, .kif
    Shift_JIS; .ki2, .ki2u, .csa and .jkf are written anew.
    """
    from kiebitz.collection.exporting import export_games, export_records
    from kiebitz.processes.whole_file import whole_file

    if output is not None and str(output) == "-":
        output = None
    if output is not None:
        require_output(output)
        require_spared(output, overwrite=overwrite)
    with opened_collection(collection) as opened:
        rows = _chosen(opened, numbers, narrowed(select, year, color), color)
        if len({row.kind for row in rows}) > 1:
            refuse("these are games of chess and of shogi; export them apart, with --variant shogi or standard")
        if not rows:
            refuse("there is no such game")
        chosen = [row.game for row in rows]
        if output is None:
            if sys.stdout.isatty():
                text = io.BytesIO()
                export_games(opened, chosen, text)
                typer.echo(clean_lines(text.getvalue().decode("utf-8", "replace")), nl=False)
            else:
                export_games(opened, chosen, sys.stdout.buffer)
            return
        require_output(output, opened.path)
        is_shogi = any(row.kind == "shogi" for row in rows)
        _require_format(output, len(rows), is_shogi=is_shogi)
        faults = Faults()
        with refused_if_unwritable(output), whole_file(output) as file:
            if is_shogi:
                count = export_records(opened, chosen, file, output, faults.tell)
            else:
                count = export_games(opened, chosen, file)
        faults.tell_rest()
    typer.echo(f"{count:,} games: {output}")


def _require_format(output: Path, count: int, *, is_shogi: bool) -> None:
    """Refuse a name for games that they can't be written under."""
    from kiebitz.kifu.writing import FORMATS

    format = FORMATS.get(output.suffix.lower())
    if is_shogi and format is None:
        refuse(f"{output}: games of shogi are written to a file that ends with {', '.join(FORMATS)}; name one")
    if is_shogi and format == "jkf" and count > 1:
        refuse(
            f"{output}: a .jkf file holds one game, and there are {count:,}; choose one, or name a .csa or .kifu file"
        )
    if not is_shogi and count and format is not None:
        refuse(f"{output}: games of chess are written as PGN; name a file that ends with .pgn")


@games.command()
@with_selection
def remove(
    numbers: Numbers = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    year: Year = None,
    color: PlayerColor = None,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Remove games from your collection, with what was found of them: those of these numbers, or those selected."""
    select = narrowed(select, year, color)
    if not numbers and not select.said:
        refuse("say which games: by number, or by options such as --player")
    with opened_collection(collection) as opened:
        chosen = [row.game for row in _chosen(opened, numbers, select, color)]
        if not chosen:
            refuse("there is no such game")
        if not yes:
            if not sys.stdin.isatty():
                refuse(f"this removes {len(chosen):,} games, and nobody is there to be asked; add --yes")
            typer.confirm(f"Remove {len(chosen):,} games?", abort=True)
        count = opened.remove(chosen)
    typer.echo(f"{count:,} games removed")


def _chosen(opened: Collection, numbers: list[int] | None, select: GameSelection, color: Color | None) -> list[GameRow]:
    """The games that a command is about."""
    rows = opened.find(select, among=numbers or None, color=color or "")
    there = {row.game for row in rows}
    for number in numbers or ():
        if number not in there and not select.said:
            refuse(f"there is no game {number} in {opened.path}")
    return rows


@dataclass(frozen=True, slots=True)
class _Listing:
    """How games are listed."""

    color: Color | None
    sort: str
    reverse: bool
    as_json: bool


def _show(opened: Collection, select: GameSelection, how: _Listing, plies: dict[int, int] | None = None) -> None:
    """Print games, and how many there are."""
    from kiebitz.collection.collection import as_dict
    from kiebitz.collection.display import game_table
    from kiebitz.commandline.console import make_console

    shown = select if how.as_json or select.first is not None else replace(select, first=SHOWN)
    try:
        rows = opened.find(shown, among=plies, color=how.color or "", sort=how.sort, descending=how.reverse)
    except ValueError as error:
        refuse(str(error))
    if how.as_json:
        for row in rows:
            reached: dict[str, Any] = {} if plies is None else {"ply": plies[row.game]}
            typer.echo(json.dumps(as_dict(row) | reached))
        return
    total = opened.count(select, among=plies, color=how.color or "")
    console = make_console()
    if rows:
        console.print(game_table(rows, plies))
    more = f"; --first {total} shows all" if total > len(rows) and select.first is None else ""
    console.print(clean(f"{len(rows):,} of {total:,} games{more}"), markup=False)
