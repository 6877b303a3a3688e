"""First-order values: what a man is worth for standing where it stands, whatever else is on the board.

Piece value and first-order value are one table, for the position keeps their sum up to date move by move
(``Position.placement``). A black man's entry is the negative of the white man's on the square mirrored in the
horizontal middle line.

Thread safety: written once, at import.
"""

from cython.cimports.kiebitz.core.chess.bitboard import BLACK, WHITE
from cython.cimports.kiebitz.core.evaluation.pair import pair

from kiebitz.core.evaluation.classical.weights import PLACEMENT as GRIDS
from kiebitz.core.evaluation.classical.weights import WEIGHTS


def fill_tables():
    """Unfold the half-board grids to both colours and both wings."""
    values = WEIGHTS["piece_values"].values
    for kind, (middlegame, endgame) in enumerate(GRIDS.values()):
        for square in range(64):
            row = 7 - square // 8
            column = min(square % 8, 7 - square % 8)
            worth = pair(values[kind][0] + middlegame[row][column], values[kind][1] + endgame[row][column])
            PLACEMENT[2 * kind + WHITE][square] = worth
            PLACEMENT[2 * kind + BLACK][square ^ 56] = -worth


fill_tables()
