"""Limits of a search: when it ends, how many lines it finds and from which moves. The rooms above make them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of one search; the first one reached ends it, and without any it goes on until it is stopped."""

    depth: int = 0
    """Iterations to complete, in plies; 0 for no limit."""
    nodes: int = 0
    """Positions to visit, by all workers together; 0 for no limit."""
    soft_us: int = 0
    """Begin no iteration after so many microseconds; 0 for no limit."""
    hard_us: int = 0
    """Stop after so many microseconds; 0 for no limit."""
    mate: int = 0
    """Begin no iteration once a mate in at most so many moves is found; 0 for no such limit."""
    multipv: int = 1
    """Lines to find, at least 1; a position with fewer moves has fewer."""
    searchmoves: tuple[str, ...] = ()
    """The only moves to search at the root, as UCI text; all of them if there are none."""
    ponder: bool = False
    """Times count only from ``Shared.ponderhit``."""
    flexible: bool = False
    """The soft limit follows the search: shorter for an easy move, longer when the value falls."""
