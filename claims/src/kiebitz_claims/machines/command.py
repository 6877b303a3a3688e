"""``kiebitz machines``: the machines of the documents, found by name and shown at work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse

if TYPE_CHECKING:
    from kiebitz_claims.machines.machine import Machine

DOCS = Path("docs")

machines = typer.Typer(rich_markup_mode="markdown")


@machines.command()
def machines_command(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="A machine, a program or an author, such as hydra.", show_default=False
        ),
    ] = None,
    *,
    run: Annotated[
        bool, typer.Option("--run", help="Run their commands, and say what the documents say beside it.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT.html", help="Write what they said as a web page, with pictures."),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as README has it.")] = False,
) -> None:
    """Show the machines that the documents describe: who, a command, what was claimed and what was measured."""
    from kiebitz_claims.claims.record import RecordError
    from kiebitz_claims.claims.results import PUBLISHED, Results
    from kiebitz_claims.machines.machines import MACHINES, UnknownMachineError, find
    from kiebitz_claims.machines.show import readme_table, show_machine, show_machines

    try:
        chosen = tuple(dict.fromkeys(machine for word in name or () for machine in find(word))) or MACHINES
        record_of = Results(PUBLISHED).load
        if run or html is not None:
            _run(chosen, html)
        elif markdown:
            typer.echo(readme_table(chosen, record_of), nl=False)
        elif name:
            for machine in chosen:
                show_machine(machine, record_of)
                typer.echo()
        else:
            show_machines(chosen, record_of)
    except (UnknownMachineError, RecordError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or html}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def _run(chosen: tuple[Machine, ...], html: Path | None) -> None:
    """Run every command, tell what it showed, and write the page. Refuses where something was not to be seen."""
    from kiebitz.commandline.console import make_console
    from kiebitz.processes.whole_file import whole_file
    from kiebitz_claims.claims.results import PUBLISHED, Results
    from kiebitz_claims.machines.running import page
    from kiebitz_claims.machines.running import run as run_shown
    from kiebitz_claims.machines.show import source, tell_finding

    console = make_console()
    told = []
    for machine in chosen:
        console.rule(f"{machine.name}: {machine.title} ({source(machine.document)})")
        runs = []
        for shown in machine.shown:
            console.print(f"$ kiebitz {shown.command}", style="bold", markup=False, soft_wrap=True)
            runs.append(run_shown(shown, typer.echo))
        told.append((machine, runs))
    console.rule("What was seen")
    for machine, runs in told:
        console.print(f"[bold]{machine.name}[/]")
        for each in runs:
            tell_finding(console, each.shown.what, each.shown.theirs, each.here)
    if html is not None:
        with whole_file(html) as file:
            file.write(page(told, Results(PUBLISHED).load, DOCS).encode())
        typer.echo(f"{html}: open it in any browser")
    missing = [machine.name for machine, runs in told if any(each.here is None for each in runs)]
    if missing:
        refuse(
            f"not seen as the documents have it: {', '.join(missing)}; what their commands said stands above", FAILED
        )
