"""The compiled half of ``kiebitz.Board`` (``engine.board``): a game of chess with python-chess's names.

Layout: ``position`` is the game from its start, or from the last edit, to now; what stood before an edit of the side
to move, of castling rights or of the en passant square waits in ``earlier``, so that ``pop`` finds its way back. A
position that no game of chess can reach, as people put together square by square or push moves into, is none of the
core's: there ``_sketch``, a board of python-chess's, answers, with its meanings and at its speed, until what stands
there is a position again. It is made by whoever inherits from this class (``_sketch_of``, ``_settle``,
``_push_unsound``).

Invariants: if ``_sketch`` is None, ``position`` is not; every method asks ``settled`` first. ``position`` has room for
SPARE_PLIES above its game, less than a search needs: what goes to an engine is a copy (``game_position``).

Moves come in as ours, as python-chess's, or as anything with their attributes. Thread safety: none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.cpython.list import PyList_New, PyList_SET_ITEM
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII
from cython.cimports.kiebitz.core.board.move import NO_PIECE, PIECES, Move, known_move
from cython.cimports.kiebitz.core.board.piece import Piece, piece_of
from cython.cimports.kiebitz.core.chess.bitboard import (
    ALL_SQUARES,
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    BLACK,
    EMPTY,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LIGHT_SQUARES,
    LINE,
    NO_SQUARE,
    PAWN,
    PAWN_ATTACKS,
    QUEEN,
    RANK_1,
    RANK_8,
    ROOK,
    ROOK_RAYS,
    WHITE,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.chess.fen_text import (
    FEN_BYTES,
    OPPOSITE_CHECK,
    SOUND,
    WrittenPosition,
    dropped_of,
    error_of,
    read_text,
    write_fen_into,
)
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    MAX_MOVES,
    NO_MOVE,
    NULL_MOVE,
    PROMOTION,
    new_move,
    new_promotion,
    new_special,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.move import Move as Code
from cython.cimports.kiebitz.core.chess.movegen import count_moves, gives_check, has_legal_move, is_legal
from cython.cimports.kiebitz.core.chess.movegen import legal_moves as generate
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES, Position
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.kiebitz.core.pgn.san import AMBIGUOUS, ILLEGAL, UNREADABLE, read_san
from cython.cimports.kiebitz.core.pgn.san_writer import SAN_BYTES, write_san

from kiebitz.core.chess.fen import START_FEN, square_name, warn_of_dropped
from kiebitz.core.chess.move import uci_text

WHOLE_BOARD = (1 << 64) - 1


class RulesBoard:
    """The compiled part of a ``kiebitz.Board``: rules, moves, notations, copies."""

    def __cinit__(self, *args: Any, **options: Any):
        self.earlier = []
        self.first_en_passant = NO_SQUARE

    def __init__(self, fen: str | None = START_FEN, *, chess960: bool = False) -> None:
        """Set up a FEN, as python-chess's ``Board`` does; None: an empty board. Raises FenError for what is no FEN.

        Castling rights and an en passant square that can't be are dropped, each with a FenWarning.
        """
        if fen is None:
            self._sketch = self._sketch_of(None, chess960)
        else:
            self.read(fen, chess960)

    def read(self, fen, chess960):
        """Become the position of a FEN."""
        written: WrittenPosition
        position: Position = Position.__new__(Position)
        read_text(fen, chess960, cython.address(written))
        if written.fault == SOUND:
            position.make_room(FIRST_PLIES)
            position.set_up(cython.address(written), -1 if chess960 is None else chess960)
        if written.fault:
            self._sketch = self._sketch_of(fen, chess960)
            if self._sketch is None:
                raise error_of(fen, cython.address(written))
            return 0
        if written.letters or written.en_passant_drop:
            warn_of_dropped(*dropped_of(fen, cython.address(written)))
        self.become(position, written.en_passant)
        self._left_out = (written.letters != 0) | (written.en_passant_drop != 0) << 1
        return 0

    def become(self, position, en_passant):
        """Begin anew with a position."""
        self.position = position
        self.first_en_passant = en_passant
        self._sketch = None
        self._touched = False
        self._left_out = 0

    def settled(self):
        """True if the core knows what stands here; a sketch that was edited is looked at again."""
        if self._sketch is None:
            return True
        if self._touched:
            self._touched = False
            self._settle()
        return self._sketch is None

    # ------------------------------------------------------------------ for those who inherit

    def _sketch_of(self, fen: str | None, chess960: bool | None) -> Any:
        """The board of python-chess's of a FEN that no game can reach; None for what is no FEN."""
        return None

    def _settle(self) -> None:
        """Become the position that the sketch shows, if it is one."""

    def _push_unsound(self, move: Any) -> None:
        """Push a move that isn't legal."""

    def _refuse(self, kind: str, words: str) -> None:
        """Raise the error of a move that is 'illegal', 'ambiguous' or 'unreadable'."""

    def _equals(self, other: Any) -> bool:
        """True if a board of another class shows the same."""
        return False

    def _keep_game(self, sketch: Any) -> None:
        """Show a sketch; the game up to now waits for ``pop``."""
        self.earlier.append((self.position, self.first_en_passant))
        self._sketch = sketch

    def _forget_game(self, sketch: Any) -> None:
        """Show a sketch that was edited, with no game before it."""
        self.earlier = []
        self.position = None
        self._sketch = sketch
        self._touched = True

    def _settle_as(self, fen: str, chess960: bool, has_odd_rights: bool) -> bool:
        """Become the position of a FEN, if it is one, with what waits before it; whether it was."""
        written: WrittenPosition
        position: Position = Position.__new__(Position)
        read_text(fen, chess960, cython.address(written))
        if written.fault == SOUND:
            position.make_room(FIRST_PLIES)
            position.set_up(cython.address(written), chess960)
        if written.fault:
            return False
        self.become(position, written.en_passant)
        self._left_out = has_odd_rights | (written.en_passant_drop != 0) << 1
        if self.is_back():
            self.position, self.first_en_passant = self.earlier.pop()
        return True

    @property
    def _has_earlier(self) -> bool:
        return len(self.earlier) > 0

    # ------------------------------------------------------------------ what stands where

    @property
    def turn(self) -> bool:
        """The side to move: True is White."""
        return self.position.side == WHITE if self.settled() else self._sketch.turn

    @turn.setter
    def turn(self, value: bool) -> None:
        written: WrittenPosition
        if self.settled():
            if value == (self.position.side == WHITE):
                return
            self.written_as(cython.address(written))
            written.side = WHITE if value else BLACK
            if self.rearrange(cython.address(written)):
                return
        self._edit("turn", value)

    @property
    def castling_rights(self) -> int:
        """The squares of the rooks that may still castle."""
        return self.rights_mask() if self.settled() else self._sketch.castling_rights

    @castling_rights.setter
    def castling_rights(self, value: int) -> None:
        self._edit("castling_rights", value)

    @property
    def ep_square(self) -> int | None:
        """The square behind a pawn that has just moved two squares, whether or not it can be taken."""
        if not self.settled():
            return self._sketch.ep_square
        square = self.passed_square()
        return None if square == NO_SQUARE else square

    @ep_square.setter
    def ep_square(self, value: int | None) -> None:
        self._edit("ep_square", value)

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return self.position.halfmove if self.settled() else self._sketch.halfmove_clock

    @halfmove_clock.setter
    def halfmove_clock(self, value: int) -> None:
        if self.settled():
            self.position.halfmove = value
            self.position.since_null = min(self.position.since_null, value)
        else:
            self._sketch.halfmove_clock = value

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1 on; it counts up after Black's."""
        return self.position.fullmove() if self.settled() else self._sketch.fullmove_number

    @fullmove_number.setter
    def fullmove_number(self, value: int) -> None:
        if self.settled():
            self.position.first_fullmove += value - self.position.fullmove()
        else:
            self._sketch.fullmove_number = value

    @property
    def chess960(self) -> bool:
        """True if castling is written as Chess960 has it."""
        return self.position.chess960 if self.settled() else self._sketch.chess960

    @chess960.setter
    def chess960(self, value: bool) -> None:
        if self.settled() and value:
            self.position.chess960 = True
        elif self.chess960 != value:
            self._edit("chess960", value)

    @property
    def pawns(self) -> int:
        """The squares with pawns, as a bitboard."""
        return self.position.kinds[PAWN] if self.settled() else self._sketch.pawns

    @property
    def knights(self) -> int:
        """The squares with knights, as a bitboard."""
        return self.position.kinds[KNIGHT] if self.settled() else self._sketch.knights

    @property
    def bishops(self) -> int:
        """The squares with bishops, as a bitboard."""
        return self.position.kinds[BISHOP] if self.settled() else self._sketch.bishops

    @property
    def rooks(self) -> int:
        """The squares with rooks, as a bitboard."""
        return self.position.kinds[ROOK] if self.settled() else self._sketch.rooks

    @property
    def queens(self) -> int:
        """The squares with queens, as a bitboard."""
        return self.position.kinds[QUEEN] if self.settled() else self._sketch.queens

    @property
    def kings(self) -> int:
        """The squares with kings, as a bitboard."""
        return self.position.kinds[KING] if self.settled() else self._sketch.kings

    @property
    def occupied(self) -> int:
        """The squares with a piece, as a bitboard."""
        return self.position.occupied() if self.settled() else self._sketch.occupied

    @property
    def occupied_co(self) -> tuple[int, int]:
        """The squares with Black's pieces and with White's, as bitboards; by colour, White being True."""
        if self.settled():
            return self.position.colours[BLACK], self.position.colours[WHITE]
        return tuple(self._sketch.occupied_co)

    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """The squares with pieces of a type and colour, as a bitboard."""
        if not self.settled():
            return self._sketch.pieces_mask(piece_type, color)
        kind: cython.int = piece_type - 1
        if not 0 <= kind <= KING:
            raise ValueError(f"there is no piece of type {piece_type}; give 1 (pawn) to 6 (king)")
        return self.position.men(WHITE if color else BLACK, kind)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square, a ``Piece``; None on a free one."""
        at = square_in(square)
        if not self.settled():
            piece = self._sketch.piece_at(square)
            return None if piece is None else piece_of(2 * (piece.piece_type - 1) + (not piece.color))
        man: cython.int = self.position.board[at]
        return None if man == EMPTY else piece_of(man)

    def piece_type_at(self, square: int) -> int | None:
        """The type of the piece on a square (1 pawn to 6 king); None on a free one."""
        at = square_in(square)
        if not self.settled():
            return self._sketch.piece_type_at(square)
        man: cython.int = self.position.board[at]
        return None if man == EMPTY else (man >> 1) + 1

    def color_at(self, square: int) -> bool | None:
        """The colour of the piece on a square, True for White; None on a free one."""
        at = square_in(square)
        if not self.settled():
            return self._sketch.color_at(square)
        man: cython.int = self.position.board[at]
        return None if man == EMPTY else man & 1 == WHITE

    def king(self, color: bool) -> int | None:
        """The square of a side's king."""
        if not self.settled():
            return self._sketch.king(color)
        return lowest(self.position.men(WHITE if color else BLACK, KING))

    def piece_map(self, *, mask: int = WHOLE_BOARD) -> dict[int, Piece]:
        """The pieces by square, those of the eighth rank first."""
        if not self.settled():
            return {
                square: piece_of(2 * (piece.piece_type - 1) + (not piece.color))
                for square, piece in self._sketch.piece_map(mask=mask).items()
            }
        wanted: Bitboard = mask
        pieces = {}
        square: cython.int = 63
        while square >= 0:
            man: cython.int = self.position.board[square]
            if man != EMPTY and wanted & bit(square):
                pieces[square] = piece_of(man)
            square -= 1
        return pieces

    def _men(self) -> bytes:
        """The man on each square, a1 to h8, as the core numbers them: 2 * kind + colour, 12 on a free one."""
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.position.board), 64)

    # ------------------------------------------------------------------ attacks

    def attacks_mask(self, square: int) -> int:
        """The squares that the piece on a square attacks, as a bitboard."""
        at: cython.int = square_in(square)
        if not self.settled():
            return self._sketch.attacks_mask(square)
        man: cython.int = self.position.board[at]
        if man == EMPTY:
            return 0
        kind = man >> 1
        if kind == PAWN:
            return PAWN_ATTACKS[man & 1][at]
        if kind == KNIGHT:
            return KNIGHT_ATTACKS[at]
        if kind == KING:
            return KING_ATTACKS[at]
        attacks: Bitboard = 0
        if kind != ROOK:
            attacks |= bishop_attacks(at, self.position.occupied())
        if kind != BISHOP:
            attacks |= rook_attacks(at, self.position.occupied())
        return attacks

    def attackers_mask(self, color: bool, square: int, occupied: int | None = None) -> int:
        """The squares of a side's pieces that attack a square, as a bitboard; ``occupied``: as if these stood there."""
        at: cython.int = square_in(square)
        if not self.settled():
            return self._sketch.attackers_mask(color, square, occupied)
        blockers: Bitboard = self.position.occupied() if occupied is None else occupied
        return self.position.attackers(at, blockers) & self.position.colours[WHITE if color else BLACK]

    def is_attacked_by(self, color: bool, square: int, occupied: Any = None) -> bool:
        """True if a side attacks a square."""
        at: cython.int = square_in(square)
        if not self.settled():
            return self._sketch.is_attacked_by(color, square, occupied)
        blockers: Bitboard = self.position.occupied() if occupied is None else int(occupied)
        return self.position.is_attacked(at, WHITE if color else BLACK, blockers)

    def pin_mask(self, color: bool, square: int) -> int:
        """The line along which a piece of a side on a square is pinned to its king; the whole board if it isn't."""
        at: cython.int = square_in(square)
        if not self.settled():
            return self._sketch.pin_mask(color, square)
        side: cython.int = WHITE if color else BLACK
        king: cython.int = lowest(self.position.men(side, KING))
        kinds = cython.cast(cython.pointer(Bitboard), self.position.kinds)
        snipers: Bitboard = self.position.colours[side ^ 1] & (
            (ROOK_RAYS[king] & (kinds[ROOK] | kinds[QUEEN])) | (BISHOP_RAYS[king] & (kinds[BISHOP] | kinds[QUEEN]))
        )
        while snipers:
            sniper: cython.int = lowest(snipers)
            if BETWEEN[king][sniper] & (self.position.occupied() | bit(at)) == bit(at):
                return LINE[king][sniper]
            snipers &= snipers - 1
        return ALL_SQUARES

    def is_pinned(self, color: bool, square: int) -> bool:
        """True if a piece of a side on a square is pinned to its king."""
        return self.pin_mask(color, square) != WHOLE_BOARD

    def checkers_mask(self) -> int:
        """The squares of the pieces that give check, as a bitboard."""
        return self.position.checkers if self.settled() else self._sketch.checkers_mask()

    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return self.position.checkers != 0 if self.settled() else self._sketch.is_check()

    def was_into_check(self) -> bool:
        """True if the side that has moved left its king in check."""
        return False if self.settled() else self._sketch.was_into_check()

    # ------------------------------------------------------------------ moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, now and whenever asked: to iterate over, to count, to look into."""
        moves: LegalMoves = LegalMoves.__new__(LegalMoves)
        moves.board = self
        return moves

    def generate_legal_moves(self, from_mask: int = WHOLE_BOARD, to_mask: int = WHOLE_BOARD) -> Iterator[Move]:
        """The legal moves from some squares to some squares, given as bitboards."""
        if not self.settled():
            return iter([ours(move) for move in self._sketch.generate_legal_moves(from_mask, to_mask)])
        return iter(self.moves_between(from_mask, to_mask))

    def is_legal(self, move: Any) -> bool:
        """True if a move is legal; the null move never is."""
        if not self.settled():
            return self._sketch.is_legal(move)
        code = self.legal_code(move, not self.position.chess960)
        return code != NO_MOVE and code != NULL_MOVE

    def push(self, move: Any) -> None:
        """Play a move; the null move passes.

        A move that isn't legal is played as python-chess plays it, and what comes of it may be no position.
        """
        if self.settled():
            code = self.legal_code(move, True)
            if code != NO_MOVE and not (code == NULL_MOVE and self.position.checkers):
                self.position.make_room(1 + SPARE_PLIES)
                if code == NULL_MOVE:
                    self.position.make_null()
                else:
                    self.position.make(code)
                return
        self._push_unsound(move)

    def pop(self) -> Move:
        """Take the last move back, and return it. Raises IndexError at the game's start."""
        if self._sketch is not None and self._sketch.move_stack:
            move = ours(self._sketch.pop())
            if not self._sketch.move_stack and self.earlier:
                self.position, self.first_en_passant = self.earlier.pop()
                self._sketch = None
            else:
                self._touched = True
            return move
        if (self._sketch is not None or self.position.ply == 0) and self.earlier:
            self.position, self.first_en_passant = self.earlier.pop()
            self._sketch = None
        if self._sketch is not None or self.position.ply == 0:
            raise IndexError("no move to take back")
        code = self.position.states[self.position.ply - 1].move
        self.position.pop()
        return self.object_of(code)

    def peek(self) -> Move:
        """The last move. Raises IndexError at the game's start."""
        if self._sketch is None and self.position.ply:
            return self.object_of(self.position.states[self.position.ply - 1].move)
        moves = self.move_stack
        if not moves:
            raise IndexError("no move has been played")
        return moves[len(moves) - 1]

    @property
    def move_stack(self) -> list[Move]:
        """The moves played, a list made anew: changing it changes nothing here."""
        moves: list = []
        for position, _ in self.earlier:
            moves += self.moves_of(position)
        if self._sketch is not None:
            return moves + [ours(move) for move in self._sketch.move_stack]
        return moves + self.moves_of(self.position)

    def clear_stack(self) -> None:
        """Forget the moves played; the position stays."""
        self.first_en_passant = self.passed_square() if self.settled() else NO_SQUARE
        self.earlier = []
        if self._sketch is None:
            position: Position = Position.__new__(Position)
            position.make_room(self.position.ply + FIRST_PLIES)
            position.copy_end(self.position, 0)
            self.position = position
        else:
            self._sketch.clear_stack()
            self.position = None

    def ply(self) -> int:
        """Plies since the first move, by number and side to move."""
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    def gives_check(self, move: Any) -> bool:
        """True if a move gives check."""
        if self.settled():
            code = self.legal_code(move, True)
            if code != NO_MOVE and code != NULL_MOVE:
                return gives_check(self.position, code)
        after = self.copy(stack=False)
        after.push(move)
        return after.is_check()

    def is_capture(self, move: Any) -> bool:
        """True if a move captures."""
        if not self.settled():
            return self._sketch.is_capture(move)
        origin: cython.int = square_in(move.from_square)
        target: cython.int = square_in(move.to_square)
        if (bit(origin) ^ bit(target)) & self.position.colours[self.position.side ^ 1]:
            return True
        return self.is_en_passant(move)

    def is_en_passant(self, move: Any) -> bool:
        """True if a move captures en passant."""
        if not self.settled():
            return self._sketch.is_en_passant(move)
        origin: cython.int = square_in(move.from_square)
        target: cython.int = square_in(move.to_square)
        return (
            target == self.passed_square()
            and self.position.board[origin] >> 1 == PAWN
            and abs(target - origin) in (7, 9)
            and self.position.board[target] == EMPTY
        )

    def is_zeroing(self, move: Any) -> bool:
        """True if a move captures or is a pawn's: it sets the halfmove clock to zero."""
        if not self.settled():
            return self._sketch.is_zeroing(move)
        touched = bit(square_in(move.from_square)) ^ bit(square_in(move.to_square))
        return touched & (self.position.kinds[PAWN] | self.position.colours[self.position.side ^ 1]) != 0

    def is_castling(self, move: Any) -> bool:
        """True if a move castles."""
        if not self.settled():
            return self._sketch.is_castling(move)
        origin: cython.int = square_in(move.from_square)
        target: cython.int = square_in(move.to_square)
        if self.position.board[origin] >> 1 != KING:
            return False
        return abs((origin & 7) - (target & 7)) > 1 or self.position.board[target] == 2 * ROOK + self.position.side

    def is_kingside_castling(self, move: Any) -> bool:
        """True if a move castles towards the h-file."""
        return self.is_castling(move) and move.to_square & 7 > move.from_square & 7

    def is_queenside_castling(self, move: Any) -> bool:
        """True if a move castles towards the a-file."""
        return self.is_castling(move) and move.to_square & 7 < move.from_square & 7

    def has_legal_en_passant(self) -> bool:
        """True if a pawn can be taken en passant."""
        return self.position.en_passant != NO_SQUARE if self.settled() else self._sketch.has_legal_en_passant()

    def has_pseudo_legal_en_passant(self) -> bool:
        """True if a pawn can be taken en passant, if it doesn't matter that a king may then be in check."""
        if not self.settled():
            return self._sketch.has_pseudo_legal_en_passant()
        square = self.passed_square()
        if square == NO_SQUARE:
            return False
        return PAWN_ATTACKS[self.position.side ^ 1][square] & self.position.men(self.position.side, PAWN) != 0

    def clean_castling_rights(self) -> int:
        """The squares of the rooks that may still castle."""
        return self.rights_mask() if self.settled() else self._sketch.clean_castling_rights()

    def has_castling_rights(self, color: bool) -> bool:
        """True if a side may still castle."""
        if not self.settled():
            return self._sketch.has_castling_rights(color)
        return self.position.castling & (3 if color else 12) != 0

    def has_kingside_castling_rights(self, color: bool) -> bool:
        """True if a side may still castle towards the h-file."""
        if not self.settled():
            return self._sketch.has_kingside_castling_rights(color)
        return self.position.castling & (1 if color else 4) != 0

    def has_queenside_castling_rights(self, color: bool) -> bool:
        """True if a side may still castle towards the a-file."""
        if not self.settled():
            return self._sketch.has_queenside_castling_rights(color)
        return self.position.castling & (2 if color else 8) != 0

    # ------------------------------------------------------------------ ends

    def is_checkmate(self) -> bool:
        """True if the side to move is mated."""
        if not self.settled():
            return self._sketch.is_checkmate()
        return self.position.checkers != 0 and not has_legal_move(self.position)

    def is_stalemate(self) -> bool:
        """True if the side to move is not in check and has no move."""
        if not self.settled():
            return self._sketch.is_stalemate()
        return self.position.checkers == 0 and not has_legal_move(self.position)

    def has_insufficient_material(self, color: bool) -> bool:
        """True if a side can't mate, however the other one plays."""
        if not self.settled():
            return self._sketch.has_insufficient_material(color)
        return not self.can_mate(WHITE if color else BLACK)

    def is_insufficient_material(self) -> bool:
        """True if neither side can mate."""
        if not self.settled():
            return self._sketch.is_insufficient_material()
        return not self.can_mate(WHITE) and not self.can_mate(BLACK)

    def is_seventyfive_moves(self) -> bool:
        """True if 75 moves without capture and pawn move have ended the game."""
        if not self.settled():
            return self._sketch.is_seventyfive_moves()
        return self.position.halfmove >= SEVENTY_FIVE_MOVES and has_legal_move(self.position)

    def is_fifty_moves(self) -> bool:
        """True if there have been 50 moves without capture and pawn move."""
        if not self.settled():
            return self._sketch.is_fifty_moves()
        return self.position.halfmove >= FIFTY_MOVES and has_legal_move(self.position)

    def is_repetition(self, count: int = THREE_TIMES) -> bool:
        """True if the position has come about so many times, now included."""
        return self.times() >= count if self.settled() else self._sketch.is_repetition(count)

    def is_fivefold_repetition(self) -> bool:
        """True if the position has come about five times."""
        return self.is_repetition(FIVE_TIMES)

    def can_claim_fifty_moves(self) -> bool:
        """True if the side to move can claim a draw by fifty moves, now or by its next move."""
        codes: Code[MAX_MOVES]
        if not self.settled():
            return self._sketch.can_claim_fifty_moves()
        if self.is_fifty_moves():
            return True
        if self.position.halfmove < FIFTY_MOVES - 1:
            return False
        for index in range(generate(self.position, codes)):
            self.position.make(codes[index])
            claims = self.position.halfmove >= FIFTY_MOVES and has_legal_move(self.position)
            self.position.unmake()
            if claims:
                return True
        return False

    def can_claim_threefold_repetition(self) -> bool:
        """True if the side to move can claim a draw by a position's third time, now or by its next move."""
        codes: Code[MAX_MOVES]
        if not self.settled():
            return self._sketch.can_claim_threefold_repetition()
        if self.times() >= THREE_TIMES:
            return True
        for index in range(generate(self.position, codes)):
            self.position.make(codes[index])
            claims = self.times() >= THREE_TIMES
            self.position.unmake()
            if claims:
                return True
        return False

    def can_claim_draw(self) -> bool:
        """True if the side to move can claim a draw by fifty moves or by repetition."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    # ------------------------------------------------------------------ notations

    def fen(self, *, shredder: bool = False, en_passant: str = "legal", promoted: bool | None = None) -> str:
        """The FEN. ``shredder``: castling rights as the files of the rooks.

        ``en_passant`` says when the square behind a pawn is written: 'legal' if it can be taken, 'xfen' if a pawn of
        the other side stands beside it, 'fen' always. ``promoted`` marks promoted pieces, as python-chess writes them.
        """
        letters: cython.char[FEN_BYTES]
        if not self.settled():
            return self._sketch.fen(shredder=shredder, en_passant=en_passant, promoted=promoted)
        if promoted:
            return self.to_chess().fen(shredder=shredder, en_passant=en_passant, promoted=promoted)
        position = self.position
        square: cython.int = position.en_passant
        if en_passant == "fen" or (en_passant == "xfen" and self.has_pseudo_legal_en_passant()):
            square = self.passed_square()
        length = write_fen_into(
            position.board,
            position.side,
            position.rook_home,
            position.castling,
            square,
            position.halfmove,
            position.fullmove(),
            shredder,
            letters,
        )
        return PyUnicode_DecodeASCII(letters, length, cython.NULL)

    def shredder_fen(self, *, en_passant: str = "legal", promoted: bool | None = None) -> str:
        """The FEN with castling rights as the files of the rooks."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def uci(self, move: Any, *, chess960: bool | None = None) -> str:
        """A move as UCI text; castling as this board has it, or as ``chess960`` says."""
        if not self.settled():
            return self._sketch.uci(move, chess960=chess960)
        origin: cython.int = square_in(move.from_square)
        target: cython.int = square_in(move.to_square)
        if self.position.board[origin] >> 1 == KING:
            code = self.code_between(origin, target, NO_PIECE, True)
            if code != NO_MOVE and sort_of(code) == CASTLING:
                return uci_text(code, self.position.chess960 if chess960 is None else bool(chess960))
        return move.uci()

    def parse_uci(self, uci: str) -> Move:
        """The legal move, or the null move, that a UCI text means. Raises MoveError."""
        if not self.settled():
            return ours(self._sketch.parse_uci(uci))
        move = Move.from_uci(uci)
        if not move:
            return move
        code = self.legal_code(move, True)
        if code == NO_MOVE:
            self._refuse("illegal", f"'{uci}' is not a legal move in {self.fen()}")
        return self.object_of(code)

    def push_uci(self, uci: str) -> Move:
        """Play the move that a UCI text means, and return it. Raises MoveError; the position is then unchanged."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def san(self, move: Any) -> str:
        """A legal move in standard algebraic notation. Raises MoveError for one that can't be written so."""
        letters: cython.char[SAN_BYTES]
        if self.settled():
            code = self.legal_code(move, True)
            if code != NO_MOVE:
                return PyUnicode_DecodeASCII(letters, write_san(self.position, code, letters), cython.NULL)
        return self._odd_san(move)

    def _odd_san(self, move: Any) -> str:
        """A move that isn't legal, in standard algebraic notation."""
        raise NotImplementedError

    def san_and_push(self, move: Any) -> str:
        """Play a move, and return it in standard algebraic notation."""
        text = self.san(move)
        self.push(move)
        return text

    def parse_san(self, san: str) -> Move:
        """The legal move, or the null move, that a text in standard algebraic notation means. Raises MoveError.

        Read is whatever Kiebitz reads in PGN: ``0-0``, figurines, ``e8Q``, long notation.
        """
        if not self.settled():
            return ours(self._sketch.parse_san(san))
        if san is None:
            raise TypeError("a move is read from a text, not from None")
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(san, cython.address(length)))
        found = read_san(self.position, letters, length)
        if found > 0:
            return self.object_of(found)
        if found == AMBIGUOUS:
            self._refuse("ambiguous", f"'{san}' is ambiguous in {self.fen()}: say from where, as in Nbd2")
        elif found == ILLEGAL:
            self._refuse("illegal", f"'{san}' is illegal in {self.fen()}")
        self._refuse("unreadable", f"'{san}' is no move in standard algebraic notation; write it as Nf3, exd5 or O-O")

    def push_san(self, san: str) -> Move:
        """Play the move that a text in standard algebraic notation means, and return it. Raises MoveError."""
        move = self.parse_san(san)
        self.push(move)
        return move

    # ------------------------------------------------------------------ values

    def copy(self, *, stack: bool | int = True) -> Any:
        """A board of its own, with all the moves before it, none (False), or so many."""
        twin: RulesBoard = type(self).__new__(type(self))
        twin._left_out = self._left_out
        if not self.settled():
            twin._sketch = self._sketch.copy(stack=stack)
            twin._touched = False
            if stack is True:
                twin.earlier = [(copied(position), square) for position, square in self.earlier]
            return twin
        position: Position = Position.__new__(Position)
        if stack is True:
            position = copied(self.position)
            twin.first_en_passant = self.first_en_passant
            twin.earlier = [(copied(position), square) for position, square in self.earlier]
        else:
            kept: cython.int = min(self.position.ply, max(0, stack))
            twin.first_en_passant = self.passed_square() if kept == 0 else NO_SQUARE
            if kept == self.position.ply:
                twin.first_en_passant = self.first_en_passant
            elif kept:
                twin.first_en_passant = self.passed_before(kept)
            position.make_room(self.position.ply + FIRST_PLIES)
            position.copy_end(self.position, kept)
        twin.position = position
        return twin

    def passed_before(self, plies: int) -> int:
        """The square behind a pawn that had just moved two squares so many plies ago, NO_SQUARE if none had."""
        back: cython.int = self.position.ply - plies
        self.position.ply = back
        square = self.passed_square()
        self.position.ply = back + plies
        return square

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def root(self) -> Any:
        """The position at the game's start, a board of its own."""
        twin: RulesBoard = type(self).__new__(type(self))
        if self._sketch is not None and not self.earlier:
            twin._sketch = self._sketch.root()
            twin._touched = True
            return twin
        first = self.earlier[0] if self.earlier else (self.position, self.first_en_passant)
        twin.position = copied(first[0])
        twin.first_en_passant = first[1]
        while twin.position.ply:
            twin.position.pop()
        return twin

    def mirror(self) -> Any:
        """The same with colours reversed and the board turned upside down, a board of its own without moves before."""
        written: WrittenPosition
        if not self.settled():
            return self._odd_mirror()
        here = self.position
        self.written_as(cython.address(written))
        for square in range(64):
            man = here.board[square]
            written.men[square ^ 56] = man if man == EMPTY else man ^ 1
        for right in range(4):
            written.homes[right ^ 2] = here.rook_home[right] ^ 56 if here.castling & (1 << right) else NO_SQUARE
        written.side = here.side ^ 1
        square = self.passed_square()
        written.en_passant = NO_SQUARE if square == NO_SQUARE else square ^ 56
        twin: RulesBoard = type(self).__new__(type(self))
        position: Position = Position.__new__(Position)
        position.make_room(FIRST_PLIES)
        position.set_up(cython.address(written), here.chess960)
        twin.become(position, written.en_passant)
        return twin

    def _odd_mirror(self) -> Any:
        """The mirror image of what no game can reach."""
        raise NotImplementedError

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, RulesBoard):
            return self._equals(other)
        board: RulesBoard = other
        if not self.settled() or not board.settled():
            return self._sketch is not None and board._sketch is not None and self._sketch == board._sketch
        mine, its = self.position, board.position
        if (
            mine.key != its.key
            or mine.halfmove != its.halfmove
            or mine.fullmove() != its.fullmove()
            or self.rights_mask() != board.rights_mask()
        ):
            return False
        for square in range(64):
            if mine.board[square] != its.board[square]:
                return False
        return True

    def __hash__(self) -> int:
        if not self.settled():
            return hash(self._sketch._transposition_key())
        return hash(self.position.key)

    def _codes(self) -> bytes:
        """The moves since the last edit, 16 bits each as the machine has them."""
        codes = PyBytes_FromStringAndSize(cython.NULL, self.position.ply * cython.sizeof(Code))
        into = cython.cast(cython.pointer(Code), PyBytes_AsString(codes))
        for ply in range(self.position.ply):
            into[ply] = self.position.states[ply].move
        return codes

    def _play(self, codes: bytes) -> None:
        """Play moves, 16 bits each, as far as they are legal. Raises ValueError for one that isn't."""
        if len(codes) % cython.sizeof(Code):
            raise ValueError("damaged: half a move at the end of a board's moves")
        count: cython.int = len(codes) // cython.sizeof(Code)
        moves = cython.cast(cython.pointer(Code), PyBytes_AsString(codes))
        self.position.make_room(count + SPARE_PLIES)
        for ply in range(count):
            if moves[ply] == NULL_MOVE and not self.position.checkers:
                self.position.make_null()
            elif is_legal(self.position, moves[ply]):
                self.position.make(moves[ply])
            else:
                raise ValueError(f"damaged: move {ply + 1} of a board's moves isn't legal")

    def game_position(self) -> Position | None:
        """The game since the last edit as a ``Position`` of its own; None if no game can reach what stands here."""
        return self.position.copy() if self.settled() else None

    def _show(self, position: Position) -> None:
        """Become a copy of a position, with the game behind it."""
        if position is None:
            raise TypeError("a board shows a Position, not None")
        self.become(position.copy(), NO_SQUARE if position.ply else position.en_passant)

    def _become_equal(self, board: RulesBoard) -> None:
        """Become what another board shows, its game included."""
        if board is None:
            raise TypeError("a board becomes another one, not None")
        twin: RulesBoard = board.copy()
        self.position, self.first_en_passant, self.earlier = twin.position, twin.first_en_passant, twin.earlier
        self._sketch, self._touched = twin._sketch, twin._touched

    def zobrist_key(self) -> int:
        """The position's 64-bit key, as Kiebitz's table has it. Raises ValueError for what no game can reach."""
        if not self.settled():
            raise ValueError("no game of chess can reach this position; see status()")
        return self.position.key

    # ------------------------------------------------------------------ within

    def written_as(self, written):
        """The position as if it had just been read."""
        position = self.position
        written.fault = SOUND
        written.letters = 0
        for square in range(64):
            written.men[square] = position.board[square]
        for right in range(4):
            written.homes[right] = position.rook_home[right] if position.castling & (1 << right) else NO_SQUARE
        written.side = position.side
        written.en_passant = self.passed_square()
        written.halfmove = position.halfmove
        written.fullmove = position.fullmove()

    def rearrange(self, written):
        """Go on from an edited position; the game before it waits. Whether it is one."""
        position: Position = Position.__new__(Position)
        position.make_room(FIRST_PLIES)
        rank = written.en_passant >> 3
        if written.en_passant != NO_SQUARE and rank != (5 if written.side == WHITE else 2):
            return False
        position.set_up(written, self.position.chess960)
        if written.fault:
            return False
        if self.position.ply:
            self.earlier.append((self.position, self.first_en_passant))
        self.become(position, written.en_passant)
        if self.is_back():
            self.position, self.first_en_passant = self.earlier.pop()
        return True

    def is_back(self):
        """True if an edit has undone an earlier one, so that the game before it goes on."""
        if not self.earlier or self.position.ply:
            return False
        before: Position = self.earlier[len(self.earlier) - 1][0]
        mine = self.position
        if (
            before.key != mine.key
            or before.halfmove != mine.halfmove
            or before.fullmove() != mine.fullmove()
            or before.chess960 != mine.chess960
        ):
            return False
        for square in range(64):
            if before.board[square] != mine.board[square]:
                return False
        return True

    def passed_square(self):
        """The square behind a pawn that has just moved two squares, NO_SQUARE if none has."""
        position = self.position
        if position.ply == 0:
            return self.first_en_passant
        state = cython.address(position.states[position.ply - 1])
        if state.move == NULL_MOVE or state.moved >> 1 != PAWN:
            return NO_SQUARE
        origin = origin_of(state.move)
        target = target_of(state.move)
        return (origin + target) >> 1 if origin ^ target == 16 else NO_SQUARE

    def rights_mask(self):
        """The squares of the rooks that may still castle."""
        mask: Bitboard = 0
        for right in range(4):
            if self.position.castling & (1 << right):
                mask |= bit(self.position.rook_home[right])
        return mask

    def code_between(self, origin, target, piece, two_steps):
        """The core's code of a move from square to square, legal or not; NO_MOVE if it can be none.

        ``two_steps``: the king's step of two squares may mean castling.
        """
        position = self.position
        side = position.side
        man: cython.int = position.board[origin]
        if man == EMPTY or man & 1 != side:
            return NO_MOVE
        kind = man >> 1
        if kind == PAWN:
            if bit(target) & (RANK_1 | RANK_8):
                return new_promotion(origin, target, piece - 1) if KNIGHT < piece <= QUEEN + 1 else NO_MOVE
            if piece != NO_PIECE:
                return NO_MOVE
            if target == position.en_passant and (origin ^ target) & 7:
                return new_special(origin, target, EN_PASSANT)
            return new_move(origin, target)
        if piece != NO_PIECE:
            return NO_MOVE
        if kind == KING:
            for wing in range(2):
                right: cython.int = 2 * side + wing
                if position.castling & (1 << right):
                    rook: cython.int = position.rook_home[right]
                    if target == rook:
                        return new_special(origin, rook, CASTLING)
                    if two_steps and abs(target - origin) == 2 and target == castled_king(origin, rook):
                        return new_special(origin, rook, CASTLING)
        return new_move(origin, target)

    def legal_code(self, move, two_steps):
        """The code of a legal move or of the null move; NO_MOVE for any other."""
        origin: cython.int
        target: cython.int
        piece: cython.int
        if isinstance(move, Move):
            ours: Move = move
            origin = ours.from_square
            target = ours.to_square
            piece = ours.piece
        else:
            origin = square_in(move.from_square)
            target = square_in(move.to_square)
            promotion = move.promotion
            piece = NO_PIECE if promotion is None else promotion
            if move.drop is not None or not NO_PIECE <= piece < PIECES:
                return NO_MOVE
        if origin == 0 and target == 0 and piece == NO_PIECE:
            return NULL_MOVE
        code = self.code_between(origin, target, piece, two_steps)
        return code if code != NO_MOVE and is_legal(self.position, code) else NO_MOVE

    def object_of(self, code):
        """The move of a code, as this board writes castling."""
        if code == NULL_MOVE:
            return known_move(0, 0, NO_PIECE)
        origin: cython.int = origin_of(code)
        target: cython.int = target_of(code)
        sort = sort_of(code)
        if sort == CASTLING and not self.position.chess960:
            target = castled_king(origin, target)
        return known_move(origin, target, promoted_kind(code) + 1 if sort == PROMOTION else NO_PIECE)

    def moves_between(self, origins, targets):
        """The legal moves from some squares to some squares."""
        codes: Code[MAX_MOVES]
        count = generate(self.position, codes)
        kept: cython.int = 0
        for index in range(count):
            if origins & bit(origin_of(codes[index])) and targets & bit(target_of(codes[index])):
                codes[kept] = codes[index]
                kept += 1
        moves = PyList_New(kept)
        for index in range(kept):
            move = self.object_of(codes[index])
            Py_INCREF(move)  # The list takes it without counting it.
            PyList_SET_ITEM(moves, index, move)
        return moves

    def moves_of(self, position):
        """The moves of a game."""
        return [self.object_of(position.states[ply].move) for ply in range(position.ply)]

    def times(self):
        """Number of times the position has come about, now included; passes are looked past."""
        position = self.position
        count: cython.int = 1
        reach = min(position.halfmove, position.ply)
        back: cython.int = 2
        while back <= reach:
            count += position.states[position.ply - back].key == position.key
            back += 2
        return count

    def can_mate(self, side):
        """True if a side could mate, if the other one helped."""
        position = self.position
        men: Bitboard = position.colours[side]
        kinds = cython.cast(cython.pointer(Bitboard), position.kinds)
        if men & (kinds[PAWN] | kinds[ROOK] | kinds[QUEEN]):
            return True
        if men & kinds[KNIGHT]:
            return popcount(men) > 2 or position.colours[side ^ 1] & ~kinds[KING] & ~kinds[QUEEN] != 0
        if men & kinds[BISHOP]:
            is_one_colour: cython.bint = not kinds[BISHOP] & LIGHT_SQUARES or not kinds[BISHOP] & ~LIGHT_SQUARES
            return not is_one_colour or kinds[PAWN] != 0 or kinds[KNIGHT] != 0
        return False


class LegalMoves:
    """The legal moves of a board, as they are whenever this is asked."""

    def __init__(self, board: RulesBoard) -> None:
        """See the moves of a board."""
        self.board = board

    def count(self) -> int:
        """Number of squares in the set."""
        board = self.board
        return count_moves(board.position) if board.settled() else board._sketch.legal_moves.count()

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        board = self.board
        return has_legal_move(board.position) if board.settled() else bool(board._sketch.legal_moves)

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_legal_moves() if self.board._sketch is not None else iter(self.all())

    def all(self) -> list[Move]:
        """All of them, a list."""
        board = self.board
        if not board.settled():
            return [ours(move) for move in board._sketch.legal_moves]
        return board.moves_between(ALL_SQUARES, ALL_SQUARES)

    def __contains__(self, move: Any) -> bool:
        return self.board.is_legal(move)

    def __repr__(self) -> str:
        return f"<LegalMoves of {self.board.fen()}: {', '.join([self.board.san(move) for move in self])}>"


def copied(position):
    """A copy of a position with its game, with room for a board's needs."""
    twin: Position = Position.__new__(Position)
    twin.make_room(position.ply + FIRST_PLIES)
    twin.copy_game(position)
    return twin


def ours(move: Any) -> Move:
    """A move of python-chess's as ours."""
    return Move(move.from_square, move.to_square, move.promotion)


def square_in(square):
    """A square from outside. Raises IndexError."""
    number: cython.longlong = square
    if not 0 <= number < 64:
        raise IndexError(f"there is no square {square}; squares are 0 (a1) to 63 (h8)")
    return cython.cast(cython.int, number)
