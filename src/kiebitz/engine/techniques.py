"""The techniques of the search and terms of the evaluation that can be switched on and off, with what they do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kiebitz.core.parameters import CHESS_ALONE, SHOGI, TABLE, defaults
from kiebitz.engine.line import GameName


@dataclass(frozen=True, slots=True)
class Technique:
    """A switch of the engine."""

    is_on: bool
    """True if it is on by default."""
    meaning: str
    """Its effect, with its source."""


def _of(values: Mapping[str, int], unknown: Collection[str] = ()) -> Mapping[str, Technique]:
    """The switches among parameters with these defaults, but for those that a game doesn't know."""
    return MappingProxyType(
        {
            tunable.name: Technique(bool(values[tunable.name]), tunable.meaning)
            for tunable in TABLE
            if (tunable.minimum, tunable.maximum, tunable.names) == (0, 1, ()) and tunable.name not in unknown
        }
    )


TECHNIQUES = _of(defaults())
"""By the names that ``Engine`` takes."""

TECHNIQUES_OF: Mapping[GameName, Mapping[str, Technique]] = MappingProxyType(
    {"chess": TECHNIQUES, "shogi": _of(defaults(SHOGI), CHESS_ALONE)}
)
"""By game: ``ShogiEngine`` takes fewer, and has others on by default."""
