"""Tartan's move generator: the move list is made from the board and the piece list.

A man's steps are added to the square where it stands. A step ends at the border or at an own man; a sliding man goes on
until something stops it. Moves that leave the king in check are found by making them (``legal_moves``).
"""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.classroom.board.mailbox import BLACK_KING_SLOT, SLOTS, WHITE_KING_SLOT, Mailbox, Move
from kiebitz.classroom.board.squares import (
    ALL_STEPS,
    BISHOP,
    BISHOP_STEPS,
    BORDER,
    CASTLING_ROOK,
    EMPTY,
    EN_PASSANT_PAWN,
    FILE_STEP,
    KING,
    KNIGHT,
    KNIGHT_STEPS,
    PAWN,
    QUEEN,
    RANK_STEP,
    RANKS,
    ROOK,
    ROOK_STEPS,
    rank_of,
)

STEPS = {
    KNIGHT: KNIGHT_STEPS,
    BISHOP: BISHOP_STEPS,
    ROOK: ROOK_STEPS,
    CASTLING_ROOK: ROOK_STEPS,
    QUEEN: ALL_STEPS,
    KING: ALL_STEPS,
}
SLIDERS = frozenset({BISHOP, ROOK, CASTLING_ROOK, QUEEN})
PAWNS = frozenset({PAWN, EN_PASSANT_PAWN})
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
LAST_RANK = len(RANKS) - 1


def legal_moves(board: Mailbox) -> list[Move]:
    """The moves that the rules allow; an empty list means mate or stalemate."""
    return [move for move in moves(board) if _is_legal(board, move)]


def has_legal_move(board: Mailbox) -> bool:
    """True if the rules allow any: else it is mate or stalemate. Mostly the first one tried is."""
    return any(_is_legal(board, move) for move in moves(board))


def _is_legal(board: Mailbox, move: Move) -> bool:
    """True if a move of the list doesn't leave the own king in check."""
    board.make(move)
    is_legal = not board.leaves_king_in_check()
    board.unmake()
    return is_legal


def moves(board: Mailbox) -> list[Move]:
    """The move list of the side to move; some may leave the king in check, but castling is wholly tested.

    Whose king has been taken has no moves: the list stays empty, as a sign that the game is over.
    """
    found: list[Move] = []
    sign = 1 if board.white_to_move else -1
    squares = board.squares
    if not board.places[WHITE_KING_SLOT if board.white_to_move else BLACK_KING_SLOT]:
        return found
    for slot in range(BLACK_KING_SLOT) if board.white_to_move else range(BLACK_KING_SLOT, SLOTS):
        origin = board.places[slot]
        if not origin:
            continue
        kind = squares[origin] * sign
        if kind in PAWNS:
            for target in pawn_targets(board, origin, sign):
                _add_pawn_move(origin, target, sign, found)
            continue
        found += [Move(origin, target) for target in attacked(board, origin, kind) if squares[target] * sign <= 0]
    _add_castling(board, sign, found)
    return found


def attacked(board: Mailbox, origin: int, kind: int) -> Iterator[int]:
    """The squares that a piece of a kind attacks from a square, whoever stands there."""
    squares = board.squares
    for step in STEPS[kind]:
        target = origin + step
        if kind in SLIDERS:
            while squares[target] == EMPTY:
                yield target
                target += step
        if squares[target] != BORDER:
            yield target


def pawn_targets(board: Mailbox, origin: int, sign: int) -> Iterator[int]:
    """The squares that a pawn can go to, ahead and taking."""
    squares = board.squares
    forward = sign * RANK_STEP
    ahead = origin + forward
    if squares[ahead] == EMPTY:
        yield ahead
        start_rank = 1 if sign > 0 else LAST_RANK - 1
        if rank_of(origin) == start_rank and squares[ahead + forward] == EMPTY:
            yield ahead + forward
    for aside in (-FILE_STEP, FILE_STEP):
        man = squares[ahead + aside]
        if (man != BORDER and man * sign < 0) or squares[origin + aside] * sign == -EN_PASSANT_PAWN:
            yield ahead + aside


def captures(board: Mailbox) -> list[Move]:
    """The moves of the list that take something, en passant included, or promote to a queen."""
    return [
        move
        for move in moves(board)
        if board.squares[move.target] != EMPTY
        or move.promotion == QUEEN
        or (board.en_passant_pawn and _takes_en_passant(board, move))
    ]


def _takes_en_passant(board: Mailbox, move: Move) -> bool:
    forward = RANK_STEP if board.white_to_move else -RANK_STEP
    return abs(board.squares[move.origin]) in PAWNS and move.target == board.en_passant_pawn + forward


def _add_pawn_move(origin: int, target: int, sign: int, found: list[Move]) -> None:
    if rank_of(target) == (LAST_RANK if sign > 0 else 0):
        found.extend(Move(origin, target, promotion) for promotion in PROMOTIONS)
    else:
        found.append(Move(origin, target))


def _add_castling(board: Mailbox, sign: int, found: list[Move]) -> None:
    """The king goes two squares towards a rook that may castle, over empty squares that nobody attacks."""
    squares = board.squares
    king = board.places[WHITE_KING_SLOT if sign > 0 else BLACK_KING_SLOT]
    for step in (FILE_STEP, -FILE_STEP):
        corner = king + step
        while squares[corner] == EMPTY:
            corner += step
        if squares[corner] != sign * CASTLING_ROOK:
            continue
        passed = (king, king + step, king + 2 * step)
        if not any(board.is_attacked(square, by_white=sign < 0) for square in passed):
            found.append(Move(king, king + 2 * step))
