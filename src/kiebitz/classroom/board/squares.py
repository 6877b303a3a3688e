"""A board of 120 squares with a border, and the men on it, as numbers.

The board lies in a list of twelve files of ten squares each: two files of border, the files a to h, two files of
border; and each file has a border square at either end. So a1 is 21, a2 is 22, b1 is 31, e1 is 61 and h8 is 98. A step
to the next rank is 1, to the next file 10. No man can step or jump off the board without landing on the border first,
where an "untakable" man stands, so no move needs to look at edges. (C. Zwerschke, Tartan, 1991.)

White's men are positive, Black's negative. The codes leave gaps for two men in a special state: a pawn that can be
taken en passant, and a rook that may still castle. So the board alone tells both rights.
"""

from __future__ import annotations

EMPTY = 0
PAWN = 1
EN_PASSANT_PAWN = 2
"""A pawn that has just moved two squares and can be taken en passant."""
KNIGHT = 3
BISHOP = 4
ROOK = 5
CASTLING_ROOK = 6
"""A rook that may still castle."""
QUEEN = 7
KING = 8
BORDER = 16

BOARD_SIZE = 120
FILE_STEP = 10
"""From a square to its neighbour on the next file."""
RANK_STEP = 1
"""From a square to its neighbour on the next rank."""
FILES, RANKS = "abcdefgh", "12345678"
FIRST_FILE, FIRST_RANK = 2, 1

SQUARES = tuple(
    FILE_STEP * file + rank
    for file in range(FIRST_FILE, FIRST_FILE + len(FILES))
    for rank in range(FIRST_RANK, FIRST_RANK + len(RANKS))
)
"""The 64 real squares, file by file."""

KNIGHT_STEPS = (21, 19, 12, 8, -8, -12, -19, -21)
BISHOP_STEPS = (11, 9, -9, -11)
ROOK_STEPS = (10, 1, -1, -10)
ALL_STEPS = (1, 11, 10, 9, -1, -11, -10, -9)
"""King and queen, in the order in which the article lists the king's."""

LETTERS = {
    PAWN: "p",
    EN_PASSANT_PAWN: "p",
    KNIGHT: "n",
    BISHOP: "b",
    ROOK: "r",
    CASTLING_ROOK: "r",
    QUEEN: "q",
    KING: "k",
}
"""The letters of FEN by kind of man."""


def file_of(square: int) -> int:
    """0 for the a-file to 7 for the h-file."""
    return square // FILE_STEP - FIRST_FILE


def rank_of(square: int) -> int:
    """0 for the first rank to 7 for the eighth."""
    return square % FILE_STEP - FIRST_RANK


def square_at(file: int, rank: int) -> int:
    """The square on a file and a rank, both from 0."""
    return FILE_STEP * (file + FIRST_FILE) + rank + FIRST_RANK


def square_name(square: int) -> str:
    """61 is e1."""
    return FILES[file_of(square)] + RANKS[rank_of(square)]


def square_named(name: str) -> int:
    """e1 is 61. Raises ValueError."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in RANKS:
        raise ValueError(f"'{name}' is no square; squares are a1 to h8")
    return square_at(FILES.index(name[0]), RANKS.index(name[1]))
