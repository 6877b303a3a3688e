"""The console that commands print on: Rich where there is a terminal, plain text where there is none."""

from __future__ import annotations

import os

from rich.console import Console

# Without a terminal nobody says how wide a line may be.
PLAIN_WIDTH = 120


def make_console(*, stderr: bool = False) -> Console:
    """A console on standard output (or error), without colours and styles if NO_COLOR is set or it is no terminal."""
    if os.environ.get("NO_COLOR"):
        console = Console(stderr=stderr, color_system=None, highlight=False, emoji=False)
    else:
        console = Console(stderr=stderr, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    return console
