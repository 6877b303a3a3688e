"""Tartan's evaluation in plain Python: material, mobility, pawn structure, centre, king safety.

The article gives the values of the men and says that the other criteria count, not how much; those weights are ours,
chosen small against material as it asks, and untested. Everything is White's view, in 1/128 pawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.lab.board.generator import PAWNS, moves
from kiebitz.lab.board.mailbox import BLACK_KING_SLOT, SLOTS, WHITE_KING_SLOT, Mailbox
from kiebitz.lab.board.squares import (
    BISHOP,
    CASTLING_ROOK,
    EN_PASSANT_PAWN,
    FILE_STEP,
    FILES,
    KNIGHT,
    PAWN,
    QUEEN,
    RANK_STEP,
    ROOK,
    file_of,
    square_named,
)

MATERIAL = {
    PAWN: 128,
    EN_PASSANT_PAWN: 128,
    KNIGHT: 384,
    BISHOP: 384,
    ROOK: 640,
    CASTLING_ROOK: 640,
    QUEEN: 1152,
}
"""The article's values; the king has none, it can't be lost."""
MOBILITY_WEIGHT = 3
"""For each move in the move list."""
DOUBLED_PAWN = -20
"""For each pawn beyond the first on a file."""
ISOLATED_PAWN = -16
"""For each pawn without own pawns on the files beside it."""
CENTRE_PAWN, CENTRE_PIECE = 16, 8
"""For a man on d4, e4, d5 or e5."""
KING_SHIELD = 12
"""For each own pawn before or diagonally before the king, while the enemy has a queen."""
CENTRE = frozenset(map(square_named, ("d4", "e4", "d5", "e5")))


@dataclass(frozen=True, slots=True)
class TartanEvaluation:
    """The criteria one by one, White's view, in 1/128 pawn."""

    material: int
    mobility: int
    pawn_structure: int
    centre: int
    king_safety: int

    @property
    def total(self) -> int:
        """Their sum."""
        return self.material + self.mobility + self.pawn_structure + self.centre + self.king_safety


def evaluate(board: Mailbox) -> TartanEvaluation:
    """Judge a quiet position without looking ahead."""
    white, black = _side_terms(board, is_white=True), _side_terms(board, is_white=False)
    return TartanEvaluation(*(ours - theirs for ours, theirs in zip(white, black, strict=True)))


def _side_terms(board: Mailbox, *, is_white: bool) -> tuple[int, int, int, int, int]:
    """The five criteria of one side, each as good for it."""
    sign = 1 if is_white else -1
    material = centre = 0
    pawns_on_file = [0] * len(FILES)
    for slot in _slots(is_white):
        square = board.places[slot]
        if not square:
            continue
        kind = board.squares[square] * sign
        material += MATERIAL.get(kind, 0)
        if kind in PAWNS:
            pawns_on_file[file_of(square)] += 1
        if square in CENTRE:
            centre += CENTRE_PAWN if kind in PAWNS else CENTRE_PIECE
    mobility = MOBILITY_WEIGHT * _mobility(board, is_white)
    return material, mobility, _pawn_structure(pawns_on_file), centre, _king_safety(board, is_white)


def _slots(is_white: bool) -> range:
    return range(WHITE_KING_SLOT, BLACK_KING_SLOT) if is_white else range(BLACK_KING_SLOT, SLOTS)


def _mobility(board: Mailbox, is_white: bool) -> int:
    """The length of a side's move list, whoever is to move."""
    mover = board.white_to_move
    board.white_to_move = is_white
    length = len(moves(board))
    board.white_to_move = mover
    return length


def _pawn_structure(pawns_on_file: list[int]) -> int:
    total = 0
    for file, pawns in enumerate(pawns_on_file):
        if not pawns:
            continue
        beside = pawns_on_file[max(file - 1, 0) : file] + pawns_on_file[file + 1 : file + 2]
        total += DOUBLED_PAWN * (pawns - 1)
        if not any(beside):
            total += ISOLATED_PAWN * pawns
    return total


def _king_safety(board: Mailbox, is_white: bool) -> int:
    sign = 1 if is_white else -1
    enemies = (board.squares[board.places[slot]] for slot in _slots(not is_white) if board.places[slot])
    if -sign * QUEEN not in enemies:
        return 0
    king = board.places[WHITE_KING_SLOT if is_white else BLACK_KING_SLOT]
    before = king + sign * RANK_STEP
    shield = (before - FILE_STEP, before, before + FILE_STEP)
    return KING_SHIELD * sum(board.squares[square] * sign in PAWNS for square in shield)
