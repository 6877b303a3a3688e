"""An index of the positions of a portion of games, in columns: made without Python in the loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np

from kiebitz.analysis.reading.games import PgnGame
from kiebitz.collection.schema import (
    BUCKET_BITS,
    BUCKETS,
    KEY_BITS,
    MATERIAL_COLUMNS,
    PAWN_COLUMNS,
    POSITION_COLUMNS,
    Array,
    packed,
)
from kiebitz.engine import PositionColumns
from kiebitz.engine.opening_names import OpeningName, opening_names

WANTS_KEY, WANTS_STRUCTURE = 4, 32
ROWS_AT_ONCE = 1 << 17
LAST_NAMED_PLY = 40
"""No opening's name is given later."""


@dataclass(frozen=True, slots=True)
class PortionIndex:
    """The rows of ``positions`` and ``structures``, and each game's opening."""

    buckets: tuple[tuple[int, bytes], ...]
    """The buckets that have rows, and these."""
    material: bytes
    pawns: bytes
    openings: tuple[OpeningName | None, ...]
    """By the last position of a game that has a name."""


def index_of(games: Sequence[PgnGame]) -> PortionIndex:
    """The index of a portion's games: their main lines as far as they were understood."""
    parts = [_part(part, first) for first, part in _parts(games)]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
    if not columns:
        return PortionIndex((), b"", b"", (None,) * len(games))
    is_men = np.diff(columns["men"], prepend=columns["men"][:1] + 1) != 0
    is_pawns = np.zeros(len(is_men), bool)
    for name in ("white", "black"):
        is_pawns |= np.diff(columns[name], prepend=columns[name][:1] + 1) != 0
    begins = columns["ply"] == 0
    return PortionIndex(
        tuple(_buckets(columns)),
        packed(MATERIAL_COLUMNS, {name: column[is_men | begins] for name, column in columns.items()}),
        packed(PAWN_COLUMNS, {name: column[is_pawns | begins] for name, column in columns.items()}),
        _openings(columns, len(games)),
    )


def _parts(games: Sequence[PgnGame]) -> Iterator[tuple[int, Sequence[PgnGame]]]:
    """The games, some thousands of positions at a time, with the place of the first."""
    rows, number = 0, 0
    marks = []
    for game in games:
        rows += game.plies + 1
        marks.append(number)
        if rows >= ROWS_AT_ONCE:
            rows, number = 0, number + 1
    first = 0
    for _, part in groupby(marks):
        length = len(list(part))
        yield first, games[first : first + length]
        first += length


def _part(games: Sequence[PgnGame], first: int) -> dict[str, Array]:
    """The columns of some games."""
    # Nothing is known to have stood on the board of a game whose start can't be.
    places = [place for place, game in enumerate(games) if game.is_whole or game.packed_moves]
    compiled = PositionColumns(WANTS_KEY | WANTS_STRUCTURE)
    compiled.fill([(games[place].fen, games[place].chess960, games[place].packed_moves, 0) for place in places])
    structures = np.frombuffer(compiled.structure_bytes(), np.uint64).reshape(-1, 3)
    game = np.frombuffer(compiled.game_bytes(), np.int32)
    return {
        "key": np.frombuffer(compiled.key_bytes(), np.uint64),
        "game": (np.array(places, np.int32)[game] + first).astype(np.uint16),
        "ply": np.minimum(np.frombuffer(compiled.ply_bytes(), np.int32), np.iinfo(np.uint16).max).astype(np.uint16),
        # Behind a game's last position no move follows.
        "move": np.frombuffer(b"".join(games[place].packed_moves + b"\0\0" for place in places), "<u2"),
        "men": structures[:, 0],
        "white": structures[:, 1],
        "black": structures[:, 2],
    }


def _buckets(columns: dict[str, Array]) -> Iterator[tuple[int, bytes]]:
    """The rows sorted by key, of each game the first visit to a position alone, and cut at the buckets' edges."""
    order = np.argsort(columns["key"], kind="stable")  # games and plies stay in their order
    key, game = columns["key"][order], columns["game"][order]
    is_first = np.ones(len(order), bool)
    is_first[1:] = (key[1:] != key[:-1]) | (game[1:] != game[:-1])
    kept = order[is_first]
    rows = {name: columns[name][kept] for name, _ in POSITION_COLUMNS}
    edges = np.searchsorted(rows["key"], np.arange(BUCKETS, dtype=np.uint64) << np.uint64(KEY_BITS - BUCKET_BITS))
    for bucket, (start, end) in enumerate(zip(edges, [*edges[1:], len(kept)], strict=True)):
        if start < end:
            yield bucket, packed(POSITION_COLUMNS, {name: column[start:end] for name, column in rows.items()})


def _openings(columns: dict[str, Array], games: int) -> tuple[OpeningName | None, ...]:
    keys, names = _named()
    early = columns["ply"] <= LAST_NAMED_PLY
    asked, game = columns["key"][early], columns["game"][early]
    place = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    is_named = keys[place] == asked
    last = np.full(games, -1)
    last[game[is_named]] = place[is_named]  # of several the last one counts
    return tuple(None if place < 0 else names[place] for place in last.tolist())


@cache
def _named() -> tuple[Array, list[OpeningName]]:
    """The keys of all positions with a name, sorted, and these names."""
    names = opening_names()
    keys = sorted(names)
    return np.array(keys, np.uint64), [names[key] for key in keys]
