"""Sliding attacks by look-up against walking in plain Python, on every square and for every set of blockers."""

import pytest

from kiebitz.core.shogi.bitboard import attacks_from
from kiebitz.core.shogi.magics import BISHOP_MAGICS
from kiebitz.core.shogi.sfen import SQUARE_AT, square_at

WORD = (1 << 64) - 1
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (1, -1), (-1, 1))
PLACES = [(file, rank) for file in range(9) for rank in range(9)]


def walked(file, rank, diagonal, occupied, inner=False):
    """Squares that a slider attacks; ``inner``: without those on the rim that end a ray."""
    reached = 0
    for file_step, rank_step in DIAGONAL if diagonal else STRAIGHT:
        at, on = file + file_step, rank + rank_step
        while at in range(9) and on in range(9):
            if inner and not (at + file_step in range(9) and on + rank_step in range(9)):
                break
            reached |= 1 << square_at(at, on)
            if occupied >> square_at(at, on) & 1:
                break
            at, on = at + file_step, on + rank_step
    return reached


def subsets(mask):
    """Every subset of a set of squares."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


@pytest.mark.parametrize(("file", "rank"), PLACES[::10])
def test_rooks_for_every_set_of_blockers(file, rank):
    for blockers in subsets(walked(file, rank, False, 0, inner=True)):
        assert attacks_from(square_at(file, rank), False, blockers) == walked(file, rank, False, blockers)


def test_bishops_for_every_set_of_blockers():
    looked_up = 0
    for file, rank in PLACES:
        for blockers in subsets(walked(file, rank, True, 0, inner=True)):
            assert attacks_from(square_at(file, rank), True, blockers) == walked(file, rank, True, blockers)
            looked_up += 1
    assert looked_up == 20_224


def test_blockers_elsewhere_change_nothing():
    everywhere = sum(1 << square for square in SQUARE_AT.values())
    for file, rank in PLACES:
        for diagonal in (False, True):
            beyond = everywhere & ~walked(file, rank, diagonal, 0)
            assert attacks_from(square_at(file, rank), diagonal, beyond) == walked(file, rank, diagonal, 0)


def test_magic_factors_index_without_collisions_that_matter():
    """A build with PEXT never uses them, so they are proven here for the builds that do."""
    assert len(BISHOP_MAGICS) == 81
    for (file, rank), magic in zip(PLACES, BISHOP_MAGICS, strict=True):
        mask = walked(file, rank, True, 0, inner=True)
        assert mask & WORD & mask >> 64 == 0
        shift = 64 - mask.bit_count()
        seen = {}
        for blockers in subsets(mask):
            folded = blockers & WORD | blockers >> 64
            attacks = walked(file, rank, True, blockers)
            assert seen.setdefault((folded * magic & WORD) >> shift, attacks) == attacks


def test_squares_that_do_not_exist_are_refused():
    for square in (-1, 63, 82):
        with pytest.raises(ValueError, match=f"square {square}"):
            attacks_from(square, False, 0)
