"""Files that commands write: refused before the work begins if they can't be written, or would take another's place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiebitz.commandline.refusal import FAILED, refuse

PEEKED_BYTES = 1000
STANDARD_OUTPUT = "-"
OWN_PAGE = b'<meta name="generator" content="Kiebitz'
"""Stands in the head of every page that is written."""
PACKED = frozenset({".gz", ".zst", ".bz2", ".xz", ".zip"})


def require_directory_of(file: Path) -> None:
    """Refuse a file that is to be written where there is no directory."""
    if not os.path.isdir(file.parent):
        refuse(f"there is no directory {file.parent} for {file.name}; make it first")


def require_folder(folder: Path) -> None:
    """Refuse a folder to write into that is a file, or can't be made for want of a directory to be in."""
    require_directory_of(folder)
    if os.path.exists(folder) and not os.path.isdir(folder):
        refuse(f"{folder} is a file; name a folder")


def require_output(file: Path, *read: Path | str, packs: str = "") -> None:
    """Refuse a file to write that has no directory, is one itself, or is one of those that are read.

    And one whose name says that it is packed, but for the ending that ``packs`` says is meant.
    """
    if str(file) == STANDARD_OUTPUT:
        refuse("this isn't written to standard output; name a file")
    require_directory_of(file)
    if os.path.isdir(file):
        refuse(f"{file} is a directory; name a file in it")
    if file.suffix.lower() in PACKED - {packs}:
        refuse(f"{file} would not be packed; name it {file.stem}, and pack it yourself")
    if os.path.exists(file) and any(os.path.exists(each) and os.path.samefile(file, each) for each in read):
        refuse(f"{file} is the input; name another file to write")


def require_page(file: Path | None, *read: Path | str) -> None:
    """Refuse a web page or a picture, if one is wanted, as ``require_output`` does.

    And in place of what is no picture, and no page of ours.
    """
    if file is None:
        return
    from kiebitz.processes.bounded import beginning_of

    require_output(file, *read)
    try:
        beginning = beginning_of(file, PEEKED_BYTES).lstrip()
    except OSError:
        return
    if beginning and not beginning.startswith(b"<svg") and OWN_PAGE not in beginning:
        refuse(f"{file} is there, and neither a page of Kiebitz's nor a picture; name another file")


def require_apart(*files: Path | None) -> None:
    """Refuse two outputs of one name, of which one would take the other's place."""
    named = [file for file in files if file is not None]
    paths = [os.path.realpath(file) for file in named]
    for number, file in enumerate(named):
        if paths[number] in paths[:number]:
            refuse(f"two outputs would be written to {file}; name two files")


def require_spared(*files: Path, overwrite: bool) -> None:
    """Refuse to write over files, unless it is wanted: what they hold may be nowhere else."""
    there = [file for file in files if os.path.isfile(file)]
    if there and not overwrite:
        more = f", and {len(there) - 1} more do" if len(there) > 1 else ""
        refuse(f"{there[0]} exists{more}; name another place, or add --overwrite")


@contextmanager
def refused_if_unwritable(file: Path) -> Iterator[None]:
    """Context in which a file is written; one that can't be ends the command."""
    try:
        yield
    except OSError as error:
        refuse(f"{file} can't be written: {error.strerror or error}", FAILED)


def write_output(file: Path, data: bytes) -> None:
    """Write a file, whole or not at all; refuse one that can't be written."""
    from kiebitz.processes.whole_file import whole_file

    with refused_if_unwritable(file), whole_file(file) as output:
        output.write(data)
