"""King and pawn against king as one explicit game graph: every position, its moves, and the truth about it.

The whole ending has less than 400,000 positions, so a full-width search of depth d *from every position at once* is d
rounds of minimax over arrays: what otherwise is a tree is here a graph whose nodes all trees share. White has the pawn
and either wins or draws, so that a position has one of the two values of the lecture's game trees: 1 (White wins) or 0.

Layout: a position's index is ((side × 64 + white king) × 64 + black king) × 48 + pawn - 8, squares from a1 = 0 to h8 =
63, side 0 for White to move. Behind the positions follow the promoted ones (white king, black king, file), where the
graph ends, and two sure outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Indices = NDArray[np.int32]
Grades = NDArray[np.float32]

SQUARES, PAWN_SQUARES, FILES = 64, 48, 8
POSITIONS = 2 * SQUARES * SQUARES * PAWN_SQUARES
PROMOTED = POSITIONS
DRAWN = PROMOTED + SQUARES * SQUARES * FILES
WON = DRAWN + 1
NODES = WON + 1
"""Positions, promoted positions and the two outcomes."""
NO_MOVE = -1
KING_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
MOVES = len(KING_STEPS) + 2
"""Columns of the table of moves: the king's steps, the pawn's one and two squares."""


@dataclass(frozen=True, slots=True)
class PawnEnding:
    """The graph and its truth."""

    legal: Bools
    """By position: whether it can stand on a board with this side to move."""
    targets: Indices
    """By position and move: the node it leads to, or NO_MOVE."""
    truth: Bools
    """By node: whether White wins."""
    distance: Indices
    """By node: plies to the promotion or mate that wins, both sides playing their best; 0 where nothing is won."""

    @property
    def choices(self) -> Bools:
        """By position: whether the side to move can both keep and spoil what it has."""
        values, there = self.truth[self.targets], self.targets != NO_MOVE
        white = white_to_move()
        keeps = np.where(white[:, None], values, ~values) & there
        spoils = ~keeps & there
        choices: Bools = self.legal & keeps.any(axis=1) & spoils.any(axis=1)
        return choices

    def back_up(self, values: Bools) -> Bools:
        """One more ply of minimax: every position's value from those of the nodes its moves lead to.

        Promoted positions and outcomes keep their values, and so do positions that cannot be.
        """
        white = white_to_move()
        there = self.targets != NO_MOVE
        best_for_white = (values[self.targets] & there).any(axis=1)
        best_for_black = (values[self.targets] | ~there).all(axis=1)
        backed = values.copy()
        backed[:POSITIONS] = np.where(self.legal, np.where(white, best_for_white, best_for_black), values[:POSITIONS])
        return backed

    def back_up_grades(self, grades: Grades) -> Grades:
        """As ``back_up``, for values between and beyond 0 and 1; greater is better for White."""
        there = self.targets != NO_MOVE
        below = grades[self.targets]
        best_for_white = np.where(there, below, -np.inf).max(axis=1)
        best_for_black = np.where(there, below, np.inf).min(axis=1)
        backed = grades.copy()
        backed[:POSITIONS] = np.where(
            self.legal, np.where(white_to_move(), best_for_white, best_for_black), grades[:POSITIONS]
        )
        return backed


def white_to_move() -> Bools:
    """By position: whether White is to move."""
    white: Bools = np.arange(POSITIONS) < POSITIONS // 2
    return white


def index_of(white_turn: bool, white_king: int, black_king: int, pawn: int) -> int:
    """A position's index."""
    side = 0 if white_turn else 1
    return ((side * SQUARES + white_king) * SQUARES + black_king) * PAWN_SQUARES + pawn - FILES


def build() -> PawnEnding:
    """The graph with every move, and the truth by backing values up until nothing changes."""
    white, white_king, black_king, pawn = _fields()
    legal = (
        ~_touch(white_king, black_king)
        & (white_king != pawn)
        & (black_king != pawn)
        & ~(white & _pawn_attacks(pawn, black_king))
    )
    targets = np.full((POSITIONS, MOVES), NO_MOVE, dtype=np.int32)
    for column, (ranks, files) in enumerate(KING_STEPS):
        king = np.where(white, white_king, black_king)
        other = np.where(white, black_king, white_king)
        inside = _inside(king, ranks, files)
        square = np.where(inside, king + ranks * FILES + files, 0)
        possible = legal & inside & ~_touch(square, other)
        white_moves = possible & white & (square != pawn)
        targets[white_moves, column] = _index(False, square, black_king, pawn)[white_moves]
        takes = possible & ~white & (square == pawn)
        targets[takes, column] = DRAWN
        black_moves = possible & ~white & (square != pawn) & ~_pawn_attacks(pawn, square)
        targets[black_moves, column] = _index(True, white_king, square, pawn)[black_moves]
    free = legal & white & (pawn + FILES != white_king) & (pawn + FILES != black_king)
    last = pawn >= SQUARES - 2 * FILES
    one = free & ~last
    targets[one, MOVES - 2] = _index(False, white_king, black_king, pawn + FILES)[one]
    promotes = free & last
    targets[promotes, MOVES - 2] = (PROMOTED + (white_king * SQUARES + black_king) * FILES + pawn % FILES)[promotes]
    jump = pawn + 2 * FILES
    two = free & (pawn < 2 * FILES) & (jump != white_king) & (jump != black_king)
    targets[two, MOVES - 1] = _index(False, white_king, black_king, np.minimum(jump, SQUARES - 1))[two]
    stuck = legal & (targets == NO_MOVE).all(axis=1)
    # Without a move: mated by the pawn, or stalemate. A step of no length stands for it, so that minimax needs no case.
    targets[stuck, 0] = np.where(_pawn_attacks(pawn, black_king) & ~white, WON, DRAWN)[stuck]
    truth, distance = _promoted_truth(), np.zeros(NODES, dtype=np.int32)
    plies = 0
    while True:
        plies += 1
        backed = PawnEnding(legal, targets, truth, distance).back_up(truth)
        distance[backed & ~truth] = plies
        if (backed == truth).all():
            return PawnEnding(legal, targets, truth, distance)
        truth = backed


def _promoted_truth() -> Bools:
    """By node, before anything is backed up: a promoted position is won unless Black's king takes the new piece."""
    truth = np.zeros(NODES, dtype=np.bool_)
    white_king, black_king, file = np.indices((SQUARES, SQUARES, FILES), dtype=np.int32).reshape(3, -1)
    square = file + SQUARES - FILES
    truth[PROMOTED:DRAWN] = ~_touch(black_king, square) | _touch(white_king, square)
    truth[WON] = True
    return truth


def _fields() -> tuple[Bools, Indices, Indices, Indices]:
    """Side, white king, black king and pawn of every position."""
    side, white_king, black_king, pawn = np.indices((2, SQUARES, SQUARES, PAWN_SQUARES), dtype=np.int32).reshape(4, -1)
    return side == 0, white_king, black_king, pawn + FILES


def _index(white_turn: bool, white_king: Indices, black_king: Indices, pawn: Indices) -> Indices:
    side = 0 if white_turn else 1
    index: Indices = ((side * SQUARES + white_king) * SQUARES + black_king) * PAWN_SQUARES + pawn - FILES
    return index


def _touch(one: Indices, other: Indices) -> Bools:
    """True if two squares are the same or a king's step apart."""
    near: Bools = (abs(one // FILES - other // FILES) <= 1) & (abs(one % FILES - other % FILES) <= 1)
    return near


def _pawn_attacks(pawn: Indices, square: Indices) -> Bools:
    """True if the white pawn attacks a square."""
    attacks: Bools = (square // FILES == pawn // FILES + 1) & (abs(square % FILES - pawn % FILES) == 1)
    return attacks


def _inside(square: Indices, ranks: int, files: int) -> Bools:
    rank, file = square // FILES + ranks, square % FILES + files
    inside: Bools = (rank >= 0) & (rank < FILES) & (file >= 0) & (file < FILES)
    return inside
