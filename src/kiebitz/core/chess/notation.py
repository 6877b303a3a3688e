"""The moves of a position as UCI text, for Python callers.

Castling is written as the position's variant wants it (see ``move.uci_text``); reading accepts the king's step and king
takes rook wherever they are unambiguous.
"""

import cython
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    MAX_MOVES,
    Move,
    origin_of,
    sort_of,
    target_of,
    uci_text,
)
from cython.cimports.kiebitz.core.chess.movegen import legal_moves as generate
from cython.cimports.kiebitz.core.chess.movegen import gives_check, has_legal_move, is_legal, noisy_moves, quiet_moves
from cython.cimports.kiebitz.core.chess.position import Position

from kiebitz.core.chess.fen import SQUARE_NAMES, square_name

SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
NO_SQUARE = -1


class MoveError(ValueError):
    """A move that can't be read or isn't legal."""


def move_text(position, move):
    """The UCI text of a move of this position, ``0000`` for none."""
    if position is None:  # a function that C calls, too, can't refuse None by its signature
        raise TypeError("move_text needs a Position, not None")
    return uci_text(move, position.chess960)


def parse_move(position, text):
    """The legal move that a UCI text means. Raises MoveError."""
    moves: Move[MAX_MOVES]
    if position is None or text is None:
        raise TypeError("parse_move needs a Position and a text, not None")
    count = generate(position, moves)
    wanted = text.lower()
    origin: cython.int = SQUARES.get(wanted[:2], NO_SQUARE)
    for index in range(count):
        if origin_of(moves[index]) == origin and move_text(position, moves[index]) == wanted:
            return moves[index]
    for index in range(count):
        if origin_of(moves[index]) == origin and sort_of(moves[index]) == CASTLING:
            rook: cython.int = target_of(moves[index])
            if wanted[2:] in (square_name(rook), square_name(castled_king(origin, rook))):
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
    """True if the side to move is mated."""
    return position.is_check and not has_legal_move(position)


def is_stalemate(position: Position) -> bool:
    """True if the side to move has no move and is not in check."""
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


def likely_key(position: Position, text: str) -> int:
    """The key that a move given as UCI text is expected to lead to (see ``Position.likely_key``). For tests."""
    return position.likely_key(parse_move(position, text))


def checking_moves(position: Position) -> list[str]:
    """The legal moves that give check, as UCI text."""
    moves: Move[MAX_MOVES]
    count = generate(position, moves)
    return [move_text(position, moves[index]) for index in range(count) if gives_check(position, moves[index])]
