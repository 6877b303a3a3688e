"""Signs of life of a command that searches in silence: on a terminal a line that moves, else a line now and then."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import typer

FIRST_S = 10.0
"""So long it is silent where nobody sees a line move; then twice as long each time."""


@contextmanager
def sign_of_life(what: str) -> Iterator[None]:
    """Show on standard error that ``what`` (such as 'searching') goes on, while the context lasts."""
    from kiebitz.commandline.console import make_console

    console = make_console(stderr=True)
    if console.is_terminal:
        with console.status(what):
            yield
        return
    over = threading.Event()

    def tell() -> None:
        begun_s, pause_s = monotonic(), FIRST_S
        while not over.wait(pause_s):
            typer.echo(f"kiebitz: still {what}, {monotonic() - begun_s:.0f} s; Ctrl-C ends it", err=True)
            pause_s *= 2

    teller = threading.Thread(target=tell, name="kiebitz-alive", daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()
