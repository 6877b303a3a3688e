"""King cover: the pawns before the king, the enemy pawns that storm it, open files, and its distance from the pawns.

A king that may still castle has the best of the covers it can choose from. The cover follows from pawns, kings and
castling rights alone and is kept beside the pawn structure.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, PAWN, WHITE
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.evaluation.load_weights import load_series, load_weight
from cython.cimports.kiebitz.core.evaluation.pair import middlegame_of
from cython.cimports.kiebitz.core.evaluation.spans import (
    distance,
    file_of,
    filled_ahead,
    rank_of,
    relative_rank,
)
from cython.cimports.kiebitz.core.machine import highest, lowest

from kiebitz.core.evaluation.classical.weights import WEIGHTS


def fill_cover(position, entry, white_king, black_king):
    """Make sure that the entry's cover is that of these kings and the position's castling rights."""
    wanted: cython.int = white_king | black_king << 6 | position.castling << 12
    if entry.cover_of != wanted:
        entry.cover_of = wanted
        entry.cover[WHITE] = king_cover(position, white_king, WHITE)
        entry.cover[BLACK] = king_cover(position, black_king, BLACK)


def king_cover(position, king, side):
    """The best cover within reach, and the king's distance from its pawns; own view."""
    pawns = position.men(side, PAWN)
    enemies = position.men(side ^ 1, PAWN)
    best = cover_at(pawns, enemies, king, side)
    for right in range(2 * side, 2 * side + 2):
        if position.castling & (1 << right):
            castled = cover_at(pawns, enemies, castled_king(king, position.rook_home[right]), side)
            if middlegame_of(castled) > middlegame_of(best):
                best = castled
    steps: cython.int = 0
    if pawns:
        steps = 7
        men = pawns
        while men:
            steps = min(steps, distance(king, lowest(men)))
            men &= men - 1
    return best + W.king_far_from_pawns * steps


def nearest(pawns, side):
    """Rank, 0 to 7 as ``side`` counts, of the pawn nearest to its back rank; 0 if there is none."""
    if not pawns:
        return 0
    return rank_of(lowest(pawns) if side == WHITE else highest(pawns), side)


def cover_at(pawns, enemies, king, side):
    """Value of shield and storm on the three files at a king's square, own view."""
    total: Pair = 0
    before = filled_ahead(relative_rank(rank_of(king, side), side), side)
    centre = min(max(king & 7, 1), 6)
    for file in range(centre - 1, centre + 2):
        own = pawns & file_of(file)
        enemy = enemies & file_of(file)
        own_rank = nearest(own & before, side)
        enemy_rank = nearest(enemy & before, side)
        total += W.shield[min(file, 7 - file)][own_rank]
        if own_rank and enemy_rank == own_rank + 1:
            total += W.storm_rammed[enemy_rank]
        else:
            total += W.storm_free[enemy_rank]
        if not own | enemy:
            total += W.open_king_file
    return total


def load():
    """Copy the weights into C."""
    load_series(WEIGHTS["shield_rim"], W.shield[0], 8)
    load_series(WEIGHTS["shield_knight_file"], W.shield[1], 8)
    load_series(WEIGHTS["shield_bishop_file"], W.shield[2], 8)
    load_series(WEIGHTS["shield_centre"], W.shield[3], 8)
    load_series(WEIGHTS["storm_free"], W.storm_free, 8)
    load_series(WEIGHTS["storm_rammed"], W.storm_rammed, 8)
    W.open_king_file = load_weight(WEIGHTS["open_king_file"])
    W.king_far_from_pawns = load_weight(WEIGHTS["king_far_from_pawns"])


load()
