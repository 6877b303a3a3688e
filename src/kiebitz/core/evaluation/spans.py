"""Spans: sets of squares ahead of, behind and beside men, found for all men of a set at once.

'Ahead' is towards the enemy, seen by ``side``; a filled set holds the men themselves, a span does not.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import FILE_A, RANK_1, WHITE, Bitboard, Square, east, west


@cython.inline
def filled_north(bits: Bitboard) -> Bitboard:
    """The men and every square north of them."""
    bits |= bits << 8
    bits |= bits << 16
    return bits | bits << 32


@cython.inline
def filled_south(bits: Bitboard) -> Bitboard:
    """The men and every square south of them."""
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32


@cython.inline
def filled_ahead(bits: Bitboard, side: cython.int) -> Bitboard:
    """The men and every square ahead of them."""
    return filled_north(bits) if side == WHITE else filled_south(bits)


@cython.inline
def step_ahead(bits: Bitboard, side: cython.int) -> Bitboard:
    """Each square one rank ahead."""
    return bits << 8 if side == WHITE else bits >> 8


@cython.inline
def step_back(bits: Bitboard, side: cython.int) -> Bitboard:
    """Each square one rank back."""
    return bits >> 8 if side == WHITE else bits << 8


@cython.inline
def span_ahead(bits: Bitboard, side: cython.int) -> Bitboard:
    """Every square ahead of the men."""
    return step_ahead(filled_ahead(bits, side), side)


@cython.inline
def span_behind(bits: Bitboard, side: cython.int) -> Bitboard:
    """Every square behind the men."""
    return step_back(filled_ahead(bits, side ^ 1), side)


@cython.inline
def filled_files(bits: Bitboard) -> Bitboard:
    """Whole files that hold a man."""
    return filled_north(bits) | filled_south(bits)


@cython.inline
def beside(bits: Bitboard) -> Bitboard:
    """The squares to the left and right of the men."""
    return east(bits) | west(bits)


@cython.inline
def pawn_attacks(pawns: Bitboard, side: cython.int) -> Bitboard:
    """The squares that pawns of ``side`` attack."""
    return beside(step_ahead(pawns, side))


@cython.inline
def passed_among(pawns: Bitboard, enemies: Bitboard, side: cython.int) -> Bitboard:
    """Pawns of ``side`` that no enemy pawn can stop or take, now or later; of doubled ones the first."""
    enemy: cython.int = side ^ 1
    stopped: Bitboard = span_ahead(enemies, enemy) | filled_ahead(pawn_attacks(enemies, enemy), enemy)
    return pawns & ~stopped & ~span_behind(pawns, side)


@cython.inline
def relative_rank(rank: cython.int, side: cython.int) -> Bitboard:
    """A rank from 0 to 7 as ``side`` counts it."""
    return RANK_1 << 8 * (rank if side == WHITE else 7 - rank)


@cython.inline
def rank_of(square: Square, side: cython.int) -> cython.int:
    """The rank of a square, from 0, as ``side`` counts it."""
    return square >> 3 if side == WHITE else 7 - (square >> 3)


@cython.inline
def file_of(file: cython.int) -> Bitboard:
    """The squares of a file from 0."""
    return FILE_A << file


@cython.inline
def distance(here: Square, there: Square) -> cython.int:
    """Steps of a king from one square to the other."""
    ranks: cython.int = (here >> 3) - (there >> 3)
    files: cython.int = (here & 7) - (there & 7)
    ranks = -ranks if ranks < 0 else ranks
    files = -files if files < 0 else files
    return ranks if ranks > files else files
