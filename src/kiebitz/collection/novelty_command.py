"""``kiebitz games novelties``: the first move of a game that an archive doesn't have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.collection.archive_index import Archive, opened_archive
from kiebitz.collection.options import CollectionFile, opened_collection
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.refusal import FAILED, refuse

if TYPE_CHECKING:
    from kiebitz.analysis.reading.games import PgnGame
    from kiebitz.collection.collection import Collection
    from kiebitz.collection.theory import Novelty

SHOWN_MOVES = 3
SIDES = ("White", "Black")


def novelties(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="Games: PGN files, or numbers of games in your collection.")
    ],
    *,
    archive: Archive = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one line for each game.")] = False,
    collection: CollectionFile = None,
) -> None:
    """Show the first move of a game that isn't in an archive, and what was played there before.

    A position counts, by whatever moves games came there; a game that is in the archive itself isn't held against
    itself.
    """
    from kiebitz.collection.schema import CollectionError
    from kiebitz.collection.theory import novelties as novelties_of

    asked = _games(games, collection)
    with opened_archive(archive or [], collection) as opened:
        try:
            found = novelties_of(asked, opened)
        except CollectionError as error:
            refuse(str(error), FAILED)
        many = len(opened)
    if as_json:
        for game, novelty in zip(asked, found, strict=True):
            typer.echo(json.dumps(_as_data(game, novelty)))
        return
    _show(asked, found)
    typer.echo(f"held against {many:,} games")


def _games(named: list[str], collection: Path | None) -> list[PgnGame]:
    """The games that are meant; refuses what there isn't."""
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.analysis.reading.games import read_games

    found: list[PgnGame] = []
    for name in named:
        try:
            if name.isdecimal() and not Path(name).exists():
                with opened_collection(collection) as opened:
                    found.append(_numbered(opened, int(name)))
            else:
                found += read_games(name, on_fault=lambda _: None)
        except ArchiveError as error:
            refuse(str(error), FAILED)
    if not found:
        refuse(f"{', '.join(named)}: no games")
    return found


def _numbered(collection: Collection, number: int) -> PgnGame:
    """A game of the collection; refuses a number that there isn't."""
    for game in collection.chess_games([number]):
        return game
    return refuse(f"there is no game {number} in {collection.path}")


def _as_data(game: PgnGame, novelty: Novelty | None) -> dict[str, object]:
    """A line of JSON."""
    data: dict[str, object] = {"game": game.raw.number, **{side: game.tags.get(side, "?") for side in SIDES}}
    if novelty is None:
        return data | {"ply": None}
    return data | {
        "ply": len(novelty.place.path),
        "move": novelty.move,
        "games_before": novelty.there,
        "played_before": {move.uci: move.games for move in novelty.played},
    }


def _show(games: list[PgnGame], found: list[Novelty | None]) -> None:
    """Print a table."""
    from rich.table import Table

    from kiebitz.commandline.console import make_console

    table = Table(box=None, pad_edge=False)
    for head in ("Game", "Novelty", "Games before", "Played there"):
        table.add_column(head, justify="right" if head == "Games before" else "left")
    for game, novelty in zip(games, found, strict=True):
        players = clean(" – ".join(game.tags.get(side, "?") for side in SIDES))
        if novelty is None:
            table.add_row(players, "none", "", "")
            continue
        shown = ", ".join(f"{move.san} {move.games:,}" for move in novelty.played[:SHOWN_MOVES])
        table.add_row(players, novelty.place.san(novelty.move), f"{novelty.there:,}", shown)
    make_console().print(table)
