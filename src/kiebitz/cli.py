"""The command line: every command stands in its room's ``command.py``; here they get their names.

Packages beside Kiebitz add others (``commandline/additions.py``).
"""

from __future__ import annotations

from typing import Annotated

import typer

import kiebitz
from kiebitz.analysis.command import analyse
from kiebitz.analysis.explanation.command import explain
from kiebitz.analysis.reading.command import positions
from kiebitz.analysis.survey.command import survey
from kiebitz.arena.match.command import match
from kiebitz.arena.match.gauntlet_command import gauntlet
from kiebitz.arena.records.command import data
from kiebitz.arena.suite.command import suite
from kiebitz.arena.teacher.command import teacher
from kiebitz.arena.train.command import train
from kiebitz.arena.tune.command import tune
from kiebitz.classroom.command import lab
from kiebitz.cluster.command import cluster
from kiebitz.collection.command import games
from kiebitz.collection.repertoire.command import repertoire
from kiebitz.commandline.additions import LABORATORY_PANEL, KiebitzGroup
from kiebitz.commandline.doctor.command import doctor
from kiebitz.commandline.position_commands import bench, best, evaluate, perft
from kiebitz.commandline.refusal import run_and_exit
from kiebitz.kifu.command import kifu
from kiebitz.mate.command import mate
from kiebitz.play.command import play
from kiebitz.protocols.lichess.command import lichess_provider
from kiebitz.protocols.mcp.command import mcp
from kiebitz.protocols.uci.command import uci
from kiebitz.web.command import REMEDY, missing, serve

OFFER = "A board in the browser is there: kiebitz serve opens it."

app = typer.Typer(
    cls=KiebitzGroup,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Kiebitz {kiebitz.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def kiebitz_command(
    context: typer.Context,
    version: Annotated[  # its callback does the work
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Kiebitz: a chess engine and analyst.

    Begin with 'kiebitz play' (a game), 'kiebitz serve' (a board in the browser), 'kiebitz analyse game.pgn'
    (what went wrong in it) or 'kiebitz best startpos'.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        typer.echo(OFFER if not missing() else f"A board in the browser: {REMEDY}, then kiebitz serve.")


PLAY, DATA, ENGINE = "Play and review", "Data", "Engine work"
"""The panels of the help."""
app.command(rich_help_panel=PLAY)(analyse)
app.command(rich_help_panel=PLAY)(explain)
app.command(rich_help_panel=PLAY)(play)
app.command(rich_help_panel=PLAY)(serve)
app.add_typer(games, name="games", rich_help_panel=PLAY)
app.add_typer(repertoire, name="repertoire", rich_help_panel=PLAY)
app.command(rich_help_panel=PLAY)(best)
app.command(rich_help_panel=PLAY)(mate)
app.command(rich_help_panel=PLAY)(kifu)
app.command(rich_help_panel=DATA)(positions)
app.command(rich_help_panel=DATA)(survey)
app.add_typer(data, name="data", rich_help_panel=DATA)
app.command(rich_help_panel=ENGINE)(uci)
app.command(rich_help_panel=ENGINE)(match)
app.command(rich_help_panel=ENGINE)(gauntlet)
app.command(rich_help_panel=ENGINE)(suite)
app.command(name="eval", rich_help_panel=ENGINE)(evaluate)
app.command(rich_help_panel=ENGINE)(perft)
app.command(rich_help_panel=ENGINE)(bench)
app.command(rich_help_panel=ENGINE)(train)
app.add_typer(teacher, name="teacher", rich_help_panel=ENGINE)
app.command(rich_help_panel=ENGINE)(tune)
app.command(rich_help_panel=ENGINE)(cluster)
app.command(rich_help_panel=ENGINE)(mcp)
app.command(rich_help_panel=ENGINE)(lichess_provider)
app.command(rich_help_panel=ENGINE)(doctor)
app.add_typer(lab, name="lab", rich_help_panel=LABORATORY_PANEL)


def main() -> None:
    """Run the command line and exit."""
    run_and_exit(app)


if __name__ == "__main__":
    main()
