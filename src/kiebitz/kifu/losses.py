"""Losses: the parts a format has no room for, counted while a record is written."""

from __future__ import annotations


class Losses:
    """The parts left out, counted by kind."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, one: str, many: str) -> None:
        """Count one more of a kind."""
        self._counts[one, many] = self._counts.get((one, many), 0) + 1

    @property
    def all(self) -> tuple[str, ...]:
        """In words: '3 branches'."""
        return tuple(f"{count} {one if count == 1 else many}" for (one, many), count in self._counts.items())
