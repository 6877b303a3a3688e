"""Progress of the proof of a mate, while it is searched for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MateProgress:
    """A search under way."""

    nodes: int
    proof: int
    """The root's proof number: leaves that must still turn out well for a mate to be proved."""
    disproof: int
    """The root's disproof number."""
    hash_permille: int
    """Use of the first thousand entries of the table, in permille."""
    collections: int
    """Number of garbage collections."""
