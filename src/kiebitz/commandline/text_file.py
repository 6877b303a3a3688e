"""Texts of the user's own, such as lists of names and positions."""

from __future__ import annotations

from pathlib import Path

from kiebitz.commandline.refusal import refuse
from kiebitz.processes.bounded import content_of


def lines_of(path: Path, otherwise: str = "") -> list[str]:
    """The lines of a text in UTF-8, with or without the mark that editors of Windows put before it.

    Refuses what can't be read. ``otherwise``: another remedy for what is no text.
    """
    try:
        return content_of(path).decode("utf-8-sig").splitlines()
    except OSError as error:
        refuse(f"{path} can't be read: {error.strerror or error}")
    except UnicodeDecodeError:
        refuse(f"{path} is no text in UTF-8; save it as one{otherwise}")
