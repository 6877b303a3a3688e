"""How a command of the shell ends that can't do what was asked: one line on standard error and an exit status."""

from __future__ import annotations

from typing import NoReturn

import typer

FAILED, REFUSED, INTERRUPTED = 1, 2, 130


def refuse(message: str, status: int = REFUSED) -> NoReturn:
    """End the command. The message names fault and remedy in one line."""
    typer.echo(f"kiebitz: {message}", err=True)
    raise typer.Exit(status)
