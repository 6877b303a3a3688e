"""Games of a collection written out as PGN, each with its own text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from kiebitz.collection.collection import Collection


def export_games(collection: Collection, games: Iterable[int], file: IO[bytes]) -> int:
    """Write games, an empty line between them at least; how many there were. Raises CollectionError and OSError."""
    count = 0
    ending = ""
    for raw in collection.raw_games(games):
        if count:
            file.write(b"\n" * (2 - min(2, len(ending) - len(ending.rstrip("\n")))))
        text = raw.text
        file.write(text.encode("utf-8", "surrogatepass"))
        ending = text[-2:]
        count += 1
    if count and not ending.endswith("\n"):
        file.write(b"\n")
    file.flush()
    return count
