"""Numbers of things, as commands, files and pages tell them."""

from __future__ import annotations


def count_text(number: int, one: str, many: str) -> str:
    """A number and its noun: 1 ply, 3 plies."""
    return f"{number:,} {one if number == 1 else many}"


def plies_text(plies: int) -> str:
    """The length of a mate in words."""
    return count_text(plies, "ply", "plies")


def positions_text(positions: int) -> str:
    """A number of positions in words."""
    return count_text(positions, "position", "positions")
