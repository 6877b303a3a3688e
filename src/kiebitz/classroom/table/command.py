"""``kiebitz lab table``: search a position, then look into the transposition table that the search filled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import Depth, Fen, HashMb, Movetime, Nodes, Switches, limit_of
from kiebitz.commandline.position_argument import position_of_either_game
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.era_names import TODAY

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.classroom.table.histograms import Histogram
    from kiebitz.core.table.design import TableDesign
    from kiebitz.engine.common_engine import AnyEngine
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.positions import AnyPosition
    from kiebitz.engine.table_view import TableEntry, TableView

DEFAULT_DEPTH, DEFAULT_HASH_MB = 14, 16
MOST_LINES = 600
# The bar of the greatest count, in characters; and what a histogram needs beside it.
SHORTEST_BAR, LONGEST_BAR, TEXT_WIDTH = 4, 30, 21
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
SIGNS = {"exact": "", "lower": "≥", "upper": "≤", "none": ""}


def table(
    fen: Fen,
    *,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    stages: Annotated[
        str,
        typer.Option(
            "--multipv",
            "-k",
            metavar="LINES",
            help="Number of best lines to search; several, such as 7,3,1, one after the other on the same table.",
        ),
    ] = "1",
    hash_mb: HashMb = DEFAULT_HASH_MB,
    load: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", help="Load a saved table instead of searching."),
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the table to this file.")] = None,
    designed: Annotated[
        list[str] | None,
        typer.Option(
            "--design",
            metavar="NAME=VALUE",
            help="How the table is made: policy, key_bits, index, own_index_codes, neighbours, bucket, entries, key,"
            " verify, hashfull, such as index=and. May be given several times.",
            show_default=False,
        ),
    ] = None,
    switches: Switches = None,
) -> None:
    """Show the transposition table after a search: how full it is, depths, bounds, ages, and the line it remembers.

    Searches 14 plies deep unless a depth, nodes or a time are given. The position may be of chess or shogi. After
    several stages it is told, too, what the last one would take afresh. --design makes a table as the documents have
    it: key_bits=32, index=mod or index=and, own_index_codes=on (MiniMAX), bucket=3 and neighbours=on (Yane).
    """
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import OptionError
    from kiebitz.engine.engine import ENGINES
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.positions import game_of
    from kiebitz.engine.table_file import TableFileError

    position = position_of_either_game(fen)
    lines = _lines_of(stages)
    limit = limit_of(nodes, depth, movetime, Limit(depth=DEFAULT_DEPTH))
    console = make_console()
    try:
        options: dict[str, Any] = {"hash_mb": hash_mb, **parse_switches(switches or [])}
        if designed:
            options["table_design"] = _design_of(parse_switches(designed), str(options.get("era", TODAY)))
        with ENGINES[game_of(position)](**options) as engine:
            if load is not None:
                engine.load_table(load)
            else:
                _search(console, engine, position, limit, lines)
            if save is not None:
                engine.save_table(save)
            show(console, engine.table, position)
    except (OptionError, SwitchError, TableFileError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)


def _design_of(choices: dict[str, int | bool | str], era: str) -> TableDesign:
    """An era's design of a table with other choices; refuses what can't be."""
    from dataclasses import fields, replace

    from kiebitz.core.table.design import DesignError, TableDesign
    from kiebitz.engine.eras import ERAS

    names = [field.name for field in fields(TableDesign)]
    if unknown := [name for name in choices if name not in names]:
        refuse(f"--design: a table has no '{clean(unknown[0])}'; choose from {', '.join(names)}")
    try:
        # What can't be taken for an era the engine says.
        return replace(ERAS[era].design if era in ERAS else TableDesign(), **choices)  # type: ignore[arg-type]
    except DesignError as error:
        refuse(f"--design: {error}")


def _lines_of(stages: str) -> tuple[int, ...]:
    """The numbers of lines of a list of such: '7,3,1'."""
    words = stages.split(",")
    if not all(word.isdecimal() and 0 < int(word) <= MOST_LINES for word in words):
        refuse(f"--multipv is '{stages}'; give whole numbers from 1 to {MOST_LINES}, such as 3 or 7,3,1")
    return tuple(map(int, words))


def _search(
    console: Console, engine: AnyEngine[Any, Any], position: AnyPosition, limit: Limit, stages: tuple[int, ...]
) -> None:
    """Search with each number of lines on one table; of several each is told, and what the last takes afresh."""
    from kiebitz.commandline.sign_of_life import sign_of_life

    afresh = 0
    told = []
    with sign_of_life("searching"):
        if len(stages) > 1:
            afresh = engine.analyse(position, limit, multipv=stages[-1]).nodes
            engine.new_game()
        for lines in stages:
            info = engine.analyse(position, limit, multipv=lines)
            told.append(f"{lines} {'line' if lines == 1 else 'lines'} {info.nodes:,}")
    if afresh:
        console.print(
            f"Nodes on one table: {', then '.join(told)}; the last afresh: {afresh:,}.", highlight=False, soft_wrap=True
        )


def show(console: Console, view: TableView, position: AnyPosition) -> None:
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
    if (counts := view.counts) is not None:
        console.print(
            f"{counts.probes:,} questions, {counts.hits:,} hits: {counts.false_hits:,} of another position, "
            f"{counts.rights_hits:,} of one with other rights"
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


def _line(position: AnyPosition, entries: tuple[TableEntry, ...]) -> list[str]:
    """The line of best moves that the table knows, each with what its entry says: '1.e4 +0.26/14', 'e5 ≤-0.20/13'."""
    moves = _moves(position, [entry.move or "" for entry in entries])
    scores = ["" if entry.score is None else f"{SIGNS[entry.bound]}{entry.score}" for entry in entries]
    words = [f"{move} {score}/{entry.depth}" for move, score, entry in zip(moves, scores, entries, strict=True)]
    return words or ["none"]


def _moves(position: AnyPosition, moves: list[str]) -> list[str]:
    """Moves as people write them, of chess with numbers; of shogi as USI text."""
    from kiebitz.engine import Position, board_of

    if not isinstance(position, Position):
        return moves
    board = board_of(position)
    words: list[str] = []
    for text in moves:
        move = board.parse_uci(text)
        number = f"{board.fullmove_number}{'.' if board.turn else '…'}" if board.turn or not words else ""
        words.append(f"{number}{board.san(move)}")
        board.push(move)
    return words
