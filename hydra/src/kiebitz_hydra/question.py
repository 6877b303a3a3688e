"""The questions to the machine, and its answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess

INFINITY = 32_000
"""A window from -INFINITY to INFINITY is open: no value reaches it."""
MAX_DEPTH = 15
MATE = 30_000
"""A mate at the root; a ply further away it is worth one less."""
PLIES = 64
"""Nodes from the root to the deepest; a ply before the last one ends the search takes the window's word for a value."""
KNOWLEDGE = ("pawn_structure", "king_cover", "special_cases", "dynamic")
"""The modules of Evaluate that a machine may be made with or without, as ``core.evaluation.classical`` names them."""
Knowledge = frozenset[str]
FULL, BARE = Knowledge(KNOWLEDGE), Knowledge()
"""All of these modules, and none of them."""

EMPTY_SQUARE = 64
"""In place of the square for captures in passing: there is none."""


class EvaluationName(StrEnum):
    """The knowledge of a machine, beside its pieces, their squares and the side to move."""

    FULL = "full"
    LASTING = "lasting"
    """All but Dynamic: no attacks on men and kings, no mobility."""
    BARE = "bare"

    @property
    def knowledge(self) -> Knowledge:
        """The modules."""
        return {"full": FULL, "lasting": FULL - {"dynamic"}, "bare": BARE}[self.value]


class NotForHardwareError(ValueError):
    """A position that the machine can't be given."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position and what is asked of it."""

    men: tuple[tuple[int, int, bool], ...]
    """Every man: square, kind (1 to 6, pawn to king), whether he is Black's."""
    black: bool
    """True if Black is to move."""
    rights: int
    """Rights to castle: White short 1, White long 2, Black short 4, Black long 8."""
    en_passant: int
    """The square behind a pawn that has just gone two steps, or EMPTY_SQUARE."""
    depth: int
    """Plies before quiescence."""
    alpha: int = -INFINITY
    """The window's lower end, in centipawns from the view of the side to move."""
    beta: int = INFINITY
    """The upper end; greater than alpha."""
    perft: bool = False
    """Count the leaves at ``depth`` instead; at depth 0, the captures."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The machine's answer."""

    value: int
    """Centipawns from the view of the side to move, within the window; of perft, nothing."""
    best: str | None
    """The best move (UCI) if its value lies above alpha."""
    nodes: int
    """Nodes visited below the root, or leaves counted."""
    cycles: tuple[int, ...]
    """Cycles by state, in the order of ``alpha_beta_fsm.STATES``; loading the position isn't counted."""
    moves: tuple[str, ...]
    """The legal moves (UCI) that the root has tried, in order."""
    evaluations: tuple[int, ...]
    """Values of the position after each of them without search, in centipawns from its side to move's view."""


def question_of(
    board: chess.Board, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, *, perft: bool = False
) -> Question:
    """The question about a position. Raises NotForHardwareError for what the machine doesn't know."""
    import chess

    rights = board.clean_castling_rights()
    kings = {
        board.king(side) for side in chess.COLORS if rights & chess.BB_BACKRANKS & chess.BB_RANKS[0 if side else 7]
    }
    if rights & ~chess.BB_CORNERS or not kings <= {chess.E1, chess.E8}:
        raise NotForHardwareError("the machine castles from e1 and e8 only; give a position of chess, not Chess960")
    men = tuple((square, man.piece_type, not man.color) for square, man in board.piece_map().items())
    by_right = sum(
        1 << right for right, rook in enumerate((chess.H1, chess.A1, chess.H8, chess.A8)) if rights >> rook & 1
    )
    en_passant = EMPTY_SQUARE if board.ep_square is None else board.ep_square
    return Question(men, not board.turn, by_right, en_passant, depth, alpha, beta, perft)
