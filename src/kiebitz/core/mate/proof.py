"""Outcomes of the mate solver."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MateProof:
    """True if the side to move mates, within the moves asked for."""

    mate: bool | None
    """None if the search was stopped before it knew."""
    move: str | None
    """The first move of the mate in UCI or USI text; None without one."""
    nodes: int
    """Nodes searched, those searched again included."""
    collections: int
    """Number of garbage collections."""
    plies: int | None = None
    """The length of the mate that is proved, which need not be the shortest; None without one."""
