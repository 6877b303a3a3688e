"""``kiebitz lab tree``: the command that shows the tree of a real search."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.options import Depth, Fen, Html, Movetime, Nodes, Switches, limit_of
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.position_argument import position_of_either_game
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse

DEFAULT_DEPTH = 8
# A million rows make a page of some 15 MB, which browsers still open at once.
DEFAULT_NODES, MAX_NODES = 1_000_000, 20_000_000
DEFAULT_PLIES, MAX_PLIES = 3, 30
DEFAULT_MOVES, MAX_MOVES = 6, 300
MEGABYTE = 1_000_000


def tree(
    fen: Fen,
    *,
    depth: Depth = None,
    nodes: Nodes = None,
    movetime: Movetime = None,
    html: Html = None,
    switches: Switches = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare",
            metavar="NAME=VALUE",
            help="Search again with this option set, too, and mark the differences; repeatable.",
        ),
    ] = None,
    max_nodes: Annotated[
        int, typer.Option("--max-nodes", min=1, max=MAX_NODES, help="Record at most this many nodes of each search.")
    ] = DEFAULT_NODES,
    plies: Annotated[
        int,
        typer.Option("--plies", min=1, max=MAX_PLIES, help="In the terminal: show this many plies of the best line."),
    ] = DEFAULT_PLIES,
    moves: Annotated[
        int, typer.Option("--moves", min=1, max=MAX_MOVES, help="In the terminal: show this many moves at each node.")
    ] = DEFAULT_MOVES,
) -> None:
    """Show the tree of a real search: every node with its window, value and what ended it.

    With --html, as a web page to open, filter and step through; otherwise the best line with its alternatives, and how
    many nodes ended for which reason. An SFEN shows a search of shogi. The search starts with an empty table, so the
    same command shows the same tree. It is 8 plies deep unless a depth, nodes or a time are given.
    """
    from kiebitz.classroom.tree.page import page
    from kiebitz.classroom.tree.runs import NothingToSearchError, trace_runs
    from kiebitz.classroom.tree.terminal import show_runs
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import OptionError
    from kiebitz.engine.limit import Limit

    require_page(html)
    try:
        with sign_of_life("searching"):
            runs = trace_runs(
                position_of_either_game(fen),
                limit_of(nodes, depth, movetime, Limit(depth=DEFAULT_DEPTH)),
                parse_switches(switches or []),
                parse_switches(compare) if compare else None,
                max_nodes=max_nodes,
            )
    except (OptionError, SwitchError, NothingToSearchError) as error:
        refuse(str(error))
    except ValueError as error:
        refuse(str(error))
    except MemoryError:
        refuse(f"no memory for {max_nodes:,} searches of a node; ask for fewer with --max-nodes", FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    if html is None:
        show_runs(make_console(), runs, plies=plies, moves=moves)
        return
    written = page(runs).encode()
    write_output(html, written)
    typer.echo(
        f"{html}: {sum(len(run.trace) for run in runs):,} searches of a node, {len(written) / MEGABYTE:.1f} MB;"
        " open it in any browser"
    )
    for run in runs:
        if run.trace.unrecorded:
            typer.echo(
                f"kiebitz: {run.title}: {run.trace.unrecorded:,} searches of a node found no room;"
                " ask for more with --max-nodes",
                err=True,
            )
