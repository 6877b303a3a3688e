"""Options that the commands of a collection share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.commandline.refusal import FAILED, refuse

if TYPE_CHECKING:
    from kiebitz.collection.collection import Collection

PANEL = "Which games"


class Color(StrEnum):
    """A player's side."""

    WHITE = "white"
    BLACK = "black"


CollectionFile = Annotated[
    Path | None,
    typer.Option(
        "--collection",
        metavar="FILE",
        help="The collection's file.  [default: kiebitz/games/collection.sqlite in your data directory]",
        envvar="KIEBITZ_COLLECTION",
        show_default=False,
        show_envvar=False,
    ),
]
Year = Annotated[
    int | None,
    typer.Option("--year", min=1, max=9999, help="Only games of this year.", rich_help_panel=PANEL, show_default=False),
]
PlayerColor = Annotated[
    Color | None,
    typer.Option(
        "--color",
        help="Only games in which the player of --player had this side.",
        rich_help_panel=PANEL,
        show_default=False,
    ),
]
Numbers = Annotated[list[int] | None, typer.Argument(metavar="[GAME]...", help="Numbers of games.", show_default=False)]


@contextmanager
def opened_collection(path: Path | None, *, must_exist: bool = True) -> Iterator[Collection]:
    """The collection that is meant, while the block lasts; refuses what can't be done with it."""
    from kiebitz.collection.collection import Collection, default_path
    from kiebitz.collection.schema import CollectionError

    try:
        file = path or default_path()
    except RuntimeError as error:
        refuse(f"{error}; name the collection's file with --collection")
    try:
        if must_exist and not file.exists():
            refuse(f"there is no collection at {file}; kiebitz games add FILE.pgn begins one")
        with Collection(file) as collection:
            yield collection
    except CollectionError as error:
        refuse(str(error), FAILED)


def narrowed(select: GameSelection, year: int | None, color: Color | None) -> GameSelection:
    """The selection with a year; refuses a side without a player, and two spans of time."""
    if color and not select.player:
        refuse("--color says which side the player has; name the player with --player")
    if year is None:
        return select
    if select.since or select.until:
        refuse("give --year, or --since and --until")
    return replace(select, since=f"{year:04}", until=f"{year:04}")
