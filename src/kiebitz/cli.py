"""The command line: every command calls one of the rooms and shows what it says.

Whatever the user got wrong is said in one line on standard error, with exit status 2. Other statuses: 0 for success, 1
for a run that couldn't be finished, 130 for one that the user ended by Ctrl-C. Everything that takes time to import is
imported where it is needed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kiebitz
from kiebitz.cluster.command import cluster
from kiebitz.engine.eras import EraName
from kiebitz.lab.command import lab
from kiebitz.match.command import match
from kiebitz.play.command import play
from kiebitz.shell.position_argument import START, position_argument
from kiebitz.shell.refusal import FAILED, INTERRUPTED, REFUSED, refuse
from kiebitz.suite.command import suite

if TYPE_CHECKING:
    import chess


DEFAULT_ANALYSIS_NODES = 300_000
DEFAULT_BEST_MOVETIME_MS = 2_000
MOST_NODES, MOST_DEPTH, MOST_MOVETIME_MS, MOST_LINES, MOST_JOBS = 10**15, 120, 10**9, 218, 1024
MOST_THREADS = 256
MOST_PERFT_DEPTH = 20
MOST_PHASE = 24
MOST_SCALE = 64
ANALYSED_SUFFIX = ".analysed.pgn"

app = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Nodes = Annotated[int | None, typer.Option("--nodes", "-n", min=1, max=MOST_NODES, help="Positions to visit.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", min=1, max=MOST_DEPTH, help="Depth in plies.")]
Movetime = Annotated[
    int | None, typer.Option("--movetime", "-t", min=1, max=MOST_MOVETIME_MS, metavar="MS", help="Milliseconds.")
]
AsEra = Annotated[EraName, typer.Option("--era", help="Search as a program of the past did (docs/eras.md).")]
MultiPV = Annotated[int, typer.Option("--multipv", "-k", min=1, max=MOST_LINES, help="How many best lines.")]
Fen = Annotated[str, typer.Argument(metavar="FEN", help=f"A position in quotes, or '{START}'.", show_default=False)]


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
    """Kiebitz: a chess engine and analyst."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def analyse(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME.pgn...", help="PGN files, also compressed (.pgn.gz); - for stdin.")
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT.pgn",
            help=f"Where the annotated games go (default: NAME{ANALYSED_SUFFIX} here; analysed.pgn for several files).",
            show_default=False,
        ),
    ] = None,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=MOST_JOBS,
            help="Games at a time, each in a process of its own (default: one a processor core).",
            show_default=False,
        ),
    ] = None,
    multipv: MultiPV = 1,
    era: AsEra = EraName.TODAY,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where an interrupted analysis stopped.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game instead of tables.")] = False,
) -> None:
    """Say what went wrong in games, and write them down annotated.

    The limit (--nodes, --depth, --movetime) is for one position; without any it is 300,000 nodes. Evaluations are
    written as lichess.org does, from White's view: [%eval 0.35], [%eval #-3]; moves that lose 5, 10 or 15 percentage
    points of the winning chances get ?!, ? or ?? and the best line as a variation. Accuracy is Lichess's, see
    https://lichess.org/page/accuracy.
    """
    from kiebitz.analysis.annotate import AnalysisSettings
    from kiebitz.analysis.archive import ArchiveError
    from kiebitz.analysis.batch import BatchError, run, survey
    from kiebitz.analysis.display import Display, counted
    from kiebitz.engine.limit import Limit
    from kiebitz.runs.journal_file import JournalError, journal_path

    target = _analysis_output(games, output)
    if nodes is None and depth is None and movetime is None:
        nodes = DEFAULT_ANALYSIS_NODES
    settings = AnalysisSettings(Limit(nodes=nodes, depth=depth, movetime_ms=movetime), multipv, era)
    show = None
    try:
        known = survey(games)
        jobs = min(jobs or _cores(), known.games or 1) if known else jobs or _cores()
        show = Display(known, as_json=as_json)
        with show:
            totals = run(games, target, settings, show.observer, jobs=jobs, resume=resume, records=as_json)
    except (ArchiveError, JournalError) as error:
        refuse(str(error))
    except BatchError as error:
        refuse(str(error), FAILED)
    except OSError as error:
        if error.filename is None and isinstance(error, BrokenPipeError):
            raise
        refuse(f"{error.filename or target}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        if not journal_path(target).exists():
            refuse("interrupted before any game was finished; nothing was written", INTERRUPTED)
        done = f"{counted(show.games_done, 'game')} finished in {target}, " if show else ""
        refuse(f"interrupted; {done}go on with --resume", INTERRUPTED)
    if not totals.games:
        refuse(f"no game in {' '.join('standard input' if name == '-' else name for name in games)}")
    show.end(totals, target)


def _analysis_output(games: list[str], output: Path | None) -> Path:
    """Where the annotated games go; refuses what would harm an input or can't be written."""
    from kiebitz.analysis.archive import STANDARD_INPUT, ArchiveError, check_readable

    if games.count(STANDARD_INPUT) > 1:
        refuse("standard input (-) can be read only once")
    try:
        for path in games:
            check_readable(path)
    except ArchiveError as error:
        refuse(str(error))
    if output is None:
        name = Path(games[0]).name.removesuffix(".gz").removesuffix(".pgn")
        name = "stdin" if games[0] == STANDARD_INPUT else name
        output = Path(f"{name}{ANALYSED_SUFFIX}" if len(games) == 1 else "analysed.pgn")
    if str(output) == STANDARD_INPUT:
        refuse("the annotated games go to a file, so that they can be resumed; name one with -o")
    if not output.parent.is_dir():
        refuse(f"there is no directory {output.parent} for {output.name}; make it first")
    if output.is_dir():
        refuse(f"{output} is a directory; name a file in it with -o")
    for path in games:
        if path != STANDARD_INPUT and output.exists() and output.samefile(path):
            refuse(f"{output} is the input; name another output with -o")
    return output


def _cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@app.command()
def best(
    fen: Fen,
    *,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    multipv: MultiPV = 1,
    era: AsEra = EraName.TODAY,
    threads: Annotated[int, typer.Option("--threads", min=1, max=MOST_THREADS, help="Threads that search.")] = 1,
    switches: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the engine, such as hash_mb=256; repeatable."),
    ] = None,
) -> None:
    """Show the best move of a position and the line behind it; evaluations are White's view.

    Without a limit it thinks for two seconds.
    """
    import chess
    from rich import box
    from rich.table import Table

    from kiebitz.analysis.table import score_text
    from kiebitz.engine import Engine, OptionError
    from kiebitz.engine.limit import Limit
    from kiebitz.shell.console import make_console
    from kiebitz.shell.switches import SwitchError, parse_switches

    position = position_argument(fen)
    if nodes is None and depth is None and movetime is None:
        movetime = DEFAULT_BEST_MOVETIME_MS
    limit = Limit(nodes=nodes, depth=depth, movetime_ms=movetime)
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
    board = chess.Board(position.fen(shredder=True), chess960=True)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for heading in ("", "Eval", "Depth"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Line", overflow="fold", ratio=1)
    for line in info.lines:
        table.add_row(str(line.rank), score_text(line.white_score), str(line.depth), _line_text(board, line.moves))
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


@app.command(name="eval")
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


@app.command()
def perft(
    fen: Fen,
    depth: Annotated[int, typer.Argument(min=0, max=MOST_PERFT_DEPTH, metavar="DEPTH", help="Depth in plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Show the leaves below each first move.")] = False,
    threads: Annotated[int, typer.Option("--threads", min=1, max=MOST_JOBS, help="Threads that count.")] = 1,
) -> None:
    """Count the leaves of the tree of legal moves, and say how fast."""
    from kiebitz.engine import Engine

    position = position_argument(fen)
    engine = Engine()
    began = time.perf_counter()
    if divide and depth:
        parts = _interruptible(lambda: engine.divide(position, depth, threads=threads))
        seconds = time.perf_counter() - began
        for move, leaves in sorted(parts.items()):
            typer.echo(f"{move}: {leaves}")
        leaves = sum(parts.values())
    else:
        leaves = _interruptible(lambda: engine.perft(position, depth, threads=threads))
        seconds = time.perf_counter() - began
    typer.echo(_speed_text(leaves, seconds).replace("nodes", "leaves", 1))


def _interruptible(work: Callable[[], Any]) -> Any:
    """Does work that Python can't interrupt in a thread of its own, so that Ctrl-C ends the program all the same."""
    outcome: list[Any] = []
    thread = threading.Thread(target=lambda: outcome.append(work()), daemon=True)
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        typer.echo("kiebitz: interrupted", err=True)
        sys.stdout.flush()
        os._exit(INTERRUPTED)  # without waiting for the threads that still count
    if not outcome:
        refuse("the count failed; see above", FAILED)
    return outcome[0]


@app.command()
def bench() -> None:
    """Search the bench positions and show the signature: the same count of nodes on every machine."""
    from kiebitz.engine.bench import run

    try:
        result = run(report=lambda number, fen, nodes: typer.echo(f"{number:>3} {nodes:>12,}  {fen}"))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    typer.echo(_speed_text(result.nodes, result.seconds))
    typer.echo(f"Bench: {result.nodes}")


@app.command()
def uci() -> None:
    """Speak the Universal Chess Interface, for chess programs with a board (the same as kiebitz-uci)."""
    from kiebitz.uci.loop import main as uci_main

    uci_main()


app.command()(match)
app.command()(suite)
app.command()(play)
app.add_typer(lab, name="lab")
app.command()(cluster)

# What Typer raises for any mistake on the command line; it exports only this heir of it.
UsageError: type[typer.BadParameter] = typer.BadParameter.__mro__[1]

# Standard output on a disk that is full, beyond a quota or a limit, or broken.
UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main() -> None:
    """Runs the command line and exits."""
    for stream in (sys.stdout, sys.stderr):
        # Names of players must not fail for a terminal that can't show them.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(standalone_mode=False, prog_name="kiebitz")
    except UsageError as error:
        message = error.format_message()
        typer.echo(f"kiebitz: {message}" + " (kiebitz --help tells more)", err=True)
        sys.exit(REFUSED)
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITABLE:
            raise
        with contextlib.suppress(OSError):
            typer.echo(
                f"kiebitz: the output can't be written: {error.strerror}; make room, or send it elsewhere", err=True
            )
        # What is left in the buffer goes nowhere instead of failing again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    sys.exit(status or 0)


if __name__ == "__main__":
    main()
