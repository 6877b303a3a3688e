"""The techniques of the search and terms of the evaluation that can be switched on and off, with what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kiebitz.core.parameters import TABLE


@dataclass(frozen=True, slots=True)
class Technique:
    """A switch of the engine."""

    is_on: bool
    """Whether it is on by default."""
    meaning: str
    """What it does, with its source."""


TECHNIQUES: Mapping[str, Technique] = MappingProxyType(
    {
        tunable.name: Technique(bool(tunable.default), tunable.meaning)
        for tunable in TABLE
        if (tunable.minimum, tunable.maximum, tunable.names) == (0, 1, ())
    }
)
"""By the names that ``Engine`` takes."""
