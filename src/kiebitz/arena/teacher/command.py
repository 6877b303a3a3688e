"""``kiebitz teacher``: where a teacher comes from. ``cli`` registers ``teacher`` as a group of commands.

Exit status: 0, 1 if a file can't be read or written, 2 for a mistake on the command line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.commandline.output_file import require_output, write_output
from kiebitz.commandline.refusal import FAILED, refuse
from kiebitz.processes.bounded import content_of

teacher = typer.Typer(help="Networks of Stockfish, to measure with and to learn from.", no_args_is_help=True)
PROGRAM = "stockfish"


@teacher.command()
def cut(
    program: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PROGRAM]", help="A Stockfish 15 or 15.1. Default: the one installed.", show_default=False
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write it. Default: its own name, here.", show_default=False
        ),
    ] = None,
) -> None:
    """Take the network out of an installed Stockfish, and say its name.

    Debian's package stockfish holds one. 'kiebitz match name=own name=bound,network=FILE --nodes 20000' says what our
    search would be worth with it.
    """
    from kiebitz.arena.match.anchors import installed
    from kiebitz.core.evaluation.nnue.file import NnueError, cut_nnue, name_of

    if program is None:
        found = installed(PROGRAM)
        if found is None:
            refuse("no Stockfish is installed: install version 15 (Debian: stockfish), or give the program")
        program = Path(found)
    if output is not None:
        require_output(output, program)
    try:
        network = cut_nnue(content_of(program))
    except OSError as error:
        refuse(f"can't read {program}: {error.strerror}", FAILED)
    except NnueError as error:
        refuse(f"{program}: {error}", FAILED)
    path = Path(name_of(network)) if output is None else output
    write_output(path, network)
    typer.echo(f"{name_of(network)} of {program}: {path} ({len(network) / 1e6:.0f} MB)")
