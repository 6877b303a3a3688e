"""The states of the machine in words, for people who look on."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple


class StateText(NamedTuple):
    """What a state is about."""

    module: str
    """The module at work."""
    meaning: str
    """What happens in the cycle."""


STATE_TEXTS = MappingProxyType(
    {
        "IDLE": StateText("AlphaBetaFSM", "The machine waits for a question."),
        "VICTIM WAIT": StateText(
            "GenVictim", "Men of the side to move send signals; empty squares pass them on; what arrives is kept."
        ),
        "VICTIM": StateText(
            "GenVictim", "Of the squares reached the comparator tree takes the one with the most valuable man."
        ),
        "AGGRESSOR WAIT": StateText(
            "GenAggressor", "The square found sends the signals of a super piece; own men who receive theirs are kept."
        ),
        "AGGRESSOR": StateText("GenAggressor", "Of those men the comparator tree takes the least valuable."),
        "DO MOVE": StateText("Board", "Two squares are written; block RAM looks up what the men are worth there."),
        "DO SPECIAL": StateText("Board", "The rook of castling, or the pawn taken in passing."),
        "EVALUATE 1": StateText("Evaluate", "The sums take in what was looked up; the other side sends its signals."),
        "EVALUATE 2": StateText(
            "Evaluate", "All modules look at the board, WeightedSum adds up; TestCheck looks at the king."
        ),
        "EVALUATE 3": StateText(
            "Evaluate", "The sum is divided: that is the position's value. An illegal move is known."
        ),
        "UNDO MOVE": StateText(
            "Board", "The value is compared with the window: the move is taken back, or its position looked at."
        ),
        "UNDO SPECIAL": StateText(
            "Board", "As UNDO MOVE; the rook of castling, or the pawn taken in passing, goes first."
        ),
        "NODE DONE": StateText(
            "SearchStack", "Nothing is left to try, or a move was good enough: up to the node above."
        ),
    }
)
"""By the names of ``alpha_beta_fsm.STATES``."""
