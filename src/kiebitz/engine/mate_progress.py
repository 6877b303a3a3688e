"""How far a proof of a mate is, while it is searched for."""

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
    """How many of the first thousand entries of the table are in use."""
    collections: int
    """How often garbage was collected."""
