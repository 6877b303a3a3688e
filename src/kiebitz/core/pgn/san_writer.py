"""A legal move in standard algebraic notation, as PGN's export format wants it: Nbd7, exd8=Q+, O-O-O#."""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY, FILE_A, PAWN, RANK_1, Bitboard, bit
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NULL_MOVE,
    PROMOTION,
    new_move,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.movegen import gives_check, has_legal_move, is_legal
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.pgn.san import origins_of
from cython.cimports.libc.string import memcpy


def write_san(position, move, text):
    """Write a legal move or the null move, SAN_BYTES at most; how many letters it has."""
    at: cython.int = 0
    if move == NULL_MOVE:
        memcpy(text, b"--", 2)
        return 2
    origin = origin_of(move)
    target = target_of(move)
    sort = sort_of(move)
    if sort == CASTLING:
        at = 3 if target > origin else 5
        memcpy(text, b"O-O-O", at)
    else:
        kind: cython.int = position.board[origin] >> 1
        takes: cython.bint = sort == EN_PASSANT or position.board[target] != EMPTY
        if kind != PAWN:
            text[0] = b"PNBRQK"[kind]
            at = 1 + write_origin(position, move, text + 1)
        elif takes:
            text[0] = 97 + (origin & 7)
            at = 1
        if takes:
            text[at] = b"x"
            at += 1
        at += write_square(target, text + at)
        if sort == PROMOTION:
            text[at] = b"="
            text[at + 1] = b"PNBRQK"[promoted_kind(move)]
            at += 2
    if gives_check(position, move):
        position.make(move)
        text[at] = b"+" if has_legal_move(position) else b"#"
        position.unmake()
        at += 1
    return at


def write_square(square, text):
    """Write the name of a square; two letters."""
    text[0] = 97 + (square & 7)
    text[1] = 49 + (square >> 3)
    return 2


def write_origin(position, move, text):
    """Write as much of where a piece comes from as tells it from its like; how many letters that is."""
    origin = origin_of(move)
    target = target_of(move)
    others = origins_of(position, position.board[origin] >> 1, target) & ~bit(origin)
    rivals: Bitboard = 0
    while others:
        if is_legal(position, new_move(lowest(others), target)):
            rivals |= bit(lowest(others))
        others &= others - 1
    if not rivals:
        return 0
    at: cython.int = 0
    shares_file: cython.bint = rivals & (FILE_A << (origin & 7)) != 0
    shares_rank: cython.bint = rivals & (RANK_1 << (origin & 56)) != 0
    if shares_rank or not shares_file:
        text[0] = 97 + (origin & 7)
        at = 1
    if shares_file:
        text[at] = 49 + (origin >> 3)
        at += 1
    return at
