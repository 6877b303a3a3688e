"""A player's games counted: results by side and opening, and what is missed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.analysing import analysed
from kiebitz.collection.collection import Collection, GameRow
from kiebitz.collection.misses import Misses, misses
from kiebitz.collection.schema import HALF_POINTS
from kiebitz.collection.tally import Tally
from kiebitz.commandline.folded_name import has_words


@dataclass(slots=True)
class PlayerReport:
    """The contents of a player's page."""

    name: str
    """The words by which the player is meant."""
    rows: list[GameRow] = field(default_factory=list)
    """The games, the latest first."""
    sides: dict[str, Tally] = field(default_factory=lambda: {"white": Tally(), "black": Tally()})
    openings: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """By side and opening."""
    rating: int | None = None
    """Of the latest game that tells it."""
    analysed: int = 0
    misses: list[Misses] = field(default_factory=list)

    @property
    def total(self) -> Tally:
        """Both sides."""
        white, black = self.sides.values()
        return Tally(white.wins + black.wins, white.draws + black.draws, white.losses + black.losses)


def report_of(collection: Collection, name: str) -> PlayerReport:
    """Report on a player by the collection. Raises CollectionError."""
    report = PlayerReport(name, collection.find(GameSelection(player=name), game="chess", sort="date", descending=True))
    for row in report.rows:
        is_white = has_words(name, row.white)
        side = "white" if is_white else "black"
        rating = row.white_rating if is_white else row.black_rating
        report.rating = report.rating or rating
        if points := HALF_POINTS.get(row.result):
            report.sides[side].add(points[not is_white])
            report.openings[side, row.opening.split(":")[0] or row.eco].add(points[not is_white])
    games = analysed(collection, [row.game for row in report.rows])
    report.analysed = len(games)
    if games:
        report.misses = misses(collection, games, name)
    return report
