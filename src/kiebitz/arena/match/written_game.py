"""A game that was played, as its record is kept: in PGN, of shogi in CSA, of which a file holds many games."""

from __future__ import annotations

from dataclasses import dataclass, field

from kiebitz.arena.match.record import GameRecord
from kiebitz.arena.match.schedule import Schedule
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine.line import GameName
from kiebitz.games.sheet import Sheet

KINDS: dict[GameName, str] = {"chess": ".pgn", "shogi": ".csa"}
"""As what the games of a match are kept: many in one file."""


@dataclass(frozen=True, slots=True)
class RecordStyle:
    """The headers of every game of a match."""

    names: tuple[str, ...]
    """The players' names in the match."""
    event: str
    """The tag Event."""
    date: str
    """The tag Date: when the match began."""
    limit: MatchLimit
    """The limit of the players."""
    schedule: Schedule = field(default_factory=Schedule)
    """The pairings, for the tag Round."""


def write_game(record: GameRecord, style: RecordStyle) -> str:
    """The game's PGN, or its CSA, so that others may follow.

    Raises ValueError for a game with an illegal move.
    """
    live = record.scheduled.opening.begin()
    for played in record.moves:
        live.push(played.move)
    live.end(record.ending)
    pairing, white = record.scheduled.pairing, record.scheduled.white
    control = style.limit.time_control
    sheet = Sheet(
        names=(style.names[pairing[white]], style.names[pairing[1 - white]]),
        event=style.event,
        date=style.date,
        round=style.schedule.round_tag(record.scheduled.number),
        terms=str(style.limit),
        tags={
            "PlyCount": str(len(live.moves)),
            "TimeControl": str(control) if control else "-",
            **({} if control else {"Limit": str(style.limit)}),
        },
        played=record.moves,
    )
    return live.game.record(live, sheet, KINDS[live.game.name])
