"""``kiebitz lab film``: the command that records a machine at work, and shows it step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.options import Html
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.refusal import INTERRUPTED, refuse


def film(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="hashing, hashing-shogi, finding, replacing, passing, zugzwang, stealing, proof, card; none: a list.",
        ),
    ] = "",
    *,
    html: Html = None,
) -> None:
    """Record a machine at work in a real search, and show what it did step by step.

    Prints a line for each step; --html writes a page with boards, keys, tables and processors, to play, stop and step
    through. The same films run in the museum of 'kiebitz serve'.
    """
    from kiebitz.classroom.film.films import UnknownFilmError, film_named, film_names
    from kiebitz.classroom.film.page import page
    from kiebitz.commandline.additions import AdditionError
    from kiebitz.commandline.sign_of_life import sign_of_life

    require_page(html)
    if not name:
        for each in film_names():
            typer.echo(each)
        return
    try:
        with sign_of_life("recording"):
            shown = film_named(name)
    except (UnknownFilmError, AdditionError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    if html is not None:
        write_output(html, page(shown).encode())
        typer.echo(f"{html}: {len(shown.steps)} steps of '{shown.title}'; open it in any browser")
        return
    typer.echo(f"{shown.title}\n{shown.about}\nRecorded: {shown.recorded}\n")
    for number, step in enumerate(shown.steps, 1):
        typer.echo(f"{number:>4}  {step.sentence}")
