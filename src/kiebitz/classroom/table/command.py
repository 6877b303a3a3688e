"""``kiebitz lab table``: search a position, then look into the transposition table that the search filled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.options import Depth, Fen, HashMb, Movetime, Nodes, Switches, limit_of
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import INTERRUPTED, refuse

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.classroom.table.histograms import Histogram
    from kiebitz.engine import Position
    from kiebitz.engine.table_view import TableEntry, TableView

DEFAULT_DEPTH, DEFAULT_HASH_MB = 14, 16
# The bar of the greatest count, in characters; and what a histogram needs beside it.
SHORTEST_BAR, LONGEST_BAR, TEXT_WIDTH = 4, 30, 21
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
SIGNS = {"exact": "", "lower": "≥", "upper": "≤", "none": ""}


def table(
    fen: Fen,
    *,
    depth: Depth = None,
    nodes: Nodes = None,
    movetime: Movetime = None,
    hash_mb: HashMb = DEFAULT_HASH_MB,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Load a saved table instead of searching.")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the table to this file.")] = None,
    switches: Switches = None,
) -> None:
    """Show the transposition table after a search: how full it is, depths, bounds, ages, and the line it remembers.

    Searches 14 plies deep unless a depth, nodes or a time are given.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import Engine, OptionError, options_by_name
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.table_file import TableFileError

    position = position_argument(fen)
    try:
        with Engine(**options_by_name(parse_switches(switches or []), hash_mb=hash_mb)) as engine:
            if load is not None:
                engine.load_table(load)
            else:
                with sign_of_life("searching"):
                    engine.analyse(position, limit_of(nodes, depth, movetime, Limit(depth=DEFAULT_DEPTH)))
            if save is not None:
                engine.save_table(save)
            show(make_console(), engine.table, position)
    except (OptionError, SwitchError, TableFileError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def show(console: Console, view: TableView, position: Position) -> None:
    """Print a table's contents, so that all of it is seen at once in a terminal of 80 columns and 24 rows."""
    from rich.columns import Columns
    from rich.table import Table

    from kiebitz.classroom.table.histograms import histograms

    survey = view.survey()
    design = view.design
    cleared = f", {survey.cleared:,} with the move only" if survey.cleared else ""
    console.print(
        f"[bold]{view.size_mb} MB[/], policy {design.policy}, {design.key_bits} key bits:"
        f" {survey.used:,} of {survey.entries:,} entries in use ({survey.permille} permille),"
        f" {survey.recent:,} of the last search{cleared}; hashfull {view.hashfull}"
    )
    bar = max(SHORTEST_BAR, min(LONGEST_BAR, console.width // 3 - TEXT_WIDTH))
    depths, bounds, ages, taken = (_shown(histogram, bar) for histogram in histograms(survey))
    bounds_and_ages = Table.grid()
    bounds_and_ages.add_row(bounds)
    bounds_and_ages.add_row("")
    bounds_and_ages.add_row(ages)
    beside = Table.grid()
    beside.add_row(depths, bounds_and_ages, taken)
    console.print(beside)
    console.print()
    console.print("The line remembered, each move with its score (for who moves) and depth:")
    console.print(Columns(_line(position, view.principal_variation(position)), padding=(0, 2)))


def _shown(histogram: Histogram, longest: int) -> Table:
    """Bars for counts, the greatest of ``longest`` characters."""
    from rich import box
    from rich.table import Table

    greatest = max((count for _, count in histogram.rows), default=0)
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    shown.add_column(histogram.name, justify="right", no_wrap=True)
    shown.add_column(histogram.counted, justify="right", no_wrap=True)
    shown.add_column("", min_width=longest, no_wrap=True)
    for label, count in histogram.rows:
        eighths = -(-8 * longest * count // max(greatest, 1))
        shown.add_row(label, f"{count:,}", "█" * (eighths // 8) + EIGHTHS[eighths % 8])
    return shown


def _line(position: Position, entries: tuple[TableEntry, ...]) -> list[str]:
    """The line of best moves that the table knows, each with what its entry says: '1.e4 +0.26/14', 'e5 ≤-0.20/13'."""
    import chess

    from kiebitz.engine import board_of

    board = board_of(position)
    words: list[str] = []
    for entry in entries:
        move = chess.Move.from_uci(entry.move or "0000")
        number = f"{board.fullmove_number}{'.' if board.turn else '…'}" if board.turn or not words else ""
        score = "" if entry.score is None else f"{SIGNS[entry.bound]}{entry.score}"
        words.append(f"{number}{board.san(move)} {score}/{entry.depth}")
        board.push(move)
    return words or ["none"]
