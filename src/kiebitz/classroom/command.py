"""``kiebitz lab``: algorithms, trees and tables to look at; kiebitz-claims adds the claims of the literature."""

from __future__ import annotations

import typer

from kiebitz.classroom.animation.command import animate
from kiebitz.classroom.board.command import play
from kiebitz.classroom.film.command import film
from kiebitz.classroom.table.command import table
from kiebitz.classroom.tree.command import tree
from kiebitz.classroom.why.command import why
from kiebitz.commandline.additions import LabGroup
from kiebitz.mate.table_command import mate

lab = typer.Typer(cls=LabGroup, no_args_is_help=True, rich_markup_mode="markdown")


@lab.callback()
def lab_command() -> None:
    """Look into the search: algorithms and machines at work, trees, tables; and claims of the literature, measured."""


lab.command()(animate)
lab.command()(film)
lab.command()(play)
lab.command()(tree)
lab.command()(why)
lab.command()(table)
lab.command()(mate)
