"""``kiebitz survey``: questions to many analysed games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import Html
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.refusal import refuse

if TYPE_CHECKING:
    from rich.table import Table


@with_selection
def survey(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="Folder written by kiebitz analyse --parquet.")],
    *,
    question: Annotated[
        list[str] | None,
        typer.Option(
            "--question",
            "-q",
            metavar="NAME",
            help="What to show: accuracy, blunders, openings, losses or motifs; repeatable (default: all).",
        ),
    ] = None,
    sql: Annotated[
        bool, typer.Option("--sql", help="Print the SQL query of each table, for Polars or DuckDB.")
    ] = False,
    html: Html = None,
    select: GameSelection,
) -> None:
    """Show how well many games were played: by rating, clock, phase, opening, player and motif.

    Five tables: accuracy by rating and time control; blunders by phase and time left; White's score in each opening
    beside the winning chances after it; where players lose points (the most frequent players, or those that --player
    names); and by which motifs, if the games were analysed with --explain.
    """
    from kiebitz.analysis.survey.data import Columns, SurveyError
    from kiebitz.analysis.survey.page import survey_page
    from kiebitz.analysis.survey.questions import NAMES, questions
    from kiebitz.commandline.console import make_console

    require_page(html, data)
    for name in question or ():
        if name not in NAMES:
            refuse(f"there is no question {name!r}; there are {', '.join(NAMES)}")
    asked = [each for name, each in questions(select.player).items() if not question or name in question]
    try:
        columns = Columns.of(data, select)
        if not columns.games:
            refuse(f"no such game in {data}")
        answers = [(each, columns.ask(each.sql)) for each in asked]
    except SurveyError as error:
        refuse(str(error))
    heading = f"{columns.games:,} games of {data}" + "".join(f", {name} {value}" for name, value in select.said.items())
    if html is not None:
        write_output(html, survey_page(heading, answers).encode())
    console = make_console()
    console.print(clean(heading), markup=False, soft_wrap=True)
    for each, rows in answers:
        console.print(f"\n{each.title}", style="bold", markup=False)
        console.print(answer_table(rows) if rows else "nothing in the data tells", markup=False)
        if sql:
            typer.echo(f"{each.sql};")
    if html is not None:
        console.print(f"\nPage: {html}", markup=False)


def answer_table(rows: list[dict[str, Any]]) -> Table:
    """The rows of an answer, of which there is one at least."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from kiebitz.analysis.survey.page import heading_of, number_text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, value in rows[0].items():
        table.add_column(heading_of(name), justify="right" if isinstance(value, int | float) else "left")
    for row in rows:
        table.add_row(*(Text(clean(number_text(value))) for value in row.values()))
    return table
