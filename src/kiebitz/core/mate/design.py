"""How a mate solver's table is to deal with too many nodes."""

from __future__ import annotations

from dataclasses import dataclass

KEEPINGS = ("overwrite", "keep large", "collect small", "collect unreached")
"""The rules for what is given up when there is no room; the order is that of ``table.Keeping``.

``overwrite``: the entry that has the index of the new one. ``keep large``: of the four entries that the new one may
take, the one whose subtree has cost least. ``collect small``: nothing until a share of the table is in use; then every
entry of a small subtree (Nagai 1999). ``collect unreached``: as before, but first all that the search can no longer
come to without passing a node that is settled (the garbage collection that YaneuraOu's author describes).
"""
FEWEST_ENTRIES = 64
ENTRY_BYTES = 32


@dataclass(frozen=True, slots=True)
class ProofTableDesign:
    """A table for proof numbers. Raises ValueError for what can't be."""

    entries: int
    """Number of nodes it has room for; one takes 32 bytes."""
    keeping: str = "collect unreached"
    """One of ``KEEPINGS``."""
    collect_at: float = 0.9
    """Share of the entries in use at which garbage is collected, above 0 and below 1."""

    def __post_init__(self) -> None:
        if self.entries < FEWEST_ENTRIES:
            raise ValueError(f"a table of {self.entries} entries is too small; take {FEWEST_ENTRIES} at least")
        if self.keeping not in KEEPINGS:
            raise ValueError(f"there is no way of keeping entries '{self.keeping}'; take one of {', '.join(KEEPINGS)}")
        if not 0 < self.collect_at < 1:
            raise ValueError(f"garbage can't be collected at {self.collect_at:g}; take a share between 0 and 1")
