"""Single keys from a terminal, without waiting for the end of a line."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

ESCAPE = b"\x1b"
SEQUENCE_STARTS = b"[O"
# How long the rest of a key's sequence may take; a lone Escape is one that nothing follows.
SEQUENCE_DELAY_S = 0.05


@contextlib.contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """A function that waits for a key and returns what the terminal sends for it, a letter or a sequence.

    It raises EOFError when the input has ended. For as long as the context lasts the terminal shows no typed keys and
    hands them on at once, so that none is lost while a picture is drawn; Ctrl-C still interrupts.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        import typer

        yield typer.getchar
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield lambda: _read_key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read_key(terminal: int) -> str:
    key = _read_byte(terminal)
    if key == ESCAPE and _more_comes(terminal):
        key += _read_byte(terminal)
        if key[-1:] in SEQUENCE_STARTS:
            # A sequence ends with its first letter or tilde.
            key += _read_byte(terminal)
            while not b"@" <= key[-1:] <= b"~":
                key += _read_byte(terminal)
    return key.decode("latin-1")


def _read_byte(terminal: int) -> bytes:
    try:
        byte = os.read(terminal, 1)
    except OSError as error:  # the terminal is gone
        raise EOFError from error
    if not byte:
        raise EOFError
    return byte


def _more_comes(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], SEQUENCE_DELAY_S)[0])
