"""How many of what, as commands, files and pages tell it."""

from __future__ import annotations


def count_text(number: int, one: str, many: str) -> str:
    """So many of something, as it is told: 1 ply, 3 plies."""
    return f"{number:,} {one if number == 1 else many}"


def plies_text(plies: int) -> str:
    """The length of a mate, as it is told."""
    return count_text(plies, "ply", "plies")


def positions_text(positions: int) -> str:
    """How many positions, as it is told."""
    return count_text(positions, "position", "positions")
