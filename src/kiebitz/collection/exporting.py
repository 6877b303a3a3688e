"""Games of a collection written out: as PGN or KIF each with its own text, and records of shogi in any format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from kiebitz.analysis.reading.archive import PgnFault
from kiebitz.analysis.reading.kifu_games import RawKifu
from kiebitz.collection.collection import Collection
from kiebitz.kifu.csa_reader import SEPARATOR
from kiebitz.kifu.writing import FORMATS, kifu_data

OWN_TEXT = ".kifu"
"""The end of a record's name for the text that a collection keeps of it: KIF in UTF-8."""
BETWEEN = {"csa": f"{SEPARATOR}\n".encode()}


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


def export_records(
    collection: Collection, games: Iterable[int], file: IO[bytes], path: Path, on_loss: Callable[[PgnFault], None]
) -> int:
    """Write games of shogi as the end of a path says; how many there were.

    What that has no room for in a game is told. Raises CollectionError, KifuError and OSError.
    """
    if path.suffix.lower() == OWN_TEXT:
        return export_games(collection, games, file)
    between = BETWEEN.get(FORMATS[path.suffix.lower()], b"\n")
    count = 0
    for raw in collection.raw_games(games):
        assert isinstance(raw, RawKifu)
        data, left_out = kifu_data(raw.kifu, path)
        file.write(between + data if count else data)
        if left_out:
            on_loss(raw.fault(f"{path} has no room for: {', '.join(left_out)}"))
        count += 1
    file.flush()
    return count
