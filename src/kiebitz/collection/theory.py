"""Where games leave theory: the known openings, and what games of an archive have played before.

A game leaves by the move that leads out of the last position that is known, so one that comes back by another order of
moves has not left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from kiebitz.analysis.reading.games import PgnGame
from kiebitz.collection.adding import fingerprint
from kiebitz.collection.collection import Collection
from kiebitz.collection.portion_index import LAST_NAMED_PLY
from kiebitz.collection.position_search import MoveTally, games_through, visits
from kiebitz.collection.repertoire.repertoire import Place
from kiebitz.collection.schema import HALF_POINTS, value
from kiebitz.collection.tally import Tally
from kiebitz.engine import NULL_MOVE_TEXT, START_FEN, position_from, position_of
from kiebitz.engine.opening_names import opening_positions
from kiebitz.engine.positions import keys_along

LEAST = 10
"""Games of an archive that make a position theory."""


@dataclass(slots=True)
class Departure:
    """Games in which the player left theory by the same move."""

    place: Place
    """Where, by the moves of the first of them that was met."""
    move: str
    """UCI text."""
    results: Tally = field(default_factory=Tally)
    games: int = 0
    there: int = 0
    """Games of the archive that came to the position before."""


@dataclass(slots=True)
class Leaving:
    """Games of a side that left theory."""

    games: int = 0
    plies: int = 0
    """Their moves in theory, together."""
    own: int = 0
    """Games that the player left first."""
    departures: dict[tuple[int, str], Departure] = field(default_factory=dict)
    """By position and move, where the player left first."""

    def most_frequent(self) -> list[Departure]:
        """The most frequent first."""
        return sorted(self.departures.values(), key=lambda each: -each.games)


@dataclass(frozen=True, slots=True)
class Novelty:
    """The first move of a game that an archive doesn't have."""

    place: Place
    """The position before it, by the game's moves."""
    move: str
    """UCI text."""
    there: int
    """Games of the archive that came to the position before it."""
    played: tuple[MoveTally, ...]
    """Their moves there, the most frequent first."""


def keys_of(game: PgnGame, most: int | None = None) -> list[int]:
    """The keys of a game's positions, of ``most`` moves at most; it ends before a null move."""
    moves = takewhile(lambda move: move != NULL_MOVE_TEXT, game.moves[:most])
    return list(keys_along(position_from(game.fen or START_FEN, chess960=game.chess960), moves))


def leavings(
    games: Iterable[tuple[PgnGame, bool]], archive: Collection, left_out: Sequence[int], *, least: int = LEAST
) -> dict[str, Leaving]:
    """How games leave theory, by the player's side; each comes with whether the player has White.

    Theory is every position on the way to an opening with a name, and what ``least`` games of the archive came to, but
    for those ``left_out``: the player's own. Raises CollectionError.
    """
    named = opening_positions()
    walked = [(game, is_white, keys_of(game, LAST_NAMED_PLY)) for game, is_white in games if game.fen is None]
    counts = games_through(archive, {key for _, _, keys in walked for key in keys}, left_out)
    found = {"white": Leaving(), "black": Leaving()}
    for game, is_white, keys in walked:
        last = _last(keys, lambda key: key in named or counts[key] >= least)
        if last is None or last == len(keys) - 1:
            continue  # it ended within
        leaving = found["white" if is_white else "black"]
        leaving.games += 1
        leaving.plies += last
        if (last % 2 == 0) != is_white:
            continue
        leaving.own += 1
        moves = game.moves
        place = Place("", tuple(moves[:last]), is_own=True)
        departure = leaving.departures.setdefault((keys[last], moves[last]), Departure(place, moves[last]))
        departure.games += 1
        departure.there = counts[keys[last]]
        if points := HALF_POINTS.get(game.result):
            departure.results.add(points[not is_white])
    return found


def novelties(games: Sequence[PgnGame], archive: Collection) -> list[Novelty | None]:
    """The novelty of each game; None if all of it was there before, or nothing of it.

    A game that is in the archive isn't held against itself. Raises CollectionError.
    """
    walked = [keys_of(game) for game in games]
    counts = games_through(archive, {key for keys in walked for key in keys})
    with archive.reading() as connection:
        own = [value(connection, "SELECT 1 FROM games WHERE fingerprint = ?", fingerprint(game)) or 0 for game in games]
    found: list[Novelty | None] = []
    for game, keys, itself in zip(games, walked, own, strict=True):
        last = _last(keys, lambda key, itself=itself: counts[key] > itself)  # type: ignore[misc]
        if last is None or last == len(keys) - 1:
            found.append(None)
            continue
        moves = game.moves
        place = Place(game.fen or "", tuple(moves[:last]), is_own=True, chess960=game.chess960)
        played = visits(archive, position_of(place.board())).moves
        others = tuple(move for move in played if move.uci != moves[last])
        found.append(Novelty(place, moves[last], counts[keys[last]] - itself, others))
    return found


def _last(keys: Sequence[int], is_known: Callable[[int], bool]) -> int | None:
    """The place of the last position that is known; None without one."""
    return next((place for place in reversed(range(len(keys))) if is_known(keys[place])), None)
