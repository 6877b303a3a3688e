"""What can end the search of a node, in the words and colours of page and terminal."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ReasonText:
    """How a reason is shown."""

    colour: str
    """As #rrggbb; a middle tone, seen on light and on dark ground."""
    meaning: str
    """What it says about the node, in a sentence."""


# Families share a hue: moves green and blue, the table violet, the evaluation amber, the null move red, rules brown.
REASON_TEXTS = MappingProxyType(
    {
        "beta cut": ReasonText("#2f9e6b", "A move was so good (value ≥ β) that the opponent avoids this position."),
        "all moves searched": ReasonText(
            "#3f83d6", "No move was left to try; the value is that of the best one, or of standing pat."
        ),
        "table hit": ReasonText("#8a5cd6", "The transposition table knew the position, searched deep enough before."),
        "transposition cutoff": ReasonText(
            "#b78af0", "A move leads to a position whose table entry alone refutes (enhanced transposition cutoff)."
        ),
        "stand pat": ReasonText("#e0a526", "Quiescence: the evaluation is at least β without any capture."),
        "reverse futility": ReasonText("#e0762b", "The evaluation is so far above β that a few plies can't change it."),
        "razoring": ReasonText("#b5683c", "The evaluation is hopelessly below α, and quiescence agreed."),
        "static selectivity": ReasonText("#c9b458", "Clearly ahead, near the horizon, and nothing hangs (Nimzo 1)."),
        "null move": ReasonText("#d6457a", "Even after passing, a reduced search gave at least β."),
        "multi-cut": ReasonText(
            "#f08aa9", "Without the table's move others still reached β: several moves refute, one will do."
        ),
        "nothing left to search": ReasonText(
            "#79a9a5", "Every move was dismissed unseen, or quiescence had no capture that could help."
        ),
        "mate distance": ReasonText("#8c6d4f", "A shorter mate is known already; nothing here can change the result."),
        "draw by rule": ReasonText("#a89078", "Repetition, fifty moves, or too little material to mate."),
        "longest path": ReasonText("#6e6259", "The path is as long as the search allows."),
        "mated": ReasonText("#c23b22", "The side to move is mated."),
        "stalemate": ReasonText("#7d8b99", "The side to move has no move and is not in check: a draw."),
        "stopped": ReasonText("#9aa0a8", "The search was stopped here; the value means nothing."),
        "open": ReasonText("#9aa0a8", "The search of this node never ended."),
    }
)
"""By the names of ``kiebitz.engine.trace.REASONS``, in the order of the legend."""
