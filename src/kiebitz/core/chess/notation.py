"""Moves as UCI text, and the moves of a position for Python callers.

Outside, castling is written as the position's variant wants it: ``e1g1`` in standard chess, king takes rook (``e1h1``)
in Chess960, and there, too, wherever king or rook come from other squares than in standard chess: ``f1g1`` could be a
step of the king. Inside it is always king takes rook. Reading accepts both wherever they are unambiguous.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    MAX_MOVES,
    NO_MOVE,
    NULL_MOVE,
    PROMOTION,
    Move,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.movegen import legal_moves as generate
from cython.cimports.kiebitz.core.chess.movegen import gives_check, has_legal_move, is_legal, noisy_moves, quiet_moves
from cython.cimports.kiebitz.core.chess.position import Position

from kiebitz.core.chess.fen import square_name

KIND_LETTERS = "pnbrqk"
KING_FILE = 4


class MoveError(ValueError):
    """A move that can't be read or isn't legal."""


def move_text(position, move):
    """The UCI text of a move, ``0000`` for none."""
    if position is None:  # a function that C calls, too, can't refuse None by its signature
        raise TypeError("move_text needs a Position, not None")
    if move in (NO_MOVE, NULL_MOVE):
        return "0000"
    origin: cython.int = origin_of(move)
    target: cython.int = target_of(move)
    at_home = origin & 7 == KING_FILE and target & 7 in (0, 7)
    if sort_of(move) == CASTLING and at_home and not position.chess960:
        target = (origin & 56) + (2 if target < origin else 6)
    text = square_name(origin) + square_name(target)
    if sort_of(move) == PROMOTION:
        text += KIND_LETTERS[promoted_kind(move)]
    return text


def parse_move(position, text):
    """The legal move that a UCI text means. Raises MoveError."""
    moves: Move[MAX_MOVES]
    if position is None or text is None:
        raise TypeError("parse_move needs a Position and a text, not None")
    count = generate(position, moves)
    wanted = text.lower()
    for index in range(count):
        if move_text(position, moves[index]) == wanted:
            return moves[index]
    for index in range(count):
        if sort_of(moves[index]) == CASTLING:
            origin: cython.int = origin_of(moves[index])
            rook: cython.int = target_of(moves[index])
            step = square_name(origin) + square_name((origin & 56) + (2 if rook < origin else 6))
            if wanted in (square_name(origin) + square_name(rook), step):
                return moves[index]
    raise MoveError(f"'{text[:20]}' is not a legal move in {position.fen()}")


def legal_moves(position: Position) -> list[str]:
    """Every legal move as UCI text."""
    moves: Move[MAX_MOVES]
    return [move_text(position, moves[index]) for index in range(generate(position, moves))]


def moves_by_sort(position: Position) -> tuple[list[str], list[str]]:
    """The captures and promotions, and the other legal moves."""
    moves: Move[MAX_MOVES]
    noisy = [move_text(position, moves[index]) for index in range(noisy_moves(position, moves))]
    quiet = [move_text(position, moves[index]) for index in range(quiet_moves(position, moves))]
    return noisy, quiet


def push(position: Position, text: str) -> None:
    """Play a move given as UCI text. Raises MoveError; the position is then unchanged."""
    move = parse_move(position, text)
    position.reserve(1)
    position.make(move)


def push_null(position: Position) -> None:
    """Pass. Raises MoveError in check."""
    if position.is_check:
        raise MoveError("a null move is impossible in check")
    position.reserve(1)
    position.make_null()


def is_checkmate(position: Position) -> bool:
    """Whether the side to move is mated."""
    return position.is_check and not has_legal_move(position)


def is_stalemate(position: Position) -> bool:
    """Whether the side to move has no move and is not in check."""
    return not position.is_check and not has_legal_move(position)


def text_of_code(position: Position, code: int) -> str | None:
    """The move that a 16-bit code means, as UCI text; None if it isn't legal here."""
    if not 0 < code < 1 << 16 or not is_legal(position, cython.cast(Move, code)):
        return None
    return move_text(position, code)


def legal_codes(position: Position) -> tuple[set[int], set[int]]:
    """Every 16-bit move code that is legal, by generation and by ``is_legal``: the two must be equal. For tests."""
    moves: Move[MAX_MOVES]
    generated = {moves[index] for index in range(generate(position, moves))}
    code: cython.int
    return generated, {code for code in range(1 << 16) if is_legal(position, cython.cast(Move, code))}


def checking_moves(position: Position) -> list[str]:
    """The legal moves that give check, as UCI text."""
    moves: Move[MAX_MOVES]
    count = generate(position, moves)
    return [move_text(position, moves[index]) for index in range(count) if gives_check(position, moves[index])]
