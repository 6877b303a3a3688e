"""With what a part of a run was measured: one that is interrupted may go on with other sources, or under other load."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """The things that may differ between the parts of one run."""

    commit: str | None
    """The commit checked out; None outside a checkout."""
    is_clean: bool | None
    """True if the sources were the commit's; None if that isn't known."""
    load: float | None
    """How busy the machine was as the part began: processes that wanted to run, for each core; None if not known."""
