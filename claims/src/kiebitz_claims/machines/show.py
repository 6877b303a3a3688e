"""Machines in the terminal and in README: a table of all, and a page of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.table import Table

from kiebitz.commandline.console import make_console
from kiebitz_claims.claims.documents import Document
from kiebitz_claims.claims.record import Record
from kiebitz_claims.machines.machine import Machine

if TYPE_CHECKING:
    from rich.console import Console

HEADINGS = ("", "document", "to see it", "claimed", "measured")
README_HEADINGS = ("machine", "document", "to see it", "claimed", "measured", "seen")

RecordOf = Callable[[str], Record | None]
"""The result of a claim."""


def source(document: Document) -> str:
    """A document's program, author and year."""
    return f"{document.program}: {document.author}{f', {document.year}' if document.year else ''}"


def show_machines(machines: Iterable[Machine], record_of: RecordOf) -> None:
    """A row for each machine."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold", no_wrap=not heading)
    for machine in machines:
        figure = machine.figure
        table.add_row(
            machine.name,
            escape(source(machine.document)),
            escape(machine.short_command),
            escape(figure.theirs),
            escape(f"{figure.measured(record_of(figure.claim))} ({figure.claim})"),
        )
    console = make_console()
    console.print(table)
    console.print(
        "'kiebitz machines NAME' tells more of one, by its name, program or author; --run shows it at work.",
        style="dim",
    )


def show_machine(machine: Machine, record_of: RecordOf) -> None:
    """The page of a machine."""
    console, document, figure = make_console(), machine.document, machine.figure
    console.print(f"[bold]{machine.name}: {escape(machine.title)}[/]")
    console.print(f"{source(document)}: {document.title} ({document.about})", style="dim", markup=False)
    console.print()
    console.print(machine.about, markup=False)
    console.print()
    for shown in machine.shown:
        console.print(f"kiebitz {shown.command}", style="bold", markup=False, soft_wrap=True)
        console.print(f"  {shown.what}; the document: {shown.theirs}", markup=False)
    console.print()
    measured = figure.measured(record_of(figure.claim))
    console.print(f"Claimed: {figure.theirs}. Measured: {measured}", markup=False)
    console.print(f"kiebitz lab show {figure.claim}", style="bold", markup=False, soft_wrap=True)
    console.print(f"Told in docs/{machine.page}; picture: docs/{machine.picture}", style="dim", markup=False)


def readme_table(machines: Iterable[Machine], record_of: RecordOf) -> str:
    """The table of README, as Markdown."""
    rows = [README_HEADINGS, ("---",) * len(README_HEADINGS)]
    for machine in machines:
        figure, document = machine.figure, machine.document
        year = f", {document.year}" if document.year else ""
        rows.append(
            (
                f"[{machine.name}](docs/{machine.page}): {machine.title}",
                f"{document.author}{year}: *{document.title}*",
                f"`{machine.command}`",
                figure.theirs,
                f"{figure.measured(record_of(figure.claim))} ([{figure.claim}](docs/claims/{figure.claim}.md))",
                f"[![{machine.name} at work](docs/{machine.small_picture})](docs/{machine.picture})",
            )
        )
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def tell_finding(console: Console, what: str, theirs: str, here: str | None) -> None:
    """Tell a run's finding, beside the document's figure."""
    found = f"[green]here: {escape(here)}[/]" if here is not None else "[red]not seen here[/]"
    console.print(f"  {escape(what)}: the document: {escape(theirs)}; {found}")
