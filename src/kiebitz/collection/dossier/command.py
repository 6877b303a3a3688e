"""``kiebitz games dossier``: what the games of an opponent tell."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from kiebitz.analysis.explanation.command import InLanguage, refuse_japanese
from kiebitz.analysis.explanation.language import Language
from kiebitz.collection.archive_index import Archive, opened_archive
from kiebitz.collection.options import CollectionFile, opened_collection
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import Html
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.refusal import refuse


def dossier(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A name, or how words of it begin.")],
    *,
    html: Html = None,
    archive: Archive = None,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Games of the archive that make a position theory.")
    ] = 10,
    language: InLanguage = Language.ENGLISH,
    collection: CollectionFile = None,
) -> None:
    """Tell what an opponent plays, where he leaves theory, what he misses, with what results.

    Theory is every known opening, and what was played before: in an archive, or by others in your collection. What is
    missed needs analysed games (kiebitz games analyse).
    """
    from kiebitz.collection.dossier.dossier import dossier_of
    from kiebitz.collection.dossier.page import dossier_page

    refuse_japanese(language)
    require_page(html)
    with (
        opened_collection(collection) as opened,
        opened_archive(archive, None) if archive else nullcontext() as held_against,
    ):
        found = dossier_of(opened, player, language, held_against, least=least)
    if found is None:
        refuse(f"there are no games of {player} in the collection")
    for sentence in found.sentences:
        typer.echo(clean(sentence))
    if html is None:
        return
    write_output(html, dossier_page(found, language).encode())
    typer.echo(str(html))
