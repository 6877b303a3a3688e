"""``kiebitz cluster``: one position searched by many processes. ``cli`` registers ``cluster`` as a command.

Outside mpirun the command starts mpirun with itself; inside, process 0 does what was asked and the others serve.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.line_text import line_text, move_text
from kiebitz.commandline.options import (
    MAX_DEPTH,
    MAX_THREADS,
    START,
    Depth,
    HashMb,
    Movetime,
    Switches,
    jobs_option,
    limit_of,
)
from kiebitz.commandline.pasted_position import is_sfen
from kiebitz.commandline.position_argument import OF_SHOGI
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.cluster.chess_tree import Briefing
    from kiebitz.cluster.engine import ClusterEngine
    from kiebitz.cluster.station import ClusterSearch, Station
    from kiebitz.engine import EngineOptions, Position
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.line import Info

DEFAULT_MOVETIME_MS = 5_000
DEFAULT_PROCESSES = 2
DEFAULT_SHARE_DEPTH = 6
MAX_SPLIT_DEPTH, MAX_STARTUP_S = 60, 3600
STANDARD_INPUT, QUIT = "-", "quit"


def cluster(
    fen: Annotated[
        str | None,
        typer.Argument(
            metavar="FEN",
            help=f"A position in quotes, '{START}', or - to read one per line from standard input.",
            show_default=False,
        ),
    ] = None,
    *,
    jobs: Annotated[
        int | None, jobs_option("Number of processes; under mpirun, those it has started", str(DEFAULT_PROCESSES))
    ] = None,
    depth: Depth = None,
    movetime: Movetime = None,
    uci: Annotated[bool, typer.Option("--uci", help="Speak UCI, for chess programs.")] = False,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=MAX_THREADS, help="Number of search threads in each process.")
    ] = 1,
    hash_mb: HashMb = 16,
    split_depth: Annotated[
        int | None,
        typer.Option(
            "--split-depth",
            min=1,
            max=MAX_SPLIT_DEPTH,
            help="Give subtrees of this depth in plies to one process (default: adaptive).",
            show_default=False,
        ),
    ] = None,
    share_depth: Annotated[
        int,
        typer.Option(
            "--share-depth",
            min=0,
            max=MAX_DEPTH,
            help="Share results of nodes at least this many plies deep with all processes; 0 shares none.",
        ),
    ] = DEFAULT_SHARE_DEPTH,
    restart: Annotated[
        bool, typer.Option("--restart", help="Restart the search of a subtree when its window changes.")
    ] = False,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Search without table and selectivity; the value is that of plain alpha-beta."),
    ] = False,
    startup: Annotated[
        int,
        typer.Option(
            "--startup",
            min=1,
            max=MAX_STARTUP_S,
            metavar="SECONDS",
            help="Give up if the processes have not connected by then.",
        ),
    ] = 60,
    switches: Switches = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per position.")] = False,
) -> None:
    """Search one position with many processes, on one machine or several (MPI), as Hydra did.

    The command starts mpirun; to use several machines, start it yourself: mpirun -n 32 --hostfile FILE kiebitz cluster
    FEN. Evaluations are from White's view. Needs pip install 'kiebitz[mpi]'.
    """
    from kiebitz.cluster.launch import LaunchError, is_under_mpirun, launch, require_mpi
    from kiebitz.engine.limit import Limit

    if uci == (fen is not None):
        refuse("give a position, or --uci for a dialogue; one of the two")
    if fen is not None and is_sfen(fen):
        refuse(f"not a position: {OF_SHOGI}")
    try:
        if not is_under_mpirun():
            with terminated_as_interrupted():
                ending = launch(
                    jobs or DEFAULT_PROCESSES,
                    sys.argv[1:],
                    reads_input=uci or fen == STANDARD_INPUT,
                    startup_s=startup,
                )
            if ending.message is not None:
                refuse(ending.message, FAILED)
            raise typer.Exit(ending.status)
        require_mpi()
    except LaunchError as error:
        refuse(str(error))
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    options = _Options(
        limit=limit_of(None, depth, movetime, Limit(movetime_ms=DEFAULT_MOVETIME_MS)),
        threads=threads,
        hash_mb=hash_mb,
        split_depth=split_depth,
        share_depth=share_depth,
        restart=restart,
        exact=exact,
        switches=tuple(switches or ()),
    )
    _take_part(jobs, lambda station: _lead(station, options, None if uci else fen, as_json))


@dataclass(frozen=True, slots=True)
class _Options:
    """The command line's options of the search."""

    limit: Limit
    threads: int
    hash_mb: int
    split_depth: int | None
    share_depth: int
    restart: bool
    exact: bool
    switches: tuple[str, ...]

    def briefing(self) -> Briefing:
        """How the tree is divided."""
        from kiebitz.cluster.chess_tree import Briefing, Split
        from kiebitz.cluster.member import Conduct

        split = Split() if self.split_depth is None else Split(self.split_depth, job_nodes=None)
        return Briefing(
            split=split, conduct=Conduct(restart_searches=self.restart, share_depth=self.share_depth or None)
        )

    def engine_arguments(self) -> EngineOptions:
        """The arguments of the engine. Raises SwitchError."""
        from kiebitz.cluster.chess_tree import EXACT_OPTIONS
        from kiebitz.commandline.switches import parse_switches
        from kiebitz.engine import options_by_name

        exact: dict[str, int] = EXACT_OPTIONS if self.exact else {}
        return options_by_name({**exact, **parse_switches(self.switches)}, threads=self.threads, hash_mb=self.hash_mb)


def _take_part(processes: int | None, lead: Callable[[Station], int]) -> None:
    """Be a process of the cluster; ends this process if others have died."""
    from kiebitz.cluster.launch import ALL_TOGETHER, LAUNCHER_MARK
    from kiebitz.cluster.mpi import MpiTransport
    from kiebitz.cluster.station import ClusterError, Station

    transport = MpiTransport()
    station = Station(transport)
    if station.rank == 0 and LAUNCHER_MARK in os.environ:
        print(ALL_TOGETHER, file=sys.stderr, flush=True)
    status = FAILED
    try:
        if processes is not None and processes != station.size:
            if station.rank == 0:
                typer.echo(f"kiebitz: mpirun has started {station.size} processes, not {processes}", err=True)
            raise typer.Exit(FAILED)
        if station.rank:
            station.serve()
            status = 0
        else:
            status = lead(station)
            station.quit()
    except ClusterError as error:
        typer.echo(f"kiebitz: process {station.rank} gives up: {error}", err=True)
    except BaseException as error:
        if not isinstance(error, typer.Exit):
            typer.echo(f"kiebitz: process {station.rank} failed: {type(error).__name__}: {error}", err=True)
        transport.leave(FAILED)
        raise
    sys.stdout.flush()
    sys.stderr.flush()
    transport.leave(status)


def _lead(station: Station, options: _Options, fen: str | None, as_json: bool) -> int:
    """Run process 0; returns the exit status."""
    from kiebitz.cluster.dialogue import speak
    from kiebitz.cluster.engine import ClusterEngine
    from kiebitz.commandline.switches import SwitchError
    from kiebitz.engine import OptionError

    try:
        arguments = options.engine_arguments()
        if fen is None:
            return speak(station, options.briefing(), arguments)
        engine = ClusterEngine(station, options.briefing(), **arguments)
    except (SwitchError, OptionError, MemoryError) as error:
        typer.echo(f"kiebitz: {error}", err=True)
        return 2
    status = 0
    for text in _positions(fen):
        status = max(status, _search(engine, text, options.limit, as_json))
    return status


def _positions(fen: str) -> Iterator[str]:
    """The positions asked for; a line ``quit`` ends standard input, whose end mpirun doesn't hand on."""
    if fen != STANDARD_INPUT:
        yield fen
        return
    for line in sys.stdin:
        if line.strip() == QUIT:
            return
        if line.strip():
            yield line.strip()


def _search(engine: ClusterEngine, text: str, limit: Limit, as_json: bool) -> int:
    """Search a position and show what comes out; returns the exit status."""
    from kiebitz.engine import FenError, dropped_from, position_from

    if is_sfen(text):
        typer.echo(f"kiebitz: not a position: {OF_SHOGI}", err=True)
        return 2
    engine.new_game()
    try:
        position = position_from(text, chess960=None)
        stream = engine.stream(position, limit)
    except FenError as error:
        typer.echo(f"kiebitz: not a position: {error}", err=True)
        return 2
    for note in dropped_from(text):
        warn(note)
    for line in stream:
        if not as_json:
            typer.echo(
                f"{line.depth:>3}  {line.white_score!s:>7}  {line.time_ms / 1000:>8.2f} s"
                f"  {line_text(position, line.moves)}"
            )
    info = stream.info
    outcome = engine.outcome
    if as_json:
        typer.echo(json.dumps(_record(position.fen(), info, outcome)))
    elif outcome is None:
        typer.echo("there is no legal move")
    else:
        _show(position, info, outcome)
    sys.stdout.flush()
    return 0


def _record(fen: str, info: Info, outcome: ClusterSearch | None) -> dict[str, object]:
    """A search as data. The value is the view of the side to move."""
    record: dict[str, object] = {
        "fen": fen,
        "best": info.best_move,
        "depth": info.depth,
        "score": None if info.score is None else str(info.score),
    }
    if outcome is None:
        return record
    effort = outcome.effort
    return record | {
        "value": outcome.iterations[-1].value if outcome.iterations else None,
        "line": list(info.lines[0].moves) if info.lines else [],
        "seconds": round(outcome.seconds, 6),
        "searching_seconds": round(outcome.searching_s, 6),
        "nodes": effort.nodes,
        "wasted_nodes": effort.wasted_nodes,
        "searches": effort.searches,
        "tasks": effort.tasks_given,
        "messages": effort.messages,
        "processes": len(outcome.efforts),
        "lost": list(outcome.lost),
    }


def _show(position: Position, info: Info, outcome: ClusterSearch) -> None:
    """The end of a search, for people."""
    effort = outcome.effort
    if info.best_move is not None:
        typer.echo(f"Best move: {move_text(position, info.best_move)}")
    processes = len(outcome.efforts)
    typer.echo(
        f"{processes} process{'es' if processes != 1 else ''}, {effort.nodes:,} nodes in {outcome.seconds:.2f} s"
        f" ({100 * effort.wasted_nodes / max(effort.nodes, 1):.1f}% wasted), {effort.searches:,} subtrees,"
        f" {effort.tasks_given:,} handed over, {effort.messages:,} messages"
    )
    if outcome.lost:
        ranks = ", ".join(map(str, outcome.lost))
        typer.echo(f"died on the way, and done without: process {ranks}")
