"""A game that was played: all of it (``GameRecord``), and the part a match keeps (``GameSummary``)."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import FaultKind
from kiebitz.games.ending import Ending, Result
from kiebitz.games.sheet import PlayedMove

FIRST, SECOND = 0, 1
WHITE_POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True, slots=True)
class GameFault:
    """A player's fault; it lost the game by it."""

    player: int
    """0 for the first player of the pairing, 1 for the second."""
    kind: FaultKind
    """Crash, illegal move, time loss or stall."""
    message: str
    """The event, for people."""


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played."""

    number: int
    """From 0; games 2n and 2n + 1 are a pair."""
    opening: Opening
    """The position and the moves it starts with."""
    pairing: tuple[int, int] = (FIRST, SECOND)
    """The players: their numbers in the match."""

    @property
    def white(self) -> int:
        """The player of the pairing with White, in shogi Black: the first player in the first game of a pair."""
        return self.number % 2


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played."""

    scheduled: ScheduledGame
    """Its number and opening."""
    ending: Ending
    """How it ended."""
    moves: tuple[PlayedMove, ...]
    """The moves after the opening."""
    fault: GameFault | None
    """The fault that ended it, if any."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Time, nodes and depth that one player spent in a game."""

    moves: int = 0
    """Moves made."""
    time_ms: float = 0.0
    """Time taken."""
    nodes: int = 0
    """Positions visited."""
    depths: int = 0
    """Sum of the depths reached."""

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.moves + other.moves,
            self.time_ms + other.time_ms,
            self.nodes + other.nodes,
            self.depths + other.depths,
        )


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The part of a game that a match keeps."""

    number: int
    """Which game, from 0."""
    result: Result
    """As in PGN."""
    reason: str
    """Why it ended, for people."""
    fault: GameFault | None
    """The fault that ended it, if any."""
    efforts: tuple[Effort, Effort]
    """The first player's of the pairing and the second's."""
    digest: str
    """Of opening, moves and result: equal games have equal digests."""
    pgn: str | None
    """The game as it is written down, if it is wanted: in PGN, of shogi in CSA."""

    @property
    def points(self) -> float:
        """Points of the pairing's first player: 0, ½ or 1."""
        white_points = WHITE_POINTS[self.result]
        return 1 - white_points if self.number % 2 else white_points

    def as_json(self) -> dict[str, Any]:
        """The summary as plain data, for the journal."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameSummary:
        """The summary that the journal holds. Raises KeyError, TypeError or ValueError for anything else."""
        fault = data["fault"]
        first, second = data["efforts"]
        if data["result"] not in WHITE_POINTS or not isinstance(data["number"], int):
            raise ValueError("no game")
        return cls(
            number=data["number"],
            result=data["result"],
            reason=data["reason"],
            fault=None if fault is None else GameFault(**fault),
            efforts=(Effort(**first), Effort(**second)),
            digest=data["digest"],
            pgn=data["pgn"],
        )


def summarise(record: GameRecord, pgn: str | None) -> GameSummary:
    """The part of a game that a match keeps."""
    efforts = [Effort(), Effort()]
    opening = record.scheduled.opening
    white_moves = opening.white_begins == (len(opening.moves) % 2 == 0)
    for index, played in enumerate(record.moves):
        by_white = white_moves == (index % 2 == 0)
        player = record.scheduled.white if by_white else 1 - record.scheduled.white
        efforts[player] += Effort(1, played.time_ms, played.nodes, played.depth)
    text = " ".join([opening.fen, *opening.moves, "|", *(played.move for played in record.moves), record.ending.result])
    return GameSummary(
        number=record.scheduled.number,
        result=record.ending.result,
        reason=record.ending.reason,
        fault=record.fault,
        efforts=(efforts[FIRST], efforts[SECOND]),
        digest=hashlib.sha256(text.encode()).hexdigest()[:32],
        pgn=pgn,
    )
