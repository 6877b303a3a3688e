"""``kiebitz best``, ``eval``, ``perft`` and ``bench``: commands that ask the engine about positions."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.engine.eras import EraName
from kiebitz.shell.options import AsEra, Depth, Fen, Movetime, MultiPV, Nodes, Switches, Threads, limit_of
from kiebitz.shell.position_argument import position_argument
from kiebitz.shell.refusal import INTERRUPTED, refuse

if TYPE_CHECKING:
    import chess

DEFAULT_MOVETIME_MS = 2_000
MOST_PERFT_DEPTH = 20
MOST_PHASE = 24
MOST_SCALE = 64


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
) -> None:
    """Show the best move of a position and the line behind it; evaluations are White's view.

    Without a limit it thinks for two seconds.
    """
    from rich import box
    from rich.table import Table

    from kiebitz.engine import Engine, OptionError, board_of
    from kiebitz.engine.limit import Limit
    from kiebitz.shell.console import make_console
    from kiebitz.shell.switches import SwitchError, parse_switches

    position = position_argument(fen)
    limit = limit_of(nodes, depth, movetime, Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    try:
        with Engine(**{"era": era, "threads": threads, **parse_switches(switches or [])}) as engine:
            info = engine.analyse(position, limit, multipv=multipv)
    except (OptionError, SwitchError, MemoryError) as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    console = make_console()
    if not info.lines:
        side = "White" if position.turn else "Black"
        console.print(f"{side} is mated" if position.is_check else f"Stalemate: {side} has no move")
        return
    board = board_of(position)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for heading in ("", "Eval", "Depth"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Line", overflow="fold", ratio=1)
    for line in info.lines:
        table.add_row(str(line.rank), str(line.white_score), str(line.depth), _line_text(board, line.moves))
    first = board.san(board.parse_uci(info.lines[0].moves[0]))
    console.print(f"Best move: {first} ({info.best_move})", style="bold", markup=False)
    console.print(table)
    console.print(_speed_text(info.nodes, info.time_ms / 1000))


def _line_text(board: chess.Board, moves: tuple[str, ...]) -> str:
    """A line with move numbers, as people write it."""
    after = board.copy()
    for move in moves:
        after.push_uci(move)
    return board.variation_san(after.move_stack[len(board.move_stack) :])


def _speed_text(nodes: int, seconds: float) -> str:
    speed = nodes / max(seconds, 1e-6) / 1e6
    return f"{nodes:,} nodes in {seconds:.3f} s, {speed:.1f} million a second"


def evaluate(fen: Fen) -> None:
    """Show the static evaluation of a position module by module, without search, in pawns.

    Each side's own view, middlegame and endgame; the total is White's view.
    """
    from rich import box
    from rich.table import Table

    from kiebitz.engine import Engine
    from kiebitz.shell.console import make_console

    position = position_argument(fen)
    with Engine() as engine:
        evaluation = engine.evaluate(position)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Module", no_wrap=True)
    for side in ("White", "Black"):
        for phase in ("mg", "eg"):
            table.add_column(f"{side} {phase}", justify="right", no_wrap=True)
    for module, (white, black) in evaluation.modules.items():
        table.add_row(module.replace("_", " "), *(f"{value / 100:+.2f}" for value in (*white, *black)))
    total = evaluation.total if position.turn else -evaluation.total
    console = make_console()
    console.print(table)
    console.print()
    console.print(f"Total: {total / 100:+.2f} (White's view); game phase {evaluation.phase} of {MOST_PHASE}")
    console.print(
        f"Of the sum {evaluation.scale}/{MOST_SCALE} counts by material, {{}}/{{}} by the fifty-move count".format(
            *evaluation.fading
        )
    )


def perft(
    fen: Fen,
    depth: Annotated[int, typer.Argument(min=0, max=MOST_PERFT_DEPTH, metavar="DEPTH", help="Depth in plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Show the leaves below each first move.")] = False,
    threads: Threads = 1,
) -> None:
    """Count the leaves of the tree of legal moves, and say how fast."""
    from kiebitz.engine import Engine

    position = position_argument(fen)
    engine = Engine()
    began = time.perf_counter()
    try:
        if divide and depth:
            parts = engine.divide(position, depth, threads=threads)
            leaves = sum(parts.values())
        else:
            parts = {}
            leaves = engine.perft(position, depth, threads=threads)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    seconds = time.perf_counter() - began
    for move, below in sorted(parts.items()):
        typer.echo(f"{move}: {below}")
    typer.echo(_speed_text(leaves, seconds).replace("nodes", "leaves", 1))


def bench() -> None:
    """Search the bench positions and show the signature: the same count of nodes on every machine."""
    from kiebitz.engine.bench import run

    try:
        result = run(report=lambda number, fen, nodes: typer.echo(f"{number:>3} {nodes:>12,}  {fen}"))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    typer.echo(_speed_text(result.nodes, result.seconds))
    typer.echo(f"Bench: {result.nodes}")
