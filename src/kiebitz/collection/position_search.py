"""Games found by position, and what was played there: the explorer. Transpositions are the same position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from sqlite3 import Connection

import numpy as np

from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.collection.collection import Collection, Portion
from kiebitz.collection.schema import (
    BUCKET_BITS,
    KEY_BITS,
    PORTION_BITS,
    POSITION_COLUMNS,
    REMOVED,
    RESULTS,
    Array,
    unpacked,
)
from kiebitz.engine.positions import AnyPosition, game_of, move_of_code
from kiebitz.games import game_called

FIRST_WINS, SECOND_WINS = RESULTS.index("1-0"), RESULTS.index("0-1")
DRAWN = RESULTS.index("1/2-1/2")
MOVE_BITS = 16
ROWS_OF_BUCKET = "SELECT place, rows FROM positions WHERE place >= ? AND place < ?"


@dataclass(frozen=True, slots=True)
class MoveTally:
    """A move's count in a position, and its results."""

    uci: str
    """UCI or USI text."""
    san: str
    """As people write it."""
    games: int
    white: int
    """Games that White won."""
    draws: int
    black: int
    score: float | None
    """The mover's points of 100, of the games with a result; None if there are none."""
    rating: int | None
    """The movers' average rating, where it is known."""
    first_year: int | None
    last_year: int | None


@dataclass(frozen=True, slots=True)
class Visits:
    """The games that came to a position."""

    games: Array
    """Their numbers, in order."""
    plies: Array
    """Number of moves played before each came there first."""
    moves: tuple[MoveTally, ...]
    """The moves played there, the most frequent first."""

    @property
    def ends(self) -> int:
        """Games that ended there."""
        return len(self.games) - sum(move.games for move in self.moves)


def visits(
    collection: Collection, position: AnyPosition, select: GameSelection = EVERY_GAME, *, color: str = ""
) -> Visits:
    """The games through a position, of those wanted, and what was played. Each counts once: its first visit.

    ``color`` is the side of the selection's player. Raises CollectionError.
    """
    with collection.reading() as connection:
        return _visits(connection, collection, position, collection.wanted(select, color))


def visits_among(collection: Collection, position: AnyPosition, wanted: Array | None) -> Visits:
    """The same of the games with these numbers, in order; None: of all. Raises CollectionError."""
    with collection.reading() as connection:
        return _visits(connection, collection, position, wanted)


def _visits(connection: Connection, collection: Collection, position: AnyPosition, wanted: Array | None) -> Visits:
    key = np.uint64(position.hash_key)
    low = position.hash_key >> (KEY_BITS - BUCKET_BITS) << PORTION_BITS
    portions = {portion.portion: portion for portion in collection.portions()}
    rows = connection.execute(ROWS_OF_BUCKET, (low, low + (1 << PORTION_BITS)))
    found = [_of_portion(portions[place - low], blob, key, wanted) for place, blob in rows]
    games, plies, moves, *columns = (
        np.concatenate([part[number] for part in found] or [np.empty(0, np.int64)]) for number in range(6)
    )
    return Visits(games, plies, tuple(_tallies(position, moves, *columns)))


def games_through(collection: Collection, keys: Iterable[int], left_out: Iterable[int] = ()) -> dict[int, int]:
    """Number of games that came to each of these positions, by their keys; games ``left_out`` don't count.

    Raises CollectionError.
    """
    wanted = np.unique(np.fromiter(keys, np.uint64))
    out = np.fromiter(left_out, np.int64)
    buckets = wanted >> np.uint64(KEY_BITS - BUCKET_BITS)
    found = np.zeros(len(wanted), np.int64)
    with collection.reading() as connection:
        portions = {portion.portion: portion for portion in collection.portions()}
        for bucket in np.unique(buckets).tolist():
            first = int(np.searchsorted(buckets, bucket))
            part = wanted[first : int(np.searchsorted(buckets, bucket, "right"))]
            low = bucket << PORTION_BITS
            for place, blob in connection.execute(ROWS_OF_BUCKET, (low, low + (1 << PORTION_BITS))):
                portion, rows = portions[place - low], unpacked(POSITION_COLUMNS, blob)
                at = np.minimum(np.searchsorted(part, rows["key"]), len(part) - 1)
                is_asked = part[at] == rows["key"]
                places = rows["game"][is_asked].astype(np.int64)
                kept = portion.columns["result"][places] != REMOVED
                kept &= ~np.isin(places + portion.first, out)
                found[first : first + len(part)] += np.bincount(at[is_asked][kept], minlength=len(part))
    return dict(zip(wanted.tolist(), found.tolist(), strict=True))


def _of_portion(portion: Portion, blob: bytes, key: np.uint64, wanted: Array | None) -> tuple[Array, ...]:
    """Games, plies, moves, results, movers' ratings (White's and Black's, one above the other) and years."""
    rows = unpacked(POSITION_COLUMNS, blob)
    start, end = np.searchsorted(rows["key"], key, "left"), np.searchsorted(rows["key"], key, "right")
    places = rows["game"][start:end].astype(np.int64)
    results = portion.columns["result"][places]
    kept = results != REMOVED
    if wanted is not None:
        kept &= np.isin(places + portion.first, wanted)
    places, results = places[kept], results[kept]
    ratings = portion.columns["white_rating"][places].astype(np.int64) << 16 | portion.columns["black_rating"][places]
    return (
        places + portion.first,
        rows["ply"][start:end][kept],
        rows["move"][start:end][kept],
        results,
        ratings,
        portion.columns["year"][places],
    )


def _tallies(position: AnyPosition, moves: Array, results: Array, ratings: Array, years: Array) -> list[MoveTally]:
    """The moves played, the most frequent first."""
    game = game_called(game_of(position))
    white_moves = game.sides[position.turn] == "White"
    codes = np.flatnonzero(np.bincount(moves, minlength=1))
    numbers = np.zeros(1 << MOVE_BITS, np.int64)
    numbers[codes] = np.arange(len(codes))
    # Each game's place among the moves; what is counted of it beside that is one number with it.
    place = numbers[moves]
    games = _counted(place, results, len(codes), len(RESULTS))
    ratings = ratings >> 16 if white_moves else ratings & 0xFFFF
    rated = np.bincount(place, ratings > 0, len(codes))
    rating = np.bincount(place, ratings, len(codes))
    in_years = _counted(place, years, len(codes), int(years.max(initial=0)) + 1)
    in_years[:, 0] = 0  # not known
    found = []
    for number, code in enumerate(codes.tolist()):
        uci = move_of_code(position, code) if code else None
        if uci is None:
            continue
        first, draws, second = (int(games[number, kind]) for kind in (FIRST_WINS, DRAWN, SECOND_WINS))
        white, black = (first, second) if game.sides[True] == "White" else (second, first)
        decided = white + draws + black
        year = np.flatnonzero(in_years[number])
        found.append(
            MoveTally(
                uci,
                game.tell_move(position, uci),
                int(games[number].sum()),
                white,
                draws,
                black,
                100 * ((white if white_moves else black) + draws / 2) / decided if decided else None,
                round(float(rating[number] / rated[number])) if rated[number] else None,
                int(year[0]) if len(year) else None,
                int(year[-1]) if len(year) else None,
            )
        )
    return sorted(found, key=lambda tally: (-tally.games, tally.uci))


def _counted(place: Array, kind: Array, places: int, kinds: int) -> Array:
    """Counts of each place and kind together."""
    return np.bincount(place * kinds + kind, minlength=places * kinds).reshape(places, kinds)
