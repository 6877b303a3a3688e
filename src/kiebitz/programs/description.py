r"""A program as people write it: ``COMMAND;OPTION=VALUE;…``, its arguments quoted as in a shell.

``\;`` stands for a semicolon that belongs to a value.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

SEMICOLON = re.compile(r"(?<!\\);")


class DescriptionError(ValueError):
    """A faulty description of a program; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program with its arguments and the options that it is given."""

    command: tuple[str, ...]
    """Its path, absolute, and its arguments."""
    options: dict[str, str]
    """Options of its protocol, in the order in which they were written."""

    @property
    def file_name(self) -> str:
        """The name of its file, without folders."""
        return Path(self.command[0]).name


def read_program(text: str, prefix: str = "") -> Program:
    """Read a description; ``prefix`` stands before it where people write it. Raises DescriptionError."""
    command_text, *parts = (part.replace("\\;", ";").strip() for part in SEMICOLON.split(text))
    try:
        command = shlex.split(command_text)
    except ValueError as error:
        raise DescriptionError(f"'{command_text}' is no command: {error}") from error
    if not command:
        raise DescriptionError(f"'{text}' names no program; write {prefix}COMMAND;OPTION=VALUE")
    name = command[0]  # as it stands: ./NAME is no NAME of the PATH
    path = shutil.which(str(Path(name).expanduser()) if name.startswith("~") else name)
    if path is None:
        raise DescriptionError(f"there is no program {command[0]} that can be run")
    options: dict[str, str] = {}
    for part in filter(None, parts):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key:
            raise DescriptionError(f"'{part}' is no option of {command[0]}; write OPTION=VALUE")
        options[key] = value
    return Program((str(Path(path).absolute()), *command[1:]), options)
