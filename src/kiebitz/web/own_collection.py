"""The file of the user's own games, where the server has it."""

from __future__ import annotations

from pathlib import Path

from kiebitz.collection.schema import CollectionError


def own_file(file: Path | None) -> Path:
    """The collection's file. Raises CollectionError for None: there is none where others get in."""
    if file is None:
        raise CollectionError("there is no collection here; kiebitz serve without --host has yours")
    return file
