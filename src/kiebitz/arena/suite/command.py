"""``kiebitz suite``: the command that runs a test suite."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.commandline.options import Depth, HashMb, Movetime, Nodes, Switches, jobs_option, limit_of
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn

DEFAULT_MOVETIME_MS = 1_000


def suite(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.epd",
            help="Positions with best moves (bm), moves to avoid (am), mates (dm) or points (c8, c9).",
        ),
    ],
    *,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    hash_mb: HashMb = 16,
    jobs: Annotated[int, jobs_option("Positions searched at the same time, one process each", "1")] = 1,
    switches: Switches = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per position, then the total.")
    ] = False,
) -> None:
    """Solve a test suite, and show which positions were solved, and when.

    The limit (--nodes, --depth, --movetime) applies to each position; the default is one second. The time in the table
    is when the search found the right move and kept it. Lines that can't be read are reported and skipped; Ctrl-C stops
    and shows the results so far.
    """
    from kiebitz.arena.suite.batch import BatchError, SuiteSettings, solve_all
    from kiebitz.arena.suite.display import Display
    from kiebitz.arena.suite.epd import EpdFault, SuiteError, Task, read_suite
    from kiebitz.commandline.switches import SwitchError, parse_switches
    from kiebitz.engine import Engine, OptionError, options_by_name
    from kiebitz.engine.limit import Limit

    try:
        options = options_by_name(parse_switches(switches or []), hash_mb=hash_mb)
        Engine(**options).close()  # Faults are said now, not by every process.
        lines = list(read_suite(file))
    except (SwitchError, OptionError, SuiteError) as error:
        refuse(str(error))
    except MemoryError as error:
        refuse(f"no memory for a table of {hash_mb} MB; try a lower --hash ({error})")
    settings = SuiteSettings(limit_of(nodes, depth, movetime, Limit(movetime_ms=DEFAULT_MOVETIME_MS)), options)
    tasks = [line for line in lines if isinstance(line, Task)]
    faults = [line for line in lines if isinstance(line, EpdFault)]
    display = Display(len(tasks), as_json=as_json)
    for fault in faults:
        display.fault(fault)
    for task in tasks:
        for note in task.dropped:
            warn(f"{file}, line {task.line}: {note}")
    if not tasks:
        refuse(f"{file} holds no position to solve")
    status, problem = 0, ""
    try:
        with terminated_as_interrupted(), display, closing(solve_all(tasks, settings, jobs)) as attempts:
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
