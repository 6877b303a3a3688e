"""An index of the positions of a portion of games, in columns: made without Python in the loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import cast

import numpy as np

from kiebitz.analysis.reading.games import PgnGame
from kiebitz.analysis.reading.kifu_games import KifuGame
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
from kiebitz.engine.positions import keys_along, shogi_position_from

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
    """By the last position of a game that has a name; in shogi as ``KifuGame`` has it."""


def index_of(games: Sequence[PgnGame | KifuGame]) -> PortionIndex:
    """The index of a portion's games: their main lines as far as they were understood."""
    # Of shogi neither material nor pawns are looked for.
    chess, shogi = ([place for place, game in enumerate(games) if (game.game == "shogi") == told] for told in (0, 1))
    parts = [_part(part, games) for part in _parts(chess, games)]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
    others = [_shogi_part(part, games) for part in _parts(shogi, games)]
    visited = {
        name: np.concatenate([part[name] for part in (*parts, *others)] or [np.empty(0, kind)])
        for name, kind in POSITION_COLUMNS
    }
    openings: list[OpeningName | None] = [None] * len(games)
    if columns:
        openings = _openings(columns, len(games))
    for place in shogi:
        opening = cast("KifuGame", games[place]).opening
        openings[place] = OpeningName("", opening) if opening else None
    return PortionIndex(tuple(_buckets(visited)), *_structures(columns), tuple(openings))


def _structures(columns: dict[str, Array]) -> tuple[bytes, bytes]:
    """The rows where material and pawns change."""
    if not columns:
        return b"", b""
    is_men = np.diff(columns["men"], prepend=columns["men"][:1] + 1) != 0
    is_pawns = np.zeros(len(is_men), bool)
    for name in ("white", "black"):
        is_pawns |= np.diff(columns[name], prepend=columns[name][:1] + 1) != 0
    begins = columns["ply"] == 0
    return (
        packed(MATERIAL_COLUMNS, {name: column[is_men | begins] for name, column in columns.items()}),
        packed(PAWN_COLUMNS, {name: column[is_pawns | begins] for name, column in columns.items()}),
    )


def _parts(places: Sequence[int], games: Sequence[PgnGame | KifuGame]) -> Iterator[Sequence[int]]:
    """The places of games, some thousands of positions at a time."""
    rows = first = 0
    for number, place in enumerate(places, 1):
        rows += games[place].plies + 1
        if rows >= ROWS_AT_ONCE or number == len(places):
            yield places[first:number]
            rows, first = 0, number


def _part(part: Sequence[int], games: Sequence[PgnGame | KifuGame]) -> dict[str, Array]:
    """The columns of some games of chess."""
    # Nothing is known to have stood on the board of a game whose start can't be.
    known = [(place, games[place]) for place in part if games[place].is_whole or games[place].packed_moves]
    compiled = PositionColumns(WANTS_KEY | WANTS_STRUCTURE)
    compiled.fill([(game.fen, game.chess960, game.packed_moves, 0) for _, game in known])
    structures = np.frombuffer(compiled.structure_bytes(), np.uint64).reshape(-1, 3)
    numbers = np.frombuffer(compiled.game_bytes(), np.int32)
    return {
        "key": np.frombuffer(compiled.key_bytes(), np.uint64),
        "game": np.array([place for place, _ in known], np.uint16)[numbers],
        "ply": _capped(np.frombuffer(compiled.ply_bytes(), np.int32)),
        "move": _moves(game for _, game in known),
        "men": structures[:, 0],
        "white": structures[:, 1],
        "black": structures[:, 2],
    }


def _shogi_part(part: Sequence[int], games: Sequence[PgnGame | KifuGame]) -> dict[str, Array]:
    """The columns of some games of shogi."""
    chosen = [games[place] for place in part]
    lengths = [game.plies + 1 for game in chosen]
    keys = chain.from_iterable(keys_along(shogi_position_from(cast("str", game.fen)), game.moves) for game in chosen)
    return {
        "key": np.fromiter(keys, np.uint64, sum(lengths)),
        "game": np.repeat(np.array(part, np.uint16), lengths),
        "ply": _capped(np.concatenate([np.arange(length) for length in lengths])),
        "move": _moves(chosen),
    }


def _capped(plies: Array) -> Array:
    """Numbers of plies, as far as a column counts."""
    return np.minimum(plies, np.iinfo(np.uint16).max).astype(np.uint16)


def _moves(games: Iterable[PgnGame | KifuGame]) -> Array:
    """The moves of games one after another; behind a game's last position none follows."""
    return np.frombuffer(b"".join(game.packed_moves + b"\0\0" for game in games), "<u2")


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


def _openings(columns: dict[str, Array], games: int) -> list[OpeningName | None]:
    keys, names = _named()
    early = columns["ply"] <= LAST_NAMED_PLY
    asked, game = columns["key"][early], columns["game"][early]
    place = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    is_named = keys[place] == asked
    last = np.full(games, -1)
    last[game[is_named]] = place[is_named]  # of several the last one counts
    return [None if place < 0 else names[place] for place in last.tolist()]


@cache
def _named() -> tuple[Array, list[OpeningName]]:
    """The keys of all positions with a name, sorted, and these names."""
    names = opening_names()
    keys = sorted(names)
    return np.array(keys, np.uint64), [names[key] for key in keys]
