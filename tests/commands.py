"""``kiebitz`` as users run it: in a process of its own or, where the process isn't the point, faster in this one."""

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import kiebitz
from kiebitz.cli import main

COMMAND = [sys.executable, "-m", "kiebitz"]
# Also from another directory.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(kiebitz.__file__).parents[1])}
PATIENCE_S = 120


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended."""

    status: int
    out: str
    err: str


def run_apart(*arguments, stdin=b"", cwd=None, **environment):
    """Run a command in a process of its own; what it says is bytes."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=ENVIRONMENT | environment,
        timeout=PATIENCE_S,
        check=False,
    )


def run_here(*arguments, stdin=b"", cwd="."):
    """Run a command in this process, from its command line to its exit status."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for name in ("stdout", "stderr")
    }
    streams["stdin"] = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    argv = ["kiebitz", *map(str, arguments)]
    with mock.patch.multiple(sys, argv=argv, **streams), contextlib.chdir(cwd):
        try:
            main()
        except SystemExit as end:
            status = end.code
    return Done(status, *(streams[name].buffer.getvalue().decode() for name in ("stdout", "stderr")))


def refused(*arguments, status=2, **options):
    """Run what must be refused; the one line that says why."""
    done = run_here(*arguments, **options)
    assert done.status == status, done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) == 1, done.err
    assert done.out == ""
    return done.err
