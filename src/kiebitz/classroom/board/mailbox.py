"""A position on Tartan's board: the squares, the piece list beside them, and making and unmaking moves.

Two lists answer two questions. ``squares`` says which man stands on a square; ``places`` says on which square a man
stands, so that the generator needn't search the board. Every man has a slot in ``places`` for the whole game (White 0
to 15, Black 16 to 31, the king first; 0 for a man that is gone), and ``slot_at`` leads from a square back to the slot.

A move changes a few squares, and what stood there before is remembered; unmaking puts it back in reverse order. Tartan
remembers the man captured (``merke_stein``); remembering every changed square instead covers castling, en passant and
promotion with the same two lines.

Invariant, for every slot with a place: ``slot_at[places[slot]] == slot``, and on that square stands a man of its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kiebitz.classroom.board.squares import (
    ALL_STEPS,
    BISHOP,
    BISHOP_STEPS,
    BOARD_SIZE,
    BORDER,
    CASTLING_ROOK,
    EMPTY,
    EN_PASSANT_PAWN,
    FILE_STEP,
    FILES,
    KING,
    KNIGHT,
    KNIGHT_STEPS,
    LETTERS,
    PAWN,
    QUEEN,
    RANK_STEP,
    RANKS,
    ROOK,
    ROOK_STEPS,
    SQUARES,
    square_at,
    square_name,
)
from kiebitz.core.chess.fen import EMPTY as FREE
from kiebitz.core.chess.fen import KING as CORE_KING
from kiebitz.core.chess.fen import LETTERS as CORE_LETTERS
from kiebitz.engine import START_FEN, Position

WHITE_KING_SLOT, BLACK_KING_SLOT = 0, 16
SLOTS = 32
NO_SLOT = -1
GONE = 0
CASTLING_DISTANCE = 2 * FILE_STEP
DOUBLE_STEP = 2 * RANK_STEP
KINDS = {"p": PAWN, "n": KNIGHT, "b": BISHOP, "r": ROOK, "q": QUEEN, "k": KING}


class Move(NamedTuple):
    """A move as Tartan's move list has it, and what a pawn becomes."""

    origin: int
    target: int
    promotion: int = EMPTY
    """KNIGHT, BISHOP, ROOK or QUEEN for a pawn that reaches the last rank."""

    def __str__(self) -> str:
        return square_name(self.origin) + square_name(self.target) + (LETTERS[self.promotion] if self.promotion else "")


@dataclass(frozen=True, slots=True)
class Remembered:
    """The facts a move destroyed."""

    changes: tuple[tuple[int, int, int], ...]
    """Square, man and slot as they were, in the order of the changes."""
    en_passant_pawn: int
    halfmove_clock: int


class Mailbox:
    """A position, and the moves that led to it as far as they were made here."""

    def __init__(self, fen: str = START_FEN) -> None:
        """Set up a position of standard chess. Raises FenError, which names the fault."""
        setup = Position(fen).setup()
        self.squares = [BORDER] * BOARD_SIZE
        self.slot_at = [NO_SLOT] * BOARD_SIZE
        self.places = [GONE] * SLOTS
        self.white_to_move = setup.side == 0
        self.halfmove_clock = setup.halfmove
        self.fullmove = setup.fullmove
        self.en_passant_pawn = GONE
        """The square of the pawn that can be taken en passant, 0 if there is none."""
        self._remembered: list[Remembered] = []
        self._changes: list[tuple[int, int, int]] = []
        next_slot = [WHITE_KING_SLOT + 1, BLACK_KING_SLOT + 1]
        for square in SQUARES:
            self.squares[square] = EMPTY
        for index, man in enumerate(setup.men):
            if man == FREE:
                continue
            kind, colour = man >> 1, man & 1
            square = square_at(index % len(FILES), index // len(FILES))
            if kind == CORE_KING:
                slot = BLACK_KING_SLOT if colour else WHITE_KING_SLOT
            else:
                slot = next_slot[colour]
                next_slot[colour] += 1
            code = KINDS[CORE_LETTERS[man].lower()]
            self.squares[square] = -code if colour else code
            self.slot_at[square] = slot
            self.places[slot] = square
        for rook in setup.castling:
            if rook is not None:
                square = square_at(rook % len(FILES), rook // len(FILES))
                self.squares[square] = CASTLING_ROOK if self.squares[square] > 0 else -CASTLING_ROOK
        if setup.en_passant is not None:
            behind = square_at(setup.en_passant % len(FILES), setup.en_passant // len(FILES))
            self._mark_en_passant(behind - RANK_STEP if self.white_to_move else behind + RANK_STEP)
        self._changes.clear()

    # --- making and unmaking ---

    def make(self, move: Move) -> None:
        """Make a move of the generator. Whether it leaves the own king in check is for the caller to see."""
        origin, target, promotion = move
        squares = self.squares
        man, slot = squares[origin], self.slot_at[origin]
        kind = abs(man)
        sign = 1 if man > 0 else -1
        forward = RANK_STEP * sign
        former_pawn, former_clock = self.en_passant_pawn, self.halfmove_clock
        is_pawn = kind in (PAWN, EN_PASSANT_PAWN)
        self.halfmove_clock = 0 if is_pawn or squares[target] != EMPTY else former_clock + 1
        if former_pawn:  # the chance to take it en passant is used now or gone
            self._put(former_pawn, -sign * PAWN, self.slot_at[former_pawn])
            self.en_passant_pawn = GONE
            if is_pawn and target == former_pawn + forward:
                self._put(former_pawn, EMPTY, NO_SLOT)
        self._put(origin, EMPTY, NO_SLOT)
        if promotion:
            man = sign * promotion
        elif kind == CASTLING_ROOK:
            man = sign * ROOK
        self._put(target, man, slot)
        if kind == KING:
            self._end_castling(target - origin, target, sign)
        elif is_pawn and target - origin == DOUBLE_STEP * forward:
            self._mark_en_passant(target)
        self._remembered.append(Remembered(tuple(self._changes), former_pawn, former_clock))
        self._changes.clear()
        self.fullmove += not self.white_to_move
        self.white_to_move = not self.white_to_move

    def unmake(self) -> None:
        """Take the last move back. Raises IndexError if none was made here."""
        remembered = self._remembered.pop()
        self.white_to_move = not self.white_to_move
        self.fullmove -= not self.white_to_move
        self.en_passant_pawn = remembered.en_passant_pawn
        self.halfmove_clock = remembered.halfmove_clock
        for square, man, slot in reversed(remembered.changes):
            self.squares[square] = man
            self.slot_at[square] = slot
            if slot != NO_SLOT:
                self.places[slot] = square

    def _put(self, square: int, man: int, slot: int) -> None:
        """Put a man (or nothing) on a square and remember what was there."""
        former = self.slot_at[square]
        self._changes.append((square, self.squares[square], former))
        if former != NO_SLOT:
            self.places[former] = GONE
        self.squares[square] = man
        self.slot_at[square] = slot
        if slot != NO_SLOT:
            self.places[slot] = square

    def _end_castling(self, distance: int, target: int, sign: int) -> None:
        """After a king's move: its rooks may castle no more, and if it castled, one of them has come along."""
        slots = range(BLACK_KING_SLOT) if sign > 0 else range(BLACK_KING_SLOT, SLOTS)
        rooks = [slot for slot in slots if abs(self.squares[self.places[slot]]) == CASTLING_ROOK and self.places[slot]]
        for slot in rooks:
            corner = self.places[slot]
            if abs(distance) == CASTLING_DISTANCE and (corner > target) == (distance > 0):
                self._put(corner, EMPTY, NO_SLOT)
                corner = target - distance // 2
            self._put(corner, sign * ROOK, slot)

    def _mark_en_passant(self, square: int) -> None:
        """Mark a pawn that has moved two squares, if an enemy pawn may really take it."""
        man = self.squares[square]
        behind = square - RANK_STEP * (1 if man > 0 else -1)
        for beside in (square - FILE_STEP, square + FILE_STEP):
            taker = self.squares[beside]
            if taker != -man:
                continue
            # Played on the squares alone and taken back at once: does it expose the taker's king?
            self.squares[square] = self.squares[beside] = EMPTY
            self.squares[behind] = taker
            king = self.places[WHITE_KING_SLOT if taker > 0 else BLACK_KING_SLOT]
            is_legal = not self.is_attacked(king, by_white=taker < 0)
            self.squares[behind] = EMPTY
            self.squares[square], self.squares[beside] = man, taker
            if is_legal:
                self._put(square, EN_PASSANT_PAWN if man > 0 else -EN_PASSANT_PAWN, self.slot_at[square])
                self.en_passant_pawn = square
                return

    @property
    def made(self) -> Sequence[Remembered]:
        """The facts that each move made here has destroyed, the last one last."""
        return self._remembered

    @property
    def last_changes(self) -> tuple[tuple[int, int, int], ...]:
        """The changes of the last move: square, man and slot as they were before each change, in their order."""
        return self._remembered[-1].changes

    # --- questions ---

    def is_attacked(self, square: int, *, by_white: bool) -> bool:
        """True if a side attacks a square: looks from the square at what could come from there."""
        squares = self.squares
        sign = 1 if by_white else -1
        knight, bishop, queen, king = sign * KNIGHT, sign * BISHOP, sign * QUEEN, sign * KING
        rooks = (sign * ROOK, sign * CASTLING_ROOK, queen)
        pawns = (sign * PAWN, sign * EN_PASSANT_PAWN)
        for step in KNIGHT_STEPS:
            if squares[square + step] == knight:
                return True
        for file_step in (-FILE_STEP, FILE_STEP):
            if squares[square + file_step - sign * RANK_STEP] in pawns:
                return True
        for steps, sliders in ((ROOK_STEPS, rooks), (BISHOP_STEPS, (bishop, queen))):
            for step in steps:
                target = square + step
                while squares[target] == EMPTY:
                    target += step
                if squares[target] in sliders:
                    return True
        return any(squares[square + step] == king for step in ALL_STEPS)

    def is_check(self) -> bool:
        """True if the side to move is in check; who has lost the king counts as such, so that the game is lost."""
        king = self.places[WHITE_KING_SLOT if self.white_to_move else BLACK_KING_SLOT]
        return king == GONE or self.is_attacked(king, by_white=not self.white_to_move)

    def leaves_king_in_check(self) -> bool:
        """True if the side that has just moved has left its king in check: such a move was not legal."""
        king = self.places[BLACK_KING_SLOT if self.white_to_move else WHITE_KING_SLOT]
        return self.is_attacked(king, by_white=self.white_to_move)

    def repetitions(self) -> int:
        """Number of times this position has stood on the board, now included, as far as moves were made here.

        Goes back through what the moves destroyed. The special codes make it exact: two positions that differ in a
        right to castle or to take en passant differ on the squares.
        """
        squares = self.squares.copy()
        count = 1
        reversible = self._remembered[len(self._remembered) - min(self.halfmove_clock, len(self._remembered)) :]
        for plies, remembered in enumerate(reversed(reversible), 1):
            for square, man, _ in reversed(remembered.changes):
                squares[square] = man
            count += plies % 2 == 0 and squares == self.squares
        return count

    def fen(self) -> str:
        """The position as FEN."""
        rows = []
        for rank in range(len(RANKS) - 1, -1, -1):
            row = "".join(self._letter(square_at(file, rank)) for file in range(len(FILES)))
            for length in range(len(FILES), 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        rights = ""
        for sign, letters in ((1, "KQ"), (-1, "kq")):
            king = self.places[WHITE_KING_SLOT if sign > 0 else BLACK_KING_SLOT]
            for step, letter in ((FILE_STEP, letters[0]), (-FILE_STEP, letters[1])):
                corner = king
                while self.squares[corner + step] != BORDER:
                    corner += step
                rights += letter if self.squares[corner] == sign * CASTLING_ROOK else ""
        behind = RANK_STEP if self.white_to_move else -RANK_STEP
        en_passant = square_name(self.en_passant_pawn + behind) if self.en_passant_pawn else "-"
        side = "w" if self.white_to_move else "b"
        return f"{'/'.join(rows)} {side} {rights or '-'} {en_passant} {self.halfmove_clock} {self.fullmove}"

    def _letter(self, square: int) -> str:
        man = self.squares[square]
        if man == EMPTY:
            return "."
        letter = LETTERS[abs(man)]
        return letter.upper() if man > 0 else letter

    def __str__(self) -> str:
        """The numbers on the board as White sees it, border and all."""
        rows = []
        for rank in range(FILE_STEP - 1, -1, -1):
            rows.append("".join(f"{self.squares[file + rank]:>4}" for file in range(0, BOARD_SIZE, FILE_STEP)))
        return "\n".join(rows)
