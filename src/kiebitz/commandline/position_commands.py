"""``kiebitz best``, ``eval``, ``perft`` and ``bench``: commands that ask the engine about positions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.line_text import line_text, move_text
from kiebitz.commandline.options import AsEra, Depth, Fen, Movetime, MultiPV, Nodes, Switches, Threads, limit_of
from kiebitz.commandline.position_argument import position_of_either_game
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.era_names import EraName

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.engine import Evaluation, Position, ShogiPosition
    from kiebitz.engine.common_engine import AnyEngine
    from kiebitz.engine.line import GameName, Info, Line
    from kiebitz.engine.positions import AnyPosition
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
    """Show the best move in a position of chess or shogi and the expected line.

    Evaluations are from White's view, in shogi from Black's, who moves first there.

    Without a limit it thinks for two seconds. In a terminal lines are updated during the search; Ctrl-C stops it and
    shows the best move so far.
    """
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import OptionError
    from kiebitz.engine.limit import Limit

    position = position_of_either_game(fen)
    limit = limit_of(nodes, depth, movetime, Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    is_interrupted = False
    try:
        with _engine_of(position, era, threads=threads, **parse_switches(switches or [])) as engine:
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


def _engine_of(position: AnyPosition, era: EraName, **options: Any) -> AnyEngine[Any, Any]:
    """An engine for the position's game. Raises OptionError; refuses an era in shogi."""
    from kiebitz.engine.engine import ENGINES
    from kiebitz.engine.positions import game_of

    return ENGINES[game_of(position)](**options, **_era_options(era, game_of(position)))


def _era_options(era: EraName, game: GameName) -> dict[str, Any]:
    """The option that chooses an era; refuses one in shogi, which has none."""
    if game == "chess":
        return {"era": era}
    if era != EraName.TODAY:
        refuse(f"--era {era} is a chess program; leave it out for shogi")
    return {}


def _follow(stream: Stream, position: AnyPosition, *, is_shown: bool) -> None:
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


def _show(position: AnyPosition, info: Info) -> None:
    """The outcome of a search, for people."""
    from kiebitz.commandline.console import make_console

    console = make_console()
    if info.best_move is None:
        is_shogi = info.game == "shogi"
        side = "White" if position.turn != is_shogi else "Black"
        without = f"{side} has no move, and has lost" if is_shogi else f"Stalemate: {side} has no move"
        console.print(f"{side} is mated" if position.is_check else without)
        return
    console.print(f"Best move: {move_text(position, info.best_move)}", style="bold", markup=False)
    console.print(_lines_table(position, info.lines))
    console.print(_speed_text(info.nodes, info.time_ms / 1000))
    if info.zugzwang:
        console.print("Zugzwang: passing would be best, so this was searched again without null moves (rule III)")


def _lines_table(position: AnyPosition, lines: Iterable[Line]) -> Table:
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


def _record(position: AnyPosition, info: Info) -> dict[str, Any]:
    """The outcome of a search as plain data; evaluations are the view of the side that moves first in the game."""
    from kiebitz.engine.positions import text_of

    is_shogi = info.game == "shogi"
    return {
        "sfen" if is_shogi else "fen": text_of(position),
        "best": info.best_move,
        "lines": [
            {
                "cp": line.white_score.centipawns,
                "mate": line.white_score.mate,
                "depth": line.depth,
                "moves": list(line.moves),
            }
            | ({} if is_shogi else {"san": line_text(position, line.moves)})
            for line in info.lines
        ],
        "nodes": info.nodes,
        "time_ms": info.time_ms,
    }


def _speed_text(nodes: int, seconds: float) -> str:
    speed = nodes / max(seconds, 1e-6) / 1e6
    return f"{nodes:,} nodes in {seconds:.3f} s, {speed:.1f} million a second"


def evaluate(fen: Fen, *, era: AsEra = EraName.TODAY, switches: Switches = None) -> None:
    """Show the static evaluation of a position of chess or shogi, without search, in pawns.

    The classical evaluation and Tartan's are shown module by module, from each side's view, for middlegame and
    endgame. For the network, the default, you see what each piece is worth to its side (what would be lost without it)
    and what each set of its weights says, beside the classical evaluation; for the hybrid the share of each, too.
    Totals are from White's view; in shogi from Black's, who moves first.
    """
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import Engine, OptionError, Position, options_by_name

    position = position_of_either_game(fen)
    try:
        if not isinstance(position, Position):
            options = {**_era_options(era, "shogi"), **parse_switches(switches or [])}
            _show_shogi_terms(make_console(), position, options)
            return
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
        if view.share == 0:
            console.print("A bare king is to be mated: the men and the way to the mate count here, not the network")
            console.print()
        elif view.share != WHOLE:
            console.print(f"Hybrid: {view.share}% of the network's value, {WHOLE - view.share}% of the classical sum")
            console.print()
    _show_sum(console, position, evaluation)
    if view is not None:
        console.print()
        console.print("What the classical evaluation says:")
        console.print()
        _show_sum(console, position, view.classical)


def _show_shogi_terms(console: Console, position: ShogiPosition, options: Mapping[str, Any]) -> None:
    """Print the network's word on a position of shogi, the terms of the sum made by hand, and the total, for Black.

    Raises OptionError.
    """
    from rich import box
    from rich.table import Table

    from kiebitz.commandline.evaluation_tables import in_pawns
    from kiebitz.engine.engine import ShogiEngine

    with ShogiEngine(**{"hash_mb": 1, **options}) as engine:
        evaluation, network = engine.evaluate(position), engine.network

    def by_black(value: int) -> str:
        return in_pawns(value if position.turn else -value)

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for heading in ("", "Black", "White", "Total"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for name, (black, white) in evaluation.terms.items():
        table.add_row(name, in_pawns(black), in_pawns(white), in_pawns(black - white))
    total = f"Total: {by_black(evaluation.total)} (Black's view)"
    if network is not None and evaluation.output is not None:
        console.print(f"Network {network.checksum}: {clean(network.made)}", markup=False)
        mixed = evaluation.total != evaluation.output
        by_itself = f"; the network, {by_black(evaluation.output)}, and the sum made by hand, mixed" if mixed else ""
        console.print(f"{total}{by_itself}")
        console.print()
        console.print("What the sum made by hand says:")
        console.print()
        console.print(table)
    else:
        console.print(table)
        console.print()
        console.print(total)


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


def bench(
    era: AsEra = EraName.TODAY,
    shogi: Annotated[bool, typer.Option("--shogi", help="Search positions of shogi instead of chess.")] = False,
) -> None:
    """Search a fixed set of positions; the node count is the same on every machine, and identifies this version."""
    from kiebitz.engine import bench

    def report(number: int, position: str, nodes: int) -> None:
        typer.echo(f"{number:>3} {nodes:>12,}  {position}")

    game: GameName = "shogi" if shogi else "chess"
    try:
        result = bench.run(report=report, game=game, **_era_options(era, game))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    typer.echo(f"Bench: {result.nodes}")
    typer.echo(result.text)
