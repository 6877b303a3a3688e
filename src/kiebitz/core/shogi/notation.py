"""The moves of a position of shogi as USI text, for Python callers."""

from enum import StrEnum

import cython
from cython.cimports.kiebitz.core.shogi.bitboard import KING
from cython.cimports.kiebitz.core.shogi.move import (
    MAX_MOVES,
    Move,
    new_drop,
    new_move,
    new_promotion,
    target_of,
    usi_text,
)
from cython.cimports.kiebitz.core.shogi.movegen import (
    LEGAL,
    gives_check,
    has_legal_move,
    is_legal,
    judge,
    noisy_moves,
    quiet_moves,
)
from cython.cimports.kiebitz.core.shogi.movegen import legal_moves as generate
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition

from kiebitz.core.shogi.sfen import LETTERS, SQUARE_AT


class MoveFault(StrEnum):
    """The rule that a move breaks."""

    TEXT = "text"
    NOTHING_THERE = "nothing there"
    OUT_OF_REACH = "out of reach"
    OCCUPIED = "occupied"
    NO_PROMOTION = "no promotion"
    DEAD_END = "dead end"
    TWO_PAWNS = "two pawns"
    KING_IN_CHECK = "king in check"
    PAWN_DROP_MATE = "pawn drop mate"
    TAKES_KING = "takes the king"


# By movegen.Legality: the fault, and what is said of it.
FAULTS = (
    (MoveFault.TEXT, "is not written as USI writes moves (7g7f, 8h2b+, P*5e)"),
    (MoveFault.NOTHING_THERE, "moves a man that the side to move doesn't have there"),
    (MoveFault.OUT_OF_REACH, "goes where the man can't go"),
    (MoveFault.OCCUPIED, "goes to a square that is occupied"),
    (MoveFault.NO_PROMOTION, "promotes what can't be promoted there"),
    (MoveFault.DEAD_END, "leaves a man where it could never move; it must promote"),
    (MoveFault.TWO_PAWNS, "drops a pawn on a file that has one (nifu)"),
    (MoveFault.KING_IN_CHECK, "leaves the own king in check"),
    (MoveFault.PAWN_DROP_MATE, "mates by dropping a pawn (uchifuzume)"),
)


class ShogiMoveError(ValueError):
    """A move that can't be read or isn't legal. ``fault`` names the rule broken."""

    def __init__(self, fault: MoveFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self):
        """Say how pickle makes it again: by itself it forgets the fault."""
        return type(self), (self.fault, str(self))


def written_move(text: str, side: int) -> int:
    """The 16-bit code of a move as written, whatever the position; ``NO_MOVE`` for what no move is written like."""
    body = text.removesuffix("+")
    promotion = body != text
    target = SQUARE_AT.get(body[2:])
    if len(body) != 4 or target is None:
        return 0
    if body[1] == "*":
        kind = LETTERS.find(body[0])
        return 0 if kind < 0 or kind == len(LETTERS) - 1 or promotion else new_drop(side, kind, target)
    origin = SQUARE_AT.get(body[:2])
    if origin is None:
        return 0
    return new_promotion(origin, target) if promotion else new_move(origin, target)


def parse_move(position, text):
    """The legal move that a USI text means. Raises ShogiMoveError."""
    if position is None or text is None:
        raise TypeError("parse_move needs a ShogiPosition and a text, not None")
    move: Move = written_move(text, position.side)
    verdict: cython.int = judge(position, move) if move else 0
    fault, message = FAULTS[verdict]
    if move and verdict == LEGAL:
        if position.board[target_of(move)] >> 1 != KING:
            return move
        fault, message = MoveFault.TAKES_KING, "takes the king, which no hand can hold"
    raise ShogiMoveError(fault, f"'{text[:20]}' {message}: {position.sfen()}")


def legal_moves(position: ShogiPosition) -> list[str]:
    """Every legal move as USI text."""
    moves: Move[MAX_MOVES]
    return [usi_text(moves[index]) for index in range(generate(position, moves))]


def moves_by_sort(position: ShogiPosition) -> tuple[list[str], list[str]]:
    """The captures and promotions, and the other legal moves. For tests."""
    moves: Move[MAX_MOVES]
    noisy = [usi_text(moves[index]) for index in range(noisy_moves(position, moves))]
    quiet = [usi_text(moves[index]) for index in range(quiet_moves(position, moves))]
    return noisy, quiet


def checking_moves(position: ShogiPosition) -> list[str]:
    """The legal moves that give check, as USI text."""
    moves: Move[MAX_MOVES]
    count = generate(position, moves)
    return [usi_text(moves[index]) for index in range(count) if gives_check(position, moves[index])]


def push(position: ShogiPosition, text: str) -> None:
    """Play a move given as USI text. Raises ShogiMoveError; the position is then unchanged."""
    move = parse_move(position, text)
    position.reserve(1)
    position.make(move)


def push_null(position: ShogiPosition) -> None:
    """Pass, as no rule allows. Raises ShogiMoveError in check."""
    if position.is_check:
        raise ShogiMoveError(MoveFault.KING_IN_CHECK, "a null move is impossible in check")
    position.reserve(1)
    position.make_null()


def likely_key(position: ShogiPosition, text: str) -> int:
    """The key that a move given as USI text leads to (see ``ShogiPosition.likely_key``). For tests."""
    return position.likely_key(parse_move(position, text))


def is_checkmate(position: ShogiPosition) -> bool:
    """True if the side to move is mated."""
    return position.is_check and not has_legal_move(position)


def text_of_code(position: ShogiPosition, code: int) -> str | None:
    """The move that a 16-bit code means, as USI text; None if it isn't legal here."""
    if not 0 < code < 1 << 16 or not is_legal(position, cython.cast(Move, code)):
        return None
    return usi_text(code)


def legal_codes(position: ShogiPosition) -> tuple[set[int], set[int]]:
    """Every 16-bit move code that is legal, by generation and by ``is_legal``: the two must be equal. For tests."""
    moves: Move[MAX_MOVES]
    generated = {moves[index] for index in range(generate(position, moves))}
    code: cython.int
    return generated, {code for code in range(1 << 16) if is_legal(position, cython.cast(Move, code))}
