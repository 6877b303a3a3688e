"""``kiebitz best``, ``eval``, ``perft`` and ``bench``: commands that ask the engine about positions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.line_text import line_text, move_text
from kiebitz.commandline.options import AsEra, Depth, Fen, Movetime, MultiPV, Nodes, Switches, Threads, limit_of
from kiebitz.commandline.position_argument import position_argument, position_of_either_game
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.eras import EraName

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.engine import Evaluation, Position
    from kiebitz.engine.line import Info, Line
    from kiebitz.engine.stream import Stream

DEFAULT_MOVETIME_MS = 2_000
WHOLE = 100
MAX_PERFT_DEPTH = 20


def best(
    fen: Fen,
    *,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    multipv: MultiPV = 1,
    era: AsEra = EraName.TODAY,
    threads: Threads = 1,
    switches: Switches = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Show the best move in a position and the expected line, with evaluations from White's view.

    Without a limit it thinks for two seconds. In a terminal lines are updated during the search; Ctrl-C stops it and
    shows the best move so far.
    """
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import Engine, OptionError, options_by_name
    from kiebitz.engine.limit import Limit

    position = position_argument(fen)
    limit = limit_of(nodes, depth, movetime, Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    is_interrupted = False
    try:
        with Engine(**options_by_name(parse_switches(switches or []), era=era, threads=threads)) as engine:
            stream = engine.stream(position, limit, multipv=multipv)
            try:
                _follow(stream, position, is_shown=not as_json)
            except KeyboardInterrupt:
                is_interrupted = True
            info = stream.info
    except (OptionError, SwitchError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    if as_json:
        typer.echo(json.dumps(_record(position, info)))
    else:
        _show(position, info)
    if is_interrupted:
        refuse("interrupted", INTERRUPTED)


def _follow(stream: Stream, position: Position, *, is_shown: bool) -> None:
    """Wait for the end of a search; on a terminal its lines are shown as they come, and wiped away at the end."""
    from rich.live import Live

    from kiebitz.commandline.console import make_console

    console = make_console()
    is_live = is_shown and console.is_terminal
    lines: dict[int, Line] = {}
    with Live(console=console, auto_refresh=False, transient=True) if is_live else nullcontext() as live:
        for line in stream:
            if live is not None and line.bound == "exact":
                lines[line.rank] = line
                live.update(_lines_table(position, [lines[rank] for rank in sorted(lines)]), refresh=True)


def _show(position: Position, info: Info) -> None:
    """The outcome of a search, for people."""
    from kiebitz.commandline.console import make_console

    console = make_console()
    if info.best_move is None:
        side = "White" if position.turn else "Black"
        console.print(f"{side} is mated" if position.is_check else f"Stalemate: {side} has no move")
        return
    console.print(f"Best move: {move_text(position, info.best_move)}", style="bold", markup=False)
    console.print(_lines_table(position, info.lines))
    console.print(_speed_text(info.nodes, info.time_ms / 1000))


def _lines_table(position: Position, lines: Iterable[Line]) -> Table:
    """Lines with what they are worth, best first."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for heading in ("", "Eval", "Depth"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Line", overflow="fold", ratio=1)
    for line in lines:
        table.add_row(str(line.rank), str(line.white_score), str(line.depth), line_text(position, line.moves))
    return table


def _record(position: Position, info: Info) -> dict[str, Any]:
    """The outcome of a search as plain data; evaluations are White's view."""
    return {
        "fen": position.fen(shredder=position.chess960),
        "best": info.best_move,
        "lines": [
            {
                "cp": line.white_score.centipawns,
                "mate": line.white_score.mate,
                "depth": line.depth,
                "moves": list(line.moves),
                "san": line_text(position, line.moves),
            }
            for line in info.lines
        ],
        "nodes": info.nodes,
        "time_ms": info.time_ms,
    }


def _speed_text(nodes: int, seconds: float) -> str:
    speed = nodes / max(seconds, 1e-6) / 1e6
    return f"{nodes:,} nodes in {seconds:.3f} s, {speed:.1f} million a second"


def evaluate(fen: Fen, *, era: AsEra = EraName.TODAY, switches: Switches = None) -> None:
    """Show the static evaluation of a position, without search, in pawns.

    The classical evaluation and Tartan's are shown module by module, from each side's view, for middlegame and
    endgame. For the network (--set evaluation=network) you see what each piece is worth to its side (what would be lost
    without it) and what each set of output weights says, beside the classical evaluation; for the hybrid, the default,
    the share of each, too. Totals are from White's view.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import Engine, OptionError, options_by_name

    position = position_argument(fen)
    try:
        with Engine(**options_by_name(parse_switches(switches or []), era=era)) as engine:
            evaluation = engine.evaluate(position)
    except (OptionError, SwitchError, MemoryError) as error:
        refuse(str(error))
    console = make_console()
    view = evaluation.network
    if view is not None:
        from kiebitz.commandline.evaluation_tables import outputs_table, worths_table
        from kiebitz.engine import board_of

        console.print(f"Network {view.checksum}: {clean(view.made)}", markup=False)
        console.print()
        console.print(worths_table(board_of(position), view))
        console.print()
        console.print(outputs_table(view, white_to_move=position.turn))
        console.print()
        if view.share != WHOLE:
            console.print(f"Hybrid: {view.share}% of the network's value, {WHOLE - view.share}% of the classical sum")
            console.print()
    _show_sum(console, position, evaluation)
    if view is not None:
        console.print()
        console.print("What the classical evaluation, its first teacher, says:")
        console.print()
        _show_sum(console, position, view.teacher)


def _show_sum(console: Console, position: Position, evaluation: Evaluation) -> None:
    """The modules, the total, and what was taken off their sum."""
    from kiebitz.commandline.evaluation_tables import in_pawns, modules_table
    from kiebitz.engine import FULL_PHASE, FULL_SCALE

    total = evaluation.total if position.turn else -evaluation.total
    console.print(modules_table(evaluation))
    console.print()
    console.print(f"Total: {in_pawns(total)} (White's view); game phase {evaluation.phase} of {FULL_PHASE}")
    left, whole = evaluation.fading
    console.print(
        f"Of the sum {evaluation.scale}/{FULL_SCALE} counts by material, {left}/{whole} by the fifty-move count"
    )


def perft(
    position: Annotated[
        list[str], typer.Argument(metavar="FEN|SFEN", help="A position of chess or shogi, or 'startpos'.")
    ],
    depth: Annotated[int, typer.Argument(min=0, max=MAX_PERFT_DEPTH, metavar="DEPTH", help="Number of plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Show the count for each first move.")] = False,
    threads: Threads = 1,
) -> None:
    """Count all sequences of DEPTH legal moves (perft), and show the speed."""
    from kiebitz.engine.leaf_count import leaves_below_moves

    start = position_of_either_game(position)
    began = time.perf_counter()
    try:
        parts = leaves_below_moves(start, depth, threads) if depth else {}
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    seconds = time.perf_counter() - began
    if divide:
        for move, below in sorted(parts.items()):
            typer.echo(f"{move}: {below}")
    leaves = sum(parts.values()) if depth else 1
    typer.echo(_speed_text(leaves, seconds).replace("nodes", "leaves", 1))


def bench(era: AsEra = EraName.TODAY) -> None:
    """Search a fixed set of positions; the node count is the same on every machine, and identifies this version."""
    from kiebitz.engine.bench import run

    try:
        result = run(report=lambda number, fen, nodes: typer.echo(f"{number:>3} {nodes:>12,}  {fen}"), era=era)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    typer.echo(f"Bench: {result.nodes}")
    typer.echo(result.text)
