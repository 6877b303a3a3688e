"""``kiebitz games team``: pages for a team, one a player."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.analysis.explanation.command import InLanguage, refuse_japanese
from kiebitz.analysis.explanation.language import Language
from kiebitz.collection.options import CollectionFile, opened_collection
from kiebitz.commandline.output_file import require_folder, require_page
from kiebitz.commandline.refusal import FAILED, refuse
from kiebitz.commandline.text_file import lines_of


def team(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...", help="Players, each a name or how its words begin; FILE.txt: names, one a line."
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder to write the pages into.")],
    language: InLanguage = Language.ENGLISH,
    collection: CollectionFile = None,
) -> None:
    """Write pages for a team: one of all players, and one for each with results, openings and what they miss.

    They are web pages to look at and to print, and need nothing else. What is missed needs analysed games (kiebitz
    games analyse).
    """
    from kiebitz.collection.player_report import report_of
    from kiebitz.collection.team import INDEX, page_names, write_team

    refuse_japanese(language)
    names = _names(players)
    require_folder(output)
    with opened_collection(collection) as opened:
        reports = [report_of(opened, name) for name in names]
    for report in reports:
        if not report.rows:
            refuse(f"there are no games of {report.name} in the collection")
    if output.is_dir():
        for page in (INDEX, *page_names(reports)):
            require_page(output / page)
    try:
        write_team(reports, output, language)
    except OSError as error:
        refuse(f"{error.filename or output}: {error.strerror or error}", FAILED)
    typer.echo(f"{len(reports)} players: {output / 'index.html'}")


def _names(players: list[str]) -> list[str]:
    """The names of players, those in files included."""
    names: list[str] = []
    for player in players:
        path = Path(player)
        names += lines_of(path) if path.suffix == ".txt" else [player]
    names = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    if not names:
        refuse("name a player")
    return names
