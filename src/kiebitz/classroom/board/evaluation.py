"""Tartan's evaluation in plain Python: material, mobility, pawn structure, centre, king safety.

The article gives the values of the men and says that the other criteria count, not how much. The numbers are those of
the core's Tartan, and so is what exactly control of the centre and safety of the king mean: the two judge every
position alike. Everything is in 1/128 pawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.classroom.board.generator import PAWNS, attacked, pawn_targets
from kiebitz.classroom.board.mailbox import BLACK_KING_SLOT, SLOTS, WHITE_KING_SLOT, Mailbox
from kiebitz.classroom.board.squares import (
    ALL_STEPS,
    BISHOP,
    CASTLING_ROOK,
    EMPTY,
    EN_PASSANT_PAWN,
    FILE_STEP,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    RANK_STEP,
    ROOK,
    file_of,
    square_named,
)
from kiebitz.core.evaluation.tartan.weights import NUMBERS

MATERIAL = dict(zip((PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING), NUMBERS["material"].values, strict=True))
"""The article's values; the king has none, it can't be lost."""
MATERIAL |= {EN_PASSANT_PAWN: MATERIAL[PAWN], CASTLING_ROOK: MATERIAL[ROOK]}
MOBILITY, DOUBLED, ISOLATED, CENTRE_CONTROL, SHIELD = (
    NUMBERS[name].values[0] for name in ("mobility", "doubled", "isolated", "centre", "shield")
)
CENTRE = frozenset(map(square_named, ("d4", "e4", "d5", "e5")))


@dataclass(frozen=True, slots=True)
class TartanEvaluation:
    """The criteria one by one, in 1/128 pawn."""

    material: int
    """Of the men."""
    mobility: int
    """For each move in the move list; castling and en passant are left out, and a promotion is one move."""
    pawn_structure: int
    """For doubled pawns, and for pawns without own ones on the files beside them."""
    centre: int
    """For each attack on d4, e4, d5 or e5."""
    king_safety: int
    """For own pawns beside the king, while the enemy has a queen."""

    @property
    def total(self) -> int:
        """Their sum."""
        return self.material + self.mobility + self.pawn_structure + self.centre + self.king_safety

    def __sub__(self, other: TartanEvaluation) -> TartanEvaluation:
        return TartanEvaluation(
            self.material - other.material,
            self.mobility - other.mobility,
            self.pawn_structure - other.pawn_structure,
            self.centre - other.centre,
            self.king_safety - other.king_safety,
        )


def evaluate(board: Mailbox) -> TartanEvaluation:
    """Judge a quiet position without looking ahead, White's view."""
    return evaluate_side(board, is_white=True) - evaluate_side(board, is_white=False)


def evaluate_side(board: Mailbox, *, is_white: bool) -> TartanEvaluation:
    """The criteria of one side, each as good for it."""
    squares, sign = board.squares, 1 if is_white else -1
    material = mobility = attacks = 0
    pawns_on_file = [0] * len(FILES)
    attacked_by_pawns: set[int] = set()
    for slot in _slots(is_white):
        square = board.places[slot]
        if not square:
            continue
        kind = squares[square] * sign
        material += MATERIAL[kind]
        if kind in PAWNS:
            pawns_on_file[file_of(square)] += 1
            ahead = square + sign * RANK_STEP
            attacked_by_pawns |= {ahead - FILE_STEP, ahead + FILE_STEP}
            mobility += _pawn_mobility(board, square, sign)
        else:
            for target in attacked(board, square, kind):
                mobility += squares[target] * sign <= 0
                attacks += target in CENTRE
    # Without a king the move list stays empty.
    mobility *= bool(board.places[_king_slot(is_white)])
    return TartanEvaluation(
        material,
        MOBILITY * mobility,
        _pawn_structure(pawns_on_file),
        # Two pawns that attack one square control it once.
        CENTRE_CONTROL * (attacks + len(attacked_by_pawns & CENTRE)),
        _king_safety(board, is_white),
    )


def _slots(is_white: bool) -> range:
    return range(WHITE_KING_SLOT, BLACK_KING_SLOT) if is_white else range(BLACK_KING_SLOT, SLOTS)


def _king_slot(is_white: bool) -> int:
    return WHITE_KING_SLOT if is_white else BLACK_KING_SLOT


def _pawn_mobility(board: Mailbox, origin: int, sign: int) -> int:
    """A pawn's moves, a promotion as one; taking en passant, aside to an empty square, is left out."""
    straight = file_of(origin)
    return sum(
        board.squares[target] != EMPTY or file_of(target) == straight for target in pawn_targets(board, origin, sign)
    )


def _pawn_structure(pawns_on_file: list[int]) -> int:
    total = 0
    for file, pawns in enumerate(pawns_on_file):
        if not pawns:
            continue
        beside = pawns_on_file[max(file - 1, 0) : file] + pawns_on_file[file + 1 : file + 2]
        total += DOUBLED * (pawns - 1)
        if not any(beside):
            total += ISOLATED * pawns
    return total


def _king_safety(board: Mailbox, is_white: bool) -> int:
    sign = 1 if is_white else -1
    enemies = (board.squares[board.places[slot]] for slot in _slots(not is_white) if board.places[slot])
    if -sign * QUEEN not in enemies:
        return 0
    king = board.places[_king_slot(is_white)]
    return SHIELD * sum(board.squares[king + step] * sign in PAWNS for step in ALL_STEPS)
