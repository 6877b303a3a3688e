"""How a command of the shell ends: well, or with one line on standard error that says what was wrong.

Exit status: 0 for success, 1 for a run that couldn't be finished, 2 for what the user got wrong, 130 for a run that the
user ended by Ctrl-C, or the system by SIGTERM.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import NoReturn

import typer

from kiebitz.commandline.clean_text import clean

FAILED, REFUSED, INTERRUPTED = 1, 2, 130

# What Typer raises for any mistake on the command line; it exports only this heir of it.
UsageError: type[typer.BadParameter] = typer.BadParameter.__mro__[1]

# Standard output on a disk that is full, beyond a quota or a limit, or broken.
UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def warn(message: str) -> None:
    """Say something in one line on standard error, whatever is quoted in it."""
    typer.echo(f"kiebitz: {clean(message)}", err=True)


def refuse(message: str, status: int = REFUSED) -> NoReturn:
    """End the command. The message names fault and remedy in one line."""
    warn(message)
    raise typer.Exit(status)


@contextlib.contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Context in which SIGTERM acts as Ctrl-C does: finished work is kept, and child processes end in order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run_and_exit(app: typer.Typer) -> NoReturn:
    """Run the commands that ``app`` registers and exit with their status."""
    for stream in (sys.stdout, sys.stderr):
        # Names of players must not fail for a terminal that can't show them.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(standalone_mode=False, prog_name="kiebitz")
    except UsageError as error:
        warn(f"{error.format_message()} (kiebitz --help tells more)")
        sys.exit(REFUSED)
    except ImportError as error:
        if error.name != "kiebitz.core":
            raise
        warn(str(error))
        status = FAILED
    except OSError as error:
        if error.filename is not None or error.errno not in UNWRITABLE:
            raise
        with contextlib.suppress(OSError):
            warn(f"the output can't be written: {error.strerror}; make room, or send it elsewhere")
        # What is left in the buffer goes nowhere instead of failing again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    sys.exit(status or 0)
