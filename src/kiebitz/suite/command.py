"""``kiebitz suite``: the command that runs a test suite."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.shell.refusal import FAILED, INTERRUPTED, refuse

DEFAULT_MOVETIME_MS = 1_000
MOST_NODES, MOST_DEPTH, MOST_MOVETIME_MS, MOST_HASH_MB, MOST_PROCESSES = 10**15, 120, 10**9, 2**20, 1024


def suite(
    file: Annotated[Path, typer.Argument(metavar="FILE.epd", help="Positions with bm, am, dm, or points (c8, c9).")],
    *,
    nodes: Annotated[
        int | None, typer.Option("--nodes", "-n", min=1, max=MOST_NODES, help="Positions to visit.")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", min=1, max=MOST_DEPTH, help="Depth in plies.")] = None,
    movetime: Annotated[
        int | None, typer.Option("--movetime", "-t", min=1, max=MOST_MOVETIME_MS, metavar="MS", help="Milliseconds.")
    ] = None,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, max=MOST_HASH_MB, metavar="MB", help="Transposition table of a process.")
    ] = 16,
    concurrency: Annotated[
        int,
        typer.Option(
            "--concurrency", "-j", min=1, max=MOST_PROCESSES, help="Positions at a time, each in a process of its own."
        ),
    ] = 1,
    switches: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the engine, such as null_move=off; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a position, then the total.")] = False,
) -> None:
    """Solve a test suite and show which positions were solved, when, and how many.

    The limit (--nodes, --depth, --movetime) is for one position; without any it is a second. The time in the table is
    when the right move came to stay. Lines that can't be read are reported and skipped; Ctrl-C shows what is done.
    """
    from kiebitz.engine import Engine, OptionError
    from kiebitz.engine.limit import Limit
    from kiebitz.shell.switches import SwitchError, parse_switches
    from kiebitz.suite.batch import BatchError, SuiteSettings, solve_all
    from kiebitz.suite.display import Display
    from kiebitz.suite.epd import EpdFault, SuiteError, Task, read_suite

    try:
        options: dict[str, int | bool | str] = {"hash_mb": hash_mb, **parse_switches(switches or [])}
        Engine(**options).close()  # Faults are said now, not by every process.
        lines = list(read_suite(file))
    except (SwitchError, OptionError, SuiteError) as error:
        refuse(str(error))
    except MemoryError as error:
        refuse(f"no memory for a table of {hash_mb} MB; try a lower --hash ({error})")
    if nodes is None and depth is None and movetime is None:
        movetime = DEFAULT_MOVETIME_MS
    settings = SuiteSettings(Limit(nodes=nodes, depth=depth, movetime_ms=movetime), options)
    tasks = [line for line in lines if isinstance(line, Task)]
    faults = [line for line in lines if isinstance(line, EpdFault)]
    display = Display(len(tasks), as_json=as_json)
    for fault in faults:
        display.fault(fault)
    if not tasks:
        refuse(f"{file} holds no position to solve")
    status, problem = 0, ""
    try:
        with display, closing(solve_all(tasks, settings, concurrency)) as attempts:
            for attempt in attempts:
                display.attempt(attempt)
    except KeyboardInterrupt:
        # What is done is shown; the total says how much is not.
        status, problem = INTERRUPTED, "interrupted"
    except BatchError as error:
        status, problem = FAILED, str(error)
    display.end(len(faults))
    if status:
        refuse(problem, status)
