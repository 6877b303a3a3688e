"""A repertoire held against games: where they left it, by whom, and what opponents play that it has no answer to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kiebitz.analysis.reading.games import PgnGame
from kiebitz.collection.repertoire.repertoire import Place, Repertoire
from kiebitz.collection.schema import HALF_POINTS
from kiebitz.collection.tally import Tally
from kiebitz.commandline.folded_name import has_words
from kiebitz.engine import NULL_MOVE_TEXT, START_FEN, position_from, push


@dataclass(frozen=True, slots=True)
class Visit:
    """A game's visit to a place of a repertoire."""

    key: int
    """The place."""
    ply: int
    """Moves played up to it."""
    move: str
    """The next one, UCI text; empty where the game ended."""


@dataclass(slots=True)
class Leaving:
    """Games that left a repertoire by the same move."""

    place: Place
    move: str
    games: int = 0
    results: Tally = field(default_factory=Tally)
    """The own side's, of those that have one."""
    last: str = ""
    """The date of the latest of them."""

    def add(self, game: PgnGame, *, is_white: bool) -> None:
        """Count a game."""
        self.games += 1
        self.last = max(self.last, game.tags.get("Date", ""))
        if points := HALF_POINTS.get(game.result):
            self.results.add(points[not is_white])


@dataclass(slots=True)
class Held:
    """The outcome of games held against a repertoire."""

    games: int = 0
    """Games of its side that came to one of its positions."""
    plies: int = 0
    """Their moves in it, together."""
    deviations: dict[tuple[int, str], Leaving] = field(default_factory=dict)
    """The own side's moves that were others than the repertoire's."""
    holes: dict[tuple[int, str], Leaving] = field(default_factory=dict)
    """Opponents' moves that it has no answer to."""
    visits: Counter[int] = field(default_factory=Counter)
    """By place, the games that came there with a move to come."""

    @property
    def ended(self) -> int:
        """Games that stayed in it to the end of its line."""
        left = sum(each.games for found in (self.deviations, self.holes) for each in found.values())
        return self.games - left

    def worst_deviations(self) -> list[Leaving]:
        """The most frequent first."""
        return sorted(self.deviations.values(), key=lambda each: -each.games)

    def worst_holes(self, least: int = 1) -> list[tuple[Leaving, float]]:
        """Holes met in at least ``least`` games, the most frequent first, each with its share of the moves there."""
        found = [(each, each.games / self.visits[key]) for (key, _), each in self.holes.items() if each.games >= least]
        return sorted(found, key=lambda each: -each[0].games)


def held(repertoire: Repertoire, games: Iterable[PgnGame], player: str = "") -> Held:
    """Hold a repertoire against games, with a player's name only against those in which he has its side.

    A game leaves it by the move that leads out of the last of its positions, so one that comes back by another order of
    moves has not left.
    """
    found = Held()
    own = "White" if repertoire.is_white else "Black"
    for game in games:
        if game.chess960 != repertoire.chess960:
            continue
        if player and not has_words(player, game.tags.get(own, "")):
            continue
        way = list(_way(repertoire, game))
        if not way or (len(way) == 1 and not way[0].move):
            continue
        found.games += 1
        last = way[-1]
        found.plies += last.ply
        found.visits.update(step.key for step in way if step.move)
        place = repertoire.places[last.key]
        if not place.ways or not last.move:
            continue  # its line was played to the end, or the game ended in it
        left = found.deviations if place.is_own else found.holes
        left.setdefault((last.key, last.move), Leaving(place, last.move)).add(game, is_white=repertoire.is_white)
    return found


def _way(repertoire: Repertoire, game: PgnGame) -> Iterator[Visit]:
    """The repertoire's places that a game comes to, each with the move that is played there."""
    position = position_from(game.fen or START_FEN, chess960=game.chess960)
    moves = game.moves
    for ply in range(len(moves) + 1):
        key = position.hash_key
        if key in repertoire.places:
            yield Visit(key, ply, moves[ply] if ply < len(moves) else "")
        if ply < len(moves):
            if moves[ply] == NULL_MOVE_TEXT:
                return
            push(position, moves[ply])
