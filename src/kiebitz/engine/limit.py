"""What ends a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: whichever of the limits given is reached first. All times in milliseconds.

    Without any limit, and with ``infinite``, a search goes on until it is stopped. Raises ValueError for a limit that
    no search can obey.
    """

    depth: int | None = None
    """Iterations to complete, in plies."""
    nodes: int | None = None
    """Positions to visit."""
    movetime_ms: int | None = None
    """Time for this one move."""
    white_clock_ms: int | None = None
    """Time left on White's clock."""
    black_clock_ms: int | None = None
    """Time left on Black's clock."""
    white_increment_ms: int = 0
    """Time White gains with each move."""
    black_increment_ms: int = 0
    """Time Black gains with each move."""
    moves_to_go: int | None = None
    """Moves to the next time control; None for the rest of the game."""
    mate: int | None = None
    """Stop once a mate in at most so many moves is found."""
    infinite: bool = False
    """Report no end before ``Engine.stop``, even when nothing is left to search."""
    ponder: bool = False
    """Search on the opponent's time: clocks count only from ``Engine.ponderhit``."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "movetime_ms", "moves_to_go", "mate"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"Limit.{name} is {value}; it must be at least 1, or None for no such limit")
        for name in ("white_clock_ms", "black_clock_ms", "white_increment_ms", "black_increment_ms"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise ValueError(f"Limit.{name} is {value}; a clock can't be negative")
