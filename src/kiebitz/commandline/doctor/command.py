"""``kiebitz doctor``: is everything there, and does it work?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.refusal import FAILED

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.commandline.doctor.checkup import Checkup


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as one JSON object.")] = False,
) -> None:
    """Check this installation: what is there, what is missing, and how to add it to a chess program.

    The exit status is 1 if the engine can't play.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.doctor.checkup import checkup

    found = checkup()
    if as_json:
        typer.echo(json.dumps(found.record()))
    else:
        console = make_console()
        console.print(_engine_table(found))
        there = [extra.name for extra in found.extras if not extra.missing]
        console.print(f"Installed beside the engine: {', '.join(there) or 'nothing'}.", soft_wrap=True, markup=False)
        if len(there) < len(found.extras):
            console.print("Optional:")
            console.print(_extras_table(found))
        console.print("As a UCI engine, for a program with a board:")
        console.print(f"  {found.program}", soft_wrap=True, markup=False)
    if not found.is_well:
        raise typer.Exit(FAILED)


def _engine_table(found: Checkup) -> Table:
    from rich.table import Table
    from rich.text import Text

    pages = {
        True: "where tables ask for them",
        False: "refused by the system: large tables are slower",
        None: "the system doesn't say",
    }
    rows = {
        "Kiebitz": found.version,
        "Python": found.python,
        "System": f"{found.system}, {found.cores} cores to use",
        "Core": f"{found.core or 'none'}: {found.core_reason}",
        "Speed": f"{found.nodes_per_second:,} nodes a second with one thread" if found.nodes_per_second else "unknown",
        "Network": found.network or found.network_fault,
        "Huge pages": pages[found.huge_pages],
    }
    table = Table(show_header=False, box=None)
    for name, text in rows.items():
        table.add_row(name, Text(text))
    return table


def _extras_table(found: Checkup) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for extra in found.extras:
        if extra.missing:
            table.add_row(f"  {extra.name}", extra.meaning, Text(extra.remedy))
    return table
