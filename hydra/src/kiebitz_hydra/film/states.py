"""The states of the machine in words, for people who look on."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple


class StateText(NamedTuple):
    """The text on a state."""

    module: str
    """The module at work."""
    meaning: str
    """The events of the cycle."""
    german: str
    """The same in German."""


STATE_TEXTS = MappingProxyType(
    {
        "IDLE": StateText("AlphaBetaFSM", "The machine waits for a question.", "Die Maschine wartet auf eine Frage."),
        "VICTIM WAIT": StateText(
            "GenVictim",
            "Men of the side to move send signals; empty squares pass them on; what arrives is kept.",
            "Figuren der Seite am Zug senden Signale; leere Felder reichen sie weiter; was ankommt, wird behalten.",
        ),
        "VICTIM": StateText(
            "GenVictim",
            "Of the squares reached the comparator tree takes the one with the most valuable man.",
            "Unter den erreichten Feldern nimmt der Vergleicherbaum das mit der wertvollsten Figur.",
        ),
        "AGGRESSOR WAIT": StateText(
            "GenAggressor",
            "The square found sends the signals of a super piece; own men who receive theirs are kept.",
            "Das Feld sendet die Signale einer Superfigur; eigene Figuren, die das ihre empfangen, werden behalten.",
        ),
        "AGGRESSOR": StateText(
            "GenAggressor",
            "Of those men the comparator tree takes the least valuable.",
            "Unter diesen nimmt der Vergleicherbaum die am wenigsten wertvolle.",
        ),
        "DO MOVE": StateText(
            "Board",
            "Two squares are written; block RAM looks up what the men are worth there.",
            "Zwei Felder werden geschrieben; Block-RAM schlägt nach, was die Figuren dort wert sind.",
        ),
        "DO SPECIAL": StateText(
            "Board",
            "The rook of castling, or the pawn taken in passing.",
            "Der Turm der Rochade, oder der en passant geschlagene Bauer.",
        ),
        "EVALUATE 1": StateText(
            "Evaluate",
            "The sums take in what was looked up; the other side sends its signals.",
            "Die Summen nehmen auf, was nachgeschlagen wurde; die andere Seite sendet ihre Signale.",
        ),
        "EVALUATE 2": StateText(
            "Evaluate",
            "All modules look at the board, WeightedSum adds up; TestCheck looks at the king.",
            "Alle Module sehen das Brett an, WeightedSum zählt zusammen; TestCheck sieht nach dem König.",
        ),
        "EVALUATE 3": StateText(
            "Evaluate",
            "The sum is divided: that is the position's value. An illegal move is known.",
            "Die Summe wird geteilt: das ist der Wert der Stellung. Ein verbotener Zug ist erkannt.",
        ),
        "UNDO MOVE": StateText(
            "Board",
            "The value is compared with the window: the move is taken back, or its position looked at.",
            "Der Wert wird mit dem Fenster verglichen: der Zug wird zurückgenommen, oder seine Stellung angesehen.",
        ),
        "UNDO SPECIAL": StateText(
            "Board",
            "As UNDO MOVE; the rook of castling, or the pawn taken in passing, goes first.",
            "Wie UNDO MOVE; der Turm der Rochade oder der en passant geschlagene Bauer kommt zuerst.",
        ),
        "NODE DONE": StateText(
            "SearchStack",
            "Nothing is left to try, or a move was good enough: up to the node above.",
            "Nichts mehr zu versuchen, oder ein Zug war gut genug: zum Knoten darüber.",
        ),
    }
)
"""By the names of ``alpha_beta_fsm.STATES``."""
