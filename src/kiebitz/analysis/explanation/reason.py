"""A fact, and what it has to do with the move that is explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.games import game_of


class Role(StrEnum):
    """The relation of a fact to a move."""

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
    """The theme of what an evaluation counts otherwise than after the better move; told only if asked for."""


MATERIAL = "material"
UNNAMED = frozenset({"refutation", "tempting reply", "threat", "what changed", "book left"})
"""Themes that name no motif."""
FAULTS = (Role.ANSWER, Role.PLAYED, Role.OVERLOOKED, Role.BETTER)
"""The roles that explain faults, in the order in which a motif is looked for."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good or bad."""

    role: Role
    fact: Fact

    def __str__(self) -> str:
        """The reason in an English sentence."""
        from kiebitz.analysis.explanation.explanation import sentences

        return sentences([self], Language.ENGLISH)[0]

    @property
    def is_of_shogi(self) -> bool:
        """True if it is about a move of shogi."""
        return game_of(self.fact.fen).name == "shogi"

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages that have words for it."""
        return tuple(Language) if self.is_of_shogi else EVERYWHERE

    @property
    def record(self) -> dict[str, Any]:
        """The reason as plain data for JSON."""
        return {"role": self.role.value, **self.fact.record}

    @property
    def motif(self) -> str | None:
        """The players' name for the event; None for a theme that names nothing."""
        return None if self.fact.theme in UNNAMED else self.fact.motif


def motif_of(reasons: Sequence[Reason]) -> str | None:
    """The motif of a fault: the first one that says by what, else that something was won; None without any.

    What the answer does comes first, then what the move itself does, then what the better move would have done.
    """
    told = [
        motif for role in FAULTS for reason in reasons if reason.role is role and (motif := reason.motif) is not None
    ]
    return next((motif for motif in told if motif != MATERIAL), MATERIAL if told else None)
