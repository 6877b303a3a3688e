"""The words beside a game's moves: the players, when and where, and what they thought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kiebitz.engine.score import Score

BOOK_COMMENT = "book"
"""The comment behind moves that no player chose."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move by a player, and what it said about it."""

    move: str
    """The move as UCI or USI text."""
    score: Score | None
    """The mover's own view."""
    depth: int
    """Plies of the last iteration."""
    nodes: int
    """Positions visited."""
    time_ms: float
    """Time taken, by the referee's clock."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The words beside a game's moves."""

    names: tuple[str, str]
    """The players' names: first the side that moves first by the rules."""
    event: str
    date: str
    """Year, month and day, as '2026.11.29'."""
    round: str = ""
    terms: str = ""
    """Clock or limit, for people."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """More tags of a PGN."""
    played: tuple[PlayedMove, ...] = ()
    """The players' thoughts on the last moves; moves before these are a book's. Empty: nothing is known."""
