"""``kiebitz lab table``: search a position, then look into the transposition table that the search filled."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.shell.options import MAX_DEPTH, Fen, HashMb, Switches
from kiebitz.shell.position_argument import position_argument
from kiebitz.shell.refusal import INTERRUPTED, refuse

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.engine import Position
    from kiebitz.engine.table_view import TableEntry, TableView

DEFAULT_DEPTH, DEFAULT_HASH_MB = 14, 16
# The longest bar, in characters; shorter ones are in proportion.
BAR = 30


def table(
    fen: Fen,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Plies.")] = DEFAULT_DEPTH,
    hash_mb: HashMb = DEFAULT_HASH_MB,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Take a table kept before; don't search.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the table in a file, checksummed.")
    ] = None,
    switches: Switches = None,
) -> None:
    """Show what a search leaves in the transposition table: use, depths, bounds, ages, full clusters, its best line."""
    from kiebitz.engine import Engine, OptionError, options_by_name
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.table_file import TableFileError
    from kiebitz.shell.console import make_console
    from kiebitz.shell.switches import SwitchError, parse_switches

    position = position_argument(fen)
    try:
        with Engine(**options_by_name(parse_switches(switches or []), hash_mb=hash_mb)) as engine:
            if load is not None:
                engine.load_table(load)
            else:
                engine.analyse(position, Limit(depth=depth))
            if save is not None:
                engine.save_table(save)
            show(make_console(), engine.table, position)
    except (OptionError, SwitchError, TableFileError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def show(console: Console, view: TableView, position: Position) -> None:
    """Print a table's contents."""
    survey = view.survey()
    design = view.design
    console.print(
        f"[bold]{view.size_mb} MB[/], policy {design.policy}, {design.key_bits} key bits:"
        f" {survey.used:,} of {survey.entries:,} entries in use ({survey.permille} permille),"
        f" {survey.recent:,} of the last search; hashfull {view.hashfull}"
    )
    deepest = max((number for number, count in enumerate(survey.by_depth) if count), default=0)
    console.print(_histogram("depth", ((str(n), count) for n, count in enumerate(survey.by_depth[: deepest + 1]))))
    console.print(_histogram("bound", survey.by_bound.items()))
    console.print(_histogram("age", ((str(n), count) for n, count in enumerate(survey.by_age) if count)))
    console.print(
        _histogram("in a bucket", ((f"{n} entries", count) for n, count in enumerate(survey.by_fill)), "buckets")
    )
    console.print(_line(position, view.principal_variation(position)))


def _histogram(name: str, counts: Iterable[tuple[str, int]], counted: str = "entries") -> Table:
    """Bars for counts, the greatest the longest."""
    from rich import box
    from rich.table import Table

    rows = list(counts)
    greatest = max((count for _, count in rows), default=0)
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    shown.add_column(name, justify="right")
    shown.add_column(counted, justify="right")
    shown.add_column("")
    for label, count in rows:
        shown.add_row(label, f"{count:,}", "█" * -(-BAR * count // max(greatest, 1)))
    return shown


def _line(position: Position, entries: tuple[TableEntry, ...]) -> Table:
    """The line of best moves that the table knows, each entry with what it says; scores are the mover's view."""
    import chess
    from rich import box
    from rich.table import Table

    from kiebitz.engine import board_of

    board = board_of(position)
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False, title="The line remembered")
    for heading, justify in (("move", "left"), ("score", "right"), ("says", "left"), ("depth", "right")):
        shown.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for entry in entries:
        move = chess.Move.from_uci(entry.move or "0000")
        dots = "." if board.turn else "…"
        shown.add_row(
            f"{board.fullmove_number}{dots}{board.san(move)}",
            "" if entry.score is None else str(entry.score),
            entry.bound,
            str(entry.depth),
        )
        board.push(move)
    return shown
