"""``kiebitz repertoire suggest``: the moves that win against people of a rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.collection.archive_index import opened_archive
from kiebitz.commandline.options import Fen
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted

if TYPE_CHECKING:
    from kiebitz.collection.repertoire.against_people import Played, Suggestion
    from kiebitz.engine import Position

ENDING = ".pgn"
LOWEST_RATING, HIGHEST_RATING = 100, 4_000


def suggest(
    position: Fen,
    *,
    rating: Annotated[
        int,
        typer.Option("--rating", min=LOWEST_RATING, max=HIGHEST_RATING, help="Your opponents' rating, and yours."),
    ],
    archive: Annotated[
        list[Path] | None,
        typer.Option(
            "--archive",
            metavar="FILE",
            help="Games whose players of this rating count: PGN, also packed, or a collection (.sqlite); may be given"
            " several times.  [default: none; people are foretold]",
            show_default=False,
        ),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", min=1, max=1_000, help="Of a file: the most positions to look at.")
    ] = 20,
) -> None:
    """Show which moves score best against people of a rating, beside the engine's first choice.

    What people answer is foretold from games of Lichess, or counted where an archive has games of the rating. Of a
    file of lines (.pgn) the positions are shown where a line ends before your answer.
    """
    from kiebitz.collection.repertoire.against_people import AgainstPeople
    from kiebitz.collection.schema import CollectionError
    from kiebitz.engine import Engine
    from kiebitz.engine.strength import look_engine

    asked = _asked(position, most)
    try:
        with (
            _played(archive or [], rating) as played,
            terminated_as_interrupted(),
            Engine() as engine,
            look_engine() as look,
        ):
            against = AgainstPeople(rating, engine, look, played=played)
            for title, each in asked:
                if title:
                    typer.echo(title)
                _show(each, against.suggestions(each), has_archive=played is not None)
    except CollectionError as error:
        refuse(str(error), FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def _asked(words: list[str], most: int) -> list[tuple[str, Position]]:
    """The positions that are meant, each with its title; refuses what there isn't."""
    if len(words) != 1 or Path(words[0]).suffix.lower() != ENDING:
        return [("", position_argument(words))]
    from kiebitz.collection.repertoire.command import read_lines
    from kiebitz.engine import position_of

    found = [place for side in read_lines([Path(words[0])], None) for place in side.unanswered][:most]
    if not found:
        refuse(f"every line of {words[0]} ends with an answer of yours; give a position instead")
    return [(place.text(), position_of(place.board())) for place in found]


@contextmanager
def _played(files: Sequence[Path], rating: int) -> Iterator[Played | None]:
    """The moves that the games of an archive went on with; None without one."""
    from kiebitz.collection.repertoire.against_people import games_of

    if not files:
        yield None
        return
    with opened_archive(files, None) as opened:
        yield games_of(opened, rating)


def _show(position: Position, found: Sequence[Suggestion], *, has_archive: bool) -> None:
    """Print a table."""
    import chess
    from rich.table import Table

    from kiebitz.collection.repertoire.against_people import told_answers
    from kiebitz.commandline.console import make_console
    from kiebitz.engine import board_of

    if not found:
        typer.echo("the game is over here")
        return
    board = board_of(position)
    table = Table(box=None, pad_edge=False)
    for head in ("Move", "Against people", "Engine", *(["Games"] if has_archive else []), "They answer"):
        table.add_column(head, justify="left" if head in ("Move", "They answer") else "right")
    for each in found:
        mark = " (first)" if each.is_engines else ""
        table.add_row(
            board.san(chess.Move.from_uci(each.move)),
            f"{each.points:.1f}%",
            f"{each.score}{mark}",
            *([f"{each.games:,}"] if has_archive else []),
            told_answers(board, each),
        )
    make_console().print(table)
