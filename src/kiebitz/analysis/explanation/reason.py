"""A fact, and what it has to do with the move that is explained."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiebitz.analysis.explanation.fact import Fact


class Role(StrEnum):
    """What a fact says about a move."""

    PLAYED = "played"
    """The move itself does it."""
    ANSWER = "answer"
    """The best answer to it does it."""
    BETTER = "better"
    """The better move would have done it."""
    THREAT = "threat"
    """The other side threatens it."""
    OVERLOOKED = "overlooked"
    """The other side threatened it, and can do it now."""
    MET = "met"
    """The other side threatened it, and can't do it any more."""
    CHANGED = "changed"
    """What an evaluation counts otherwise than after the better move: not the cause, and told only if asked for."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good or bad."""

    role: Role
    fact: Fact

    @property
    def record(self) -> dict[str, Any]:
        """The reason as plain data for JSON."""
        return {"role": self.role.value, **self.fact.record}
