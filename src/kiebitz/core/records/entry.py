"""An entry of training data: a position with a move, a score and a result; what all formats are read into.

Scores and results are in the view of the side to move; a score's unit is whatever its file has.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, KING, NO_SQUARE, PAWN, WHITE, Bitboard
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.chess.fen_text import KEPT, SOUND
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NO_MOVE,
    Move,
    new_move,
    new_promotion,
    new_special,
)
from cython.cimports.kiebitz.core.chess.zobrist import CASTLING_KEYS, EN_PASSANT_KEYS, MAN_KEYS, SIDE_KEY
from cython.cimports.kiebitz.core.pgn.letters import is_file, is_rank, square_of
from cython.cimports.kiebitz.core.pgn.san import NO_KIND, kind_of
from cython.cimports.libc.string import memset


def clear(entry):
    """Have an empty board, and nothing told of it."""
    memset(entry.written.men, EMPTY, 64)
    memset(entry.written.homes, NO_SQUARE, 4)
    entry.written.side = WHITE
    entry.written.en_passant = NO_SQUARE
    entry.written.halfmove = 0
    entry.written.fullmove = 1
    entry.written.fault = SOUND
    entry.written.letters = 0
    entry.written.en_passant_drop = KEPT
    entry.told.move = NO_MOVE
    entry.told.score = 0
    entry.told.ply = 0
    entry.told.result = 0
    entry.told.padding = PADDING


def has_kings(entry):
    """True if each side has one king, and no more men stand there than a game has."""
    kings: cython.int[2]
    kings[0] = kings[1] = 0
    count: cython.int = 0
    for square in range(64):
        man: cython.int = entry.written.men[square]
        count += man != EMPTY
        if man >> 1 == KING:
            kings[man & 1] += 1
    return kings[WHITE] == 1 and kings[BLACK] == 1 and count <= MOST_MEN_READ


def rights_of_homes(homes):
    """The set of castling rights."""
    rights: cython.int = 0
    for right in range(4):
        if homes[right] != NO_SQUARE:
            rights |= 1 << right
    return rights


def move_of_uci(entry, text, length):
    """The move that UCI text names on the entry's board, legal or not; NO_MOVE if it names none."""
    if length < 4 or length > UCI_LETTERS:
        return NO_MOVE
    if not (is_file(text[0]) and is_rank(text[1]) and is_file(text[2]) and is_rank(text[3])):
        return NO_MOVE
    origin: cython.int = square_of(text[0], text[1])
    target: cython.int = square_of(text[2], text[3])
    if length == UCI_LETTERS:
        kind: cython.int = kind_of(text[4] & ~32)
        return NO_MOVE if kind == NO_KIND or kind == KING else new_promotion(origin, target, kind)
    man: cython.int = entry.written.men[origin]
    if man == EMPTY:
        return NO_MOVE
    if man >> 1 == KING:
        for wing in range(2):
            rook: cython.int = entry.written.homes[2 * (man & 1) + wing]
            if rook != NO_SQUARE and (
                target == rook or castled_king(origin, rook) == target and abs(target - origin) > 1
            ):
                return new_special(origin, rook, CASTLING)
    if man >> 1 == PAWN and (origin ^ target) & 7 and entry.written.men[target] == EMPTY:
        return new_special(origin, target, EN_PASSANT)
    return new_move(origin, target)


def stand_up(entry, position):
    """Set a position up as the entry has it; False if no game leads there. What can't be of it is dropped."""
    if not has_kings(entry):
        return False
    entry.written.fault = SOUND
    position.set_up(cython.address(entry.written), -1)
    is_sound: cython.bint = entry.written.fault == SOUND
    entry.written.fault = SOUND
    return is_sound


def key_of(entry):
    """A number that is equal for equal positions: men, side to move, castling rights, en passant square as written."""
    key: Bitboard = CASTLING_KEYS[rights_of_homes(entry.written.homes)]
    for square in range(64):
        man: cython.int = entry.written.men[square]
        if man != EMPTY:
            key ^= MAN_KEYS[man][square]
    if entry.written.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[entry.written.en_passant & 7]
    if entry.written.side == BLACK:
        key ^= SIDE_KEY
    return key
