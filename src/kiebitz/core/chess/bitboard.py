"""Bitboards: sets of squares as 64-bit words, a1 = bit 0, h1 = bit 7, h8 = bit 63.

Layout: attack tables for the men that step are indexed by square; for the men that slide, each square owns a part of
one shared table (862 KiB), indexed by its blockers: by the PEXT instruction where the build's target has it, else by
magic multiplication. Both give the same attacks.

Thread safety: everything here is written once, at import, and only read afterwards.
"""

import cython

from kiebitz.core.chess.magics import BISHOP_MAGICS, ROOK_MAGICS

KNIGHT_STEPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KING_STEPS = ROOK_STEPS + BISHOP_STEPS


@cython.inline
def bit(square: Square) -> Bitboard:
    """The set of one square."""
    return cython.cast(Bitboard, 1) << square


@cython.inline
def rook_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a rook attacks, up to the first pieces in its way."""
    slider: cython.pointer(Slider) = cython.address(ROOK_SLIDERS[square])
    return slider.attacks[slider_index(occupied, slider.mask, slider.magic, slider.shift)]


@cython.inline
def bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard:
    """The squares a bishop attacks, up to the first pieces in its way."""
    slider: cython.pointer(Slider) = cython.address(BISHOP_SLIDERS[square])
    return slider.attacks[slider_index(occupied, slider.mask, slider.magic, slider.shift)]


@cython.inline
def north(bits: Bitboard) -> Bitboard:
    """Each square one rank up; what leaves the board is gone."""
    return bits << 8


@cython.inline
def south(bits: Bitboard) -> Bitboard:
    """Each square one rank down; what leaves the board is gone."""
    return bits >> 8


@cython.inline
def east(bits: Bitboard) -> Bitboard:
    """Each square one file to the right; what leaves the board is gone."""
    return (bits & ~FILE_H) << 1


@cython.inline
def west(bits: Bitboard) -> Bitboard:
    """Each square one file to the left; what leaves the board is gone."""
    return (bits & ~FILE_A) >> 1


@cython.inline
def forward(bits: Bitboard, side: cython.int) -> Bitboard:
    """One rank towards the enemy, seen by ``side``."""
    return bits << 8 if side == WHITE else bits >> 8


@cython.inline
def pawn_attacks_east(bits: Bitboard, side: cython.int) -> Bitboard:
    """Squares that the pawns ``bits`` of ``side`` attack to the east."""
    return (bits & ~FILE_H) << 9 if side == WHITE else (bits & ~FILE_H) >> 7


@cython.inline
def pawn_attacks_west(bits: Bitboard, side: cython.int) -> Bitboard:
    """Squares that the pawns ``bits`` of ``side`` attack to the west."""
    return (bits & ~FILE_A) << 7 if side == WHITE else (bits & ~FILE_A) >> 9


def reach_of_steps(square, steps):
    """Squares one step away."""
    reached: Bitboard = 0
    for rank_step, file_step in steps:
        rank: cython.int = square // 8 + rank_step
        file: cython.int = square % 8 + file_step
        if 0 <= rank < 8 and 0 <= file < 8:
            reached |= bit(rank * 8 + file)
    return reached


def slide(square, rank_step, file_step, occupied):
    """Squares along one direction up to and including the first blocker."""
    reached: Bitboard = 0
    rank = square // 8 + rank_step
    file = square % 8 + file_step
    while 0 <= rank < 8 and 0 <= file < 8:
        step = bit(rank * 8 + file)
        reached |= step
        if occupied & step:
            break
        rank += rank_step
        file += file_step
    return reached


def slides(square, diagonal, occupied):
    """Squares a rook (or, ``diagonal``, a bishop) attacks, found by walking: the truth that the tables are made of."""
    if diagonal:
        return (
            slide(square, 1, 1, occupied)
            | slide(square, 1, -1, occupied)
            | slide(square, -1, 1, occupied)
            | slide(square, -1, -1, occupied)
        )
    return (
        slide(square, 1, 0, occupied)
        | slide(square, -1, 0, occupied)
        | slide(square, 0, 1, occupied)
        | slide(square, 0, -1, occupied)
    )


def inner_mask(square, diagonal):
    """The squares whose occupation changes the attacks from ``square``: its rays without the rim they end on."""
    rank_rim = (RANK_1 | RANK_8) & ~(RANK_1 << (square & 56))
    file_rim = (FILE_A | FILE_H) & ~(FILE_A << (square & 7))
    return slides(square, diagonal, 0) & ~rank_rim & ~file_rim


def fill_slider(slider, square, diagonal, magic, attacks):
    """Set up one square's look-up and fill its part of the table; returns the number of entries used."""
    slider.mask = inner_mask(square, diagonal)
    slider.magic = magic
    slider.attacks = attacks
    slider.shift = 64 - popcount(slider.mask)
    blockers: Bitboard = 0
    while True:
        place = slider_index(blockers, slider.mask, slider.magic, slider.shift)
        attacks[place] = slides(square, diagonal, blockers)
        blockers = (blockers - slider.mask) & slider.mask
        if blockers == 0:
            break
    return cython.cast(cython.int, 1) << popcount(slider.mask)


def fill_tables():
    """Compute every table, once, at import."""
    used: cython.int = 0
    for square in range(64):
        KNIGHT_ATTACKS[square] = reach_of_steps(square, KNIGHT_STEPS)
        KING_ATTACKS[square] = reach_of_steps(square, KING_STEPS)
        PAWN_ATTACKS[WHITE][square] = reach_of_steps(square, ((1, 1), (1, -1)))
        PAWN_ATTACKS[BLACK][square] = reach_of_steps(square, ((-1, 1), (-1, -1)))
        ROOK_RAYS[square] = slides(square, False, 0)
        BISHOP_RAYS[square] = slides(square, True, 0)
        used += fill_slider(
            cython.address(ROOK_SLIDERS[square]), square, False, ROOK_MAGICS[square], SLIDER_TABLE + used
        )
        used += fill_slider(
            cython.address(BISHOP_SLIDERS[square]), square, True, BISHOP_MAGICS[square], SLIDER_TABLE + used
        )
    for here in range(64):
        for there in range(64):
            fill_line(here, there)


def fill_line(here, there):
    """The line through two squares and the squares between them."""
    BETWEEN[here][there] = 0
    LINE[here][there] = 0
    if here == there:
        return
    ends = bit(here) | bit(there)
    for diagonal in range(2):
        if slides(here, diagonal, 0) & bit(there):
            BETWEEN[here][there] = slides(here, diagonal, ends) & slides(there, diagonal, ends)
            LINE[here][there] = (slides(here, diagonal, 0) & slides(there, diagonal, 0)) | ends


fill_tables()


def uses_pext() -> bool:
    """True if this build looks sliding attacks up with the PEXT instruction."""
    return bool(USES_PEXT)


def attacks_from(square: int, kind: int, occupied: int) -> int:
    """Squares that a knight, bishop, rook, queen or king on ``square`` attacks, as a mask, given the men on the board.

    ``kind`` is 1 (knight) to 5 (king); raises ValueError for anything else, and for a square outside 0..63.
    """
    if not 0 <= square < 64:
        raise ValueError(f"square {square} is not in 0..63")
    blockers: Bitboard = occupied
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, blockers)
    if kind == ROOK:
        return rook_attacks(square, blockers)
    if kind == QUEEN:
        return rook_attacks(square, blockers) | bishop_attacks(square, blockers)
    if kind == KING:
        return KING_ATTACKS[square]
    raise ValueError(f"no sliding or stepping man has kind {kind}")
