"""The compiled half of ``kiebitz.Board`` (``engine.board``): a game of chess with python-chess's names.

Layout: ``position`` is the game from its start, or from the last edit, to now, a stretch; ``first_en_passant``,
``first_rights`` and ``first_promoted`` are what was set up where it begins, though the rules may have no use for it, as
python-chess keeps that. Stretches before an edit of the side to move, of castling rights or of the en passant square
wait in ``earlier``, so that ``pop`` finds its way back. A position that no game of chess can reach, as people put
together square by square or push moves into, is none of the core's: there ``_sketch``, a board of python-chess's,
answers, with its meanings and at its speed, until what stands there is a position again. It is made by whoever
inherits from this class (``_sketch_of``, ``_settle``, ``_push_unsound``).

Invariants: if ``_sketch`` is None, ``position`` is not; every method asks ``settled`` first. ``position`` has room for
SPARE_PLIES above its game, less than a search needs: what goes to an engine is a copy (``game_position``). Rights that
dangle are there only before the first move. ``played`` is None until somebody asks for ``move_stack``, from then on
that list.

Moves come in as ours, as python-chess's, or as anything with their attributes. Thread safety: none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.cpython.list import PyList_New, PyList_SET_ITEM
from cython.cimports.cpython.long import PyLong_AsUnsignedLongLongMask
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
    MAX_COUNTER,
    OPPOSITE_CHECK,
    SOUND,
    WrittenPosition,
    check_men,
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
from cython.cimports.kiebitz.core.pgn.letters import Text, is_file, is_rank
from cython.cimports.kiebitz.core.pgn.san import AMBIGUOUS, ILLEGAL, UNREADABLE, read_san
from cython.cimports.kiebitz.core.pgn.san_writer import SAN_BYTES, write_san

from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.move import uci_text

WHOLE_BOARD = (1 << 64) - 1
# As what legal moves pass beside their own class (``stand_for``).
STANDS_FOR = [None]


class RulesBoard:
    """The compiled part of a ``kiebitz.Board``: rules, moves, notations, copies."""

    def __cinit__(self, *args: Any, **options: Any):
        self.earlier = []
        self.first_en_passant = NO_SQUARE
        self.first_rights = 0
        self.first_promoted = 0

    def __init__(self, fen: str | None = START_FEN, *, chess960: bool = False) -> None:
        """Set up a FEN, as python-chess's ``Board`` does; None: an empty board. Raises FenError for what is no FEN."""
        self.played = None
        if fen is None:
            self.start_over()
            self._sketch = self._sketch_of(None, chess960)
        else:
            self.read(fen, chess960)

    def read(self, fen, chess960):
        """Become the position of a FEN; rights and an en passant square that can't be stay, without effect."""
        written: WrittenPosition
        position: Position = Position.__new__(Position)
        read_text(fen, chess960, cython.address(written))
        if written.fault == SOUND:
            position.make_room(FIRST_PLIES)
            position.set_up(cython.address(written), -1 if chess960 is None else chess960)
        if written.fault or written.letters or written.en_passant_drop:
            sketch = self._sketch_of(fen, chess960)
            if sketch is not None:
                self.start_over()
                self._sketch = sketch
                self._touched = True
                return 0
            if written.fault:
                raise error_of(fen, cython.address(written))
        self.start_over()
        self.become(position, written.en_passant, 0, 0)
        self.first_rights = self.rights_mask()
        return 0

    def start_over(self):
        """Forget whatever was here."""
        self.earlier = []
        self.position = None
        self._sketch = None
        self._touched = False
        if self.played is not None:
            self.played.clear()
        self.become(None, NO_SQUARE, 0, 0)

    def become(self, position, en_passant, rights, promoted):
        """Begin a stretch with a position."""
        self.position = position
        self.first_en_passant = en_passant
        self.first_rights = rights
        self.first_promoted = promoted
        self._sketch = None
        self._touched = False
        self.is_edited = False

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

    def _keep_game(self, sketch: Any, is_edited: bool) -> None:
        """Show a sketch, the position edited or a move pushed; the game up to now waits for ``pop``."""
        self.wait()
        self._sketch = sketch
        self.is_edited = is_edited
        self._touched = is_edited

    def _forget_game(self, sketch: Any) -> None:
        """Show a sketch that was edited, with no game before it but its own."""
        self.start_over()
        self._sketch = sketch
        self._touched = True
        if sketch is not None and sketch.move_stack:
            self.played = None

    def _settle_as(self, fields: tuple[Any, ...], chess960: bool) -> bool:
        """Become the position of what ``_fields`` gives, with what waits before it; whether it is a position."""
        written: WrittenPosition
        if not self.write_down(fields, cython.address(written)):
            return False
        en_passant = NO_SQUARE if fields[11] is None else fields[11]
        if not self.set_up(cython.address(written), fields[10], en_passant, fields[8], chess960):
            return False
        if self.is_back():
            self.resume()
        return True

    def _fields(self) -> tuple[Any, ...]:
        """The board's state, as python-chess keeps it.

        Bitboards of pawns, knights, bishops, rooks, queens, kings, White's men, Black's men, promoted men; the side to
        move, castling rights, en passant square, halfmove clock and number of the move.
        """
        if not self.settled():
            return fields_of(self._sketch)
        position = self.position
        kinds = cython.cast(cython.pointer(Bitboard), position.kinds)
        return (
            kinds[PAWN],
            kinds[KNIGHT],
            kinds[BISHOP],
            kinds[ROOK],
            kinds[QUEEN],
            kinds[KING],
            position.colours[WHITE],
            position.colours[BLACK],
            self.promoted_mask(),
            position.side == WHITE,
            self.raw_rights(),
            self.ep_square,
            position.halfmove,
            position.fullmove(),
        )

    def _stretches(self) -> list[tuple[tuple[Any, ...], bytes, list[int], list[Move]]]:
        """The game's stretches but for the sketch.

        Of each ``_fields`` where it begins, the codes of its moves, the halfmove clock before each move and now, and
        the moves.
        """
        board: RulesBoard
        stretches: list = []
        for position, en_passant, rights, promoted in self.stretches():
            board = RulesBoard.__new__(RulesBoard)
            board.become(copied(position), en_passant, rights, promoted)
            codes, clocks, moves = board._codes(), board.clocks(), self.moves_of(position)
            while board.position.ply:
                board.position.pop()
            stretches.append((board._fields(), codes, clocks, moves))
        return stretches

    def clocks(self):
        """The halfmove clock before each move of the stretch, and now."""
        position = self.position
        return [*[position.states[ply].halfmove for ply in range(position.ply)], position.halfmove]

    def _go_on(self, fields: tuple[Any, ...], codes: bytes, clocks: list[int], chess960: bool) -> None:
        """Add a stretch that ``_stretches`` has given. Raises ValueError for what is damaged."""
        if self.position is not None:
            self.wait()
        self._sketch = None
        written: WrittenPosition
        en_passant = NO_SQUARE if fields[11] is None else fields[11]
        if not self.write_down(fields, cython.address(written)) or not self.set_up(
            cython.address(written), fields[10], en_passant, fields[8], chess960
        ):
            raise ValueError("damaged: no game of chess begins where a board's does")
        self._play(codes)
        if len(clocks) != self.position.ply + 1:
            raise ValueError("damaged: a board has fewer moves than clocks, or more")
        for ply in range(self.position.ply):
            self.position.states[ply].halfmove = clocks[ply]
        self.halfmove_clock = clocks[self.position.ply]

    def _is_plain(self) -> bool:
        """True if a FEN and the moves say all: no rights without a rook, no edits, no promoted men to begin with."""
        if not self.settled() or self.earlier:
            return False
        position = self.position
        castling: cython.int = position.states[0].castling if position.ply else position.castling
        if self.first_promoted or self.first_rights != self.mask_of_rights(castling):
            return False
        for ply in range(position.ply):
            state = cython.address(position.states[ply])
            is_zeroing: cython.bint = state.moved >> 1 == PAWN or (state.captured != EMPTY and state.moved != EMPTY)
            after = position.states[ply + 1].halfmove if ply + 1 < position.ply else position.halfmove
            if after != (0 if is_zeroing else state.halfmove + 1):
                return False  # Somebody has set the clock.
        if self.first_en_passant == NO_SQUARE:
            return True
        root: RulesBoard = self.root()
        return root.is_double_step(self.first_en_passant)

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
            if self.rearrange(cython.address(written), self.raw_rights(), self.passed_square(), self.position.chess960):
                return
        self._edit("turn", value)

    @property
    def castling_rights(self) -> int:
        """The squares of the rooks that may still castle, and whatever else was set up; see clean_castling_rights."""
        return self.raw_rights() if self.settled() else self._sketch.castling_rights

    @castling_rights.setter
    def castling_rights(self, value: int) -> None:
        written: WrittenPosition
        if self.settled():
            self.written_as(cython.address(written))
            rights = mask_of(value)
            if self.has_moves() and rights & ~self.rights_mask():
                self._edit("castling_rights", value)
                return
            if self.rearrange(cython.address(written), rights, self.passed_square(), self.position.chess960):
                return
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
        written: WrittenPosition
        if self.settled() and (value is None or 0 < value < 64):
            self.written_as(cython.address(written))
            square = NO_SQUARE if value is None else value
            if square == self.passed_square() or self.rearrange(
                cython.address(written), self.raw_rights(), square, self.position.chess960
            ):
                return
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
        written: WrittenPosition
        if not self.settled():
            self._sketch.fullmove_number = value
        elif self.position.ply == 0:
            self.position.first_fullmove += value - self.position.fullmove()
        else:
            self.written_as(cython.address(written))
            written.fullmove = value
            self.rearrange(cython.address(written), self.raw_rights(), self.passed_square(), self.position.chess960)

    @property
    def chess960(self) -> bool:
        """True if castling is written as Chess960 has it."""
        return self.position.chess960 if self.settled() else self._sketch.chess960

    @chess960.setter
    def chess960(self, value: bool) -> None:
        written: WrittenPosition
        if not self.settled():
            self._edit("chess960", value)
        elif self.position.chess960 != bool(value):
            if not self.has_moves():
                self.written_as(cython.address(written))
                if self.rearrange(cython.address(written), self.first_rights, self.first_en_passant, bool(value)):
                    return
            self._edit("chess960", value)

    @property
    def pawns(self) -> int:
        """The squares with pawns, as a bitboard."""
        return self.position.kinds[PAWN] if self.settled() else self._sketch.pawns

    @pawns.setter
    def pawns(self, value: int) -> None:
        self._edit("pawns", value)

    @property
    def knights(self) -> int:
        """The squares with knights, as a bitboard."""
        return self.position.kinds[KNIGHT] if self.settled() else self._sketch.knights

    @knights.setter
    def knights(self, value: int) -> None:
        self._edit("knights", value)

    @property
    def bishops(self) -> int:
        """The squares with bishops, as a bitboard."""
        return self.position.kinds[BISHOP] if self.settled() else self._sketch.bishops

    @bishops.setter
    def bishops(self, value: int) -> None:
        self._edit("bishops", value)

    @property
    def rooks(self) -> int:
        """The squares with rooks, as a bitboard."""
        return self.position.kinds[ROOK] if self.settled() else self._sketch.rooks

    @rooks.setter
    def rooks(self, value: int) -> None:
        self._edit("rooks", value)

    @property
    def queens(self) -> int:
        """The squares with queens, as a bitboard."""
        return self.position.kinds[QUEEN] if self.settled() else self._sketch.queens

    @queens.setter
    def queens(self, value: int) -> None:
        self._edit("queens", value)

    @property
    def kings(self) -> int:
        """The squares with kings, as a bitboard."""
        return self.position.kinds[KING] if self.settled() else self._sketch.kings

    @kings.setter
    def kings(self, value: int) -> None:
        self._edit("kings", value)

    @property
    def occupied(self) -> int:
        """The squares with a piece, as a bitboard."""
        return self.position.occupied() if self.settled() else self._sketch.occupied

    @occupied.setter
    def occupied(self, value: int) -> None:
        self._edit("occupied", value)

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
        wanted: Bitboard = mask_of(mask)
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
        blockers: Bitboard = self.position.occupied() if occupied is None else mask_of(occupied)
        return self.position.attackers(at, blockers) & self.position.colours[WHITE if color else BLACK]

    def is_attacked_by(self, color: bool, square: int, occupied: Any = None) -> bool:
        """True if a side attacks a square."""
        at: cython.int = square_in(square)
        if not self.settled():
            return self._sketch.is_attacked_by(color, square, occupied)
        blockers: Bitboard = self.position.occupied() if occupied is None else squares_in(occupied)
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
        return iter(self.moves_between(mask_of(from_mask), mask_of(to_mask)))

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
                if self.played is not None:
                    self.played.append(self.object_of(code))
                if code == NULL_MOVE:
                    self.position.make_null()
                else:
                    self.position.make(code)
                return
        self._push_unsound(move)
        if self.played is not None:
            self.played.append(ours(self._sketch.peek()))

    def pop(self) -> Any:
        """Take the last move back, and return it. Raises IndexError at the game's start."""
        kept = self.played.pop() if self.played else None
        if self._sketch is not None and self._sketch.move_stack:
            move = ours(self._sketch.pop())
            if not self._sketch.move_stack and self.earlier and not self.is_edited:
                self.resume()
            else:
                self._touched = True
            return move if kept is None else kept
        if (self._sketch is not None or self.position.ply == 0) and self.earlier:
            self.resume()
        if self._sketch is not None or self.position.ply == 0:
            raise IndexError("no move to take back")
        code = self.position.states[self.position.ply - 1].move
        self.position.pop()
        return self.object_of(code) if kept is None else kept

    def peek(self) -> Move:
        """The last move. Raises IndexError at the game's start."""
        if self.played is None and self._sketch is None and self.position.ply:
            return self.object_of(self.position.states[self.position.ply - 1].move)
        moves = self.move_stack
        if not moves:
            raise IndexError("no move has been played")
        return moves[len(moves) - 1]

    @property
    def move_stack(self) -> list[Move]:
        """The moves played, a list that goes along with the board; changing it changes nothing else here."""
        if self.played is None:
            moves: list = []
            for stretch in self.stretches():
                moves += self.moves_of(stretch[0])
            if self._sketch is not None:
                moves += [ours(move) for move in self._sketch.move_stack]
            self.played = moves
        return self.played

    def clear_stack(self) -> None:
        """Forget the moves played; the position stays."""
        if self.played is not None:
            self.played.clear()
        if self._sketch is None:
            position: Position = Position.__new__(Position)
            position.make_room(self.position.ply + FIRST_PLIES)
            position.copy_end(self.position, 0)
            rights, square, promoted = self.raw_rights(), self.passed_square(), self.promoted_mask()
            self.become(position, square, rights, promoted)
        else:
            self._sketch.clear_stack()
            self.position = None
            self._touched = True
        self.earlier = []

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
        if square == NO_SQUARE or square >> 3 != (5 if self.position.side == WHITE else 2):
            return False
        if self.position.board[square] != EMPTY:
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
        """True if the position has come about ``count`` times, now included."""
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
        if move.promotion is not None or move.drop is not None:
            return move.uci()
        origin: cython.int = square_in(move.from_square)
        target: cython.int = square_in(move.to_square)
        written = self.written_target(origin, target, self.position.chess960 if chess960 is None else bool(chess960))
        return move.uci() if written == target else known_move(origin, written, NO_PIECE).uci()

    def _from_chess960(
        self, chess960: bool, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None
    ) -> Any:
        """A move of Chess960's notation, king takes rook, as the notation has it that is meant."""
        if not self.settled():
            return self._sketch._from_chess960(chess960, from_square, to_square, promotion, drop)
        if drop is not None or promotion is not None or chess960:
            return self._sketched(from_square, to_square, promotion, drop)
        origin: cython.int = square_in(from_square)
        return known_move(origin, self.two_steps_for(origin, square_in(to_square)), NO_PIECE)

    def _to_chess960(self, move: Any) -> Any:
        """A move as Chess960's notation has it: king takes rook."""
        if not self.settled():
            return self._sketch._to_chess960(move)
        origin: cython.int = square_in(move.from_square)
        target: cython.int = self.rook_for(origin, square_in(move.to_square))
        return move if target == move.to_square else known_move(origin, target, NO_PIECE)

    def parse_uci(self, uci: str) -> Any:
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

    def push_uci(self, uci: str) -> Any:
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

    def _sketched(self, from_square: int, to_square: int, promotion: int | None, drop: int | None) -> Any:
        """A move of python-chess's."""
        raise NotImplementedError

    def san_and_push(self, move: Any) -> str:
        """Play a move, and return it in standard algebraic notation."""
        text = self.san(move)
        self.push(move)
        return text

    def parse_san(self, san: str) -> Any:
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

    def _strict_san(self, san: str) -> Move | None:
        """The move of a text that python-chess reads, too, castling and passes included; None for any other text."""
        if not self.settled() or san is None:
            return None
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(san, cython.address(length)))
        if not is_strict(letters, length):
            return None
        found = read_san(self.position, letters, length)
        return self.object_of(found) if found > 0 else None

    def push_san(self, san: str) -> Any:
        """Play the move that a text in standard algebraic notation means, and return it. Raises MoveError."""
        move = self.parse_san(san)
        self.push(move)
        return move

    # ------------------------------------------------------------------ values

    def copy(self, *, stack: bool | int = True) -> Any:
        """A board of its own, with all the moves before it, none (False), or the last ``stack`` of them."""
        twin: RulesBoard = self.blank()
        if not self.settled():
            twin._sketch = self._sketch.copy(stack=stack)
            twin.is_edited = self.is_edited
            if stack is True:
                twin.earlier = [(copied(each[0]), *each[1:]) for each in self.earlier]
            else:
                twin._touched = True
            return twin
        if stack is True:
            twin.become(copied(self.position), self.first_en_passant, self.first_rights, self.first_promoted)
            if self.earlier:
                twin.earlier = [(copied(each[0]), *each[1:]) for each in self.earlier]
            return twin
        ply = self.position.ply
        kept: cython.int = min(ply, max(0, stack))
        position: Position = Position.__new__(Position)
        position.make_room(ply + FIRST_PLIES)
        position.copy_end(self.position, kept)
        self.position.ply = ply - kept
        twin.become(position, self.passed_square(), self.raw_rights(), self.promoted_mask())
        if self.position.ply:
            twin.first_rights = self.mask_of_rights(
                self.position.castling if kept == 0 else position.states[0].castling
            )
        self.position.ply = ply
        return twin

    def blank(self):
        """A board of the same class with nothing on it; a class's own ``__init__`` is called, as python-chess does."""
        cls = type(self)
        twin: RulesBoard = cls.__new__(cls)
        if cls.__init__ is not RulesBoard.__init__:
            twin.__init__(None)
            twin.start_over()
        return twin

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def root(self) -> Any:
        """The position at the game's start, a board of its own."""
        twin: RulesBoard = self.blank()
        if self._sketch is not None and not self.earlier:
            twin._sketch = self._sketch.root()
            twin._touched = True
            return twin
        first = self.stretches()[0]
        twin.become(copied(first[0]), first[1], first[2], first[3])
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
        written.side = here.side ^ 1
        square = self.passed_square()
        twin: RulesBoard = self.blank()
        twin.set_up(
            cython.address(written),
            flipped(self.raw_rights()),
            NO_SQUARE if square == NO_SQUARE else square ^ 56,
            flipped(self.promoted_mask()),
            here.chess960,
        )
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
        self.start_over()
        self.become(position.copy(), NO_SQUARE if position.ply else position.en_passant, 0, 0)
        self.first_rights = self.mask_of_rights(position.states[0].castling if position.ply else position.castling)

    def _become_equal(self, board: RulesBoard) -> None:
        """Become what another board shows, its game included."""
        if board is None:
            raise TypeError("a board becomes another one, not None")
        twin: RulesBoard = board.copy()
        self.start_over()
        self.become(twin.position, twin.first_en_passant, twin.first_rights, twin.first_promoted)
        self.earlier, self.is_edited = twin.earlier, twin.is_edited
        self._sketch, self._touched = twin._sketch, twin._touched

    def zobrist_key(self) -> int:
        """The position's 64-bit key, as Kiebitz's table has it. Raises ValueError for what no game can reach."""
        if not self.settled():
            raise ValueError("no game of chess can reach this position; see status()")
        return self.position.key

    # ------------------------------------------------------------------ within

    def wait(self):
        """Let the stretch up to now wait for ``pop``."""
        self.earlier.append(self.stretch())

    def stretch(self):
        """The stretch under way, as ``earlier`` has it."""
        return (self.position, self.first_en_passant, self.first_rights, self.first_promoted)

    def resume(self):
        """Go on with the stretch of moves that was put aside."""
        position, en_passant, rights, promoted = self.earlier.pop()
        self.become(position, en_passant, rights, promoted)

    def stretches(self):
        """All stretches that are positions, the first one first."""
        if self._sketch is not None:
            return self.earlier
        return [*self.earlier, self.stretch()]

    def has_moves(self):
        """True if there are moves to take back."""
        return self.position.ply != 0 or len(self.earlier) > 0

    def written_as(self, written):
        """The men, the side to move and the counters as if they had just been read."""
        position = self.position
        written.fault = SOUND
        written.letters = 0
        for square in range(64):
            written.men[square] = position.board[square]
        written.side = position.side
        written.halfmove = position.halfmove
        written.fullmove = position.fullmove()

    def write_down(self, fields, written):
        """Take men, side to move and counters of what ``_fields`` gives; whether they can be."""
        kinds: Bitboard[6]
        for kind in range(6):
            kinds[kind] = fields[kind]
        whites: Bitboard = fields[6]
        blacks: Bitboard = fields[7]
        halfmove: cython.longlong = fields[12]
        fullmove: cython.longlong = fields[13]
        if whites & blacks or not 0 <= halfmove <= MAX_COUNTER or not 1 <= fullmove <= MAX_COUNTER:
            return False
        written.fault = SOUND
        written.letters = 0
        for square in range(64):
            written.men[square] = EMPTY
        left: Bitboard = whites | blacks
        for kind in range(6):
            men = kinds[kind]
            if men & ~left:
                return False  # A man of no colour, or of two kinds.
            left ^= men
            while men:
                at = lowest(men)
                written.men[at] = 2 * kind + (WHITE if whites & bit(at) else BLACK)
                men &= men - 1
        written.side = WHITE if fields[9] else BLACK
        written.halfmove = halfmove
        written.fullmove = fullmove
        return left == 0 and check_men(written)

    def set_up(self, written, rights, en_passant, promoted, chess960):
        """Begin a stretch with men as written, and rights and an en passant square whether or not they can be.

        False if it is no position, or if python-chess would capture en passant where no pawn has passed.
        """
        position: Position = Position.__new__(Position)
        left: Bitboard = promoted
        while left:
            if written.men[lowest(left)] >> 1 == KING:
                return False  # To python-chess it is no king.
            left &= left - 1
        homes_of(written, rights, chess960)
        written.en_passant = NO_SQUARE
        if en_passant != NO_SQUARE:
            if has_passed(written, en_passant):
                written.en_passant = en_passant
            elif could_capture(written, en_passant):
                return False
        position.make_room(FIRST_PLIES)
        position.set_up(written, chess960)
        if written.fault:
            return False
        self.become(position, en_passant, rights, promoted)
        return True

    def rearrange(self, written, rights, en_passant, chess960):
        """Go on from an edited position; the game before it waits. Whether it is one."""
        before = self.stretch()
        is_played: cython.bint = self.position.ply != 0
        if not self.set_up(written, rights, en_passant, self.promoted_mask(), chess960):
            return False
        if is_played:
            self.earlier.append(before)
        if self.is_back():
            self.resume()
        return True

    def is_back(self):
        """True if an edit has undone an earlier one, so that the game before it goes on."""
        if not self.earlier or self.position.ply:
            return False
        mine = self.position
        now = self.passed_square(), self.raw_rights()
        waiting = self.earlier[len(self.earlier) - 1]
        before: Position = waiting[0]
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
        own = self.stretch()
        self.resume()
        is_same: cython.bint = now == (self.passed_square(), self.raw_rights())
        self.earlier.append(waiting)
        self.become(own[0], own[1], own[2], own[3])
        return is_same

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

    def is_double_step(self, square):
        """True if a pawn of the side not to move could just have passed a square."""
        written: WrittenPosition
        self.written_as(cython.address(written))
        return has_passed(cython.address(written), square)

    def rights_mask(self):
        """The squares of the rooks that may still castle."""
        return self.mask_of_rights(self.position.castling)

    def mask_of_rights(self, castling):
        """The squares of the rooks of some rights."""
        mask: Bitboard = 0
        for right in range(4):
            if castling & (1 << right):
                mask |= bit(self.position.rook_home[right])
        return mask

    def raw_rights(self):
        """Castling rights, and before the first move whatever was set up as such."""
        return self.rights_mask() if self.position.ply else self.first_rights

    def promoted_mask(self):
        """The squares with promoted men."""
        position = self.position
        mask: Bitboard = self.first_promoted
        for ply in range(position.ply):
            code = position.states[ply].move
            if code == NULL_MOVE or sort_of(code) == CASTLING:
                continue
            origin = bit(origin_of(code))
            target = bit(target_of(code))
            if sort_of(code) == PROMOTION or mask & origin:
                mask = (mask & ~origin) | target
            else:
                mask &= ~target
        return mask

    def rook_for(self, origin, target):
        """Where a king's two steps from e1 or e8 lead in Chess960's notation, as python-chess has it; or target."""
        first = origin & 56
        if (origin == 4 or origin == 60) and self.position.kinds[KING] & bit(origin):
            rooks = self.position.kinds[ROOK]
            if target == first + 6 and not rooks & bit(target):
                return first + 7
            if target == first + 2 and not rooks & bit(target):
                return first
        return target

    def two_steps_for(self, origin, target):
        """The way back from ``rook_for``."""
        first = origin & 56
        if (origin == 4 or origin == 60) and self.position.kinds[KING] & bit(origin):
            if target == first + 7:
                return first + 6
            if target == first:
                return first + 2
        return target

    def written_target(self, origin, target, chess960):
        """Where a move leads as one notation or the other has it."""
        square = self.rook_for(origin, target)
        return square if chess960 else self.two_steps_for(origin, square)

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
        """The legal moves from some squares to some squares, in python-chess's order."""
        codes: Code[MAX_MOVES]
        keys: cython.ulonglong[MAX_MOVES]
        count = generate(self.position, codes)
        kept: cython.int = 0
        while count:
            count -= 1
            code = codes[count]
            if origins & bit(origin_of(code)) and targets & bit(target_of(code)):
                key = self.order_of(code)
                at = kept
                while at and keys[at - 1] > key:
                    keys[at] = keys[at - 1]
                    at -= 1
                keys[at] = key
                kept += 1
        moves = PyList_New(kept)
        for index in range(kept):
            move = self.object_of(cython.cast(Code, keys[index] & 0xFFFF))
            Py_INCREF(move)  # The list takes it without counting it.
            PyList_SET_ITEM(moves, index, move)
        return moves

    def order_of(self, code):
        """A number that is the smaller the earlier python-chess generates a move; the code is its lower half.

        Men from h8 down to a1, each to squares from h8 down; castling; captures of pawns; their single and double
        steps; en passant. In check the king moves first.
        """
        position = self.position
        origin: cython.int = origin_of(code)
        target: cython.int = target_of(code)
        sort = sort_of(code)
        man = position.board[origin]
        group: cython.ulonglong
        first: cython.ulonglong = 63 - origin
        second: cython.ulonglong = 63 - target
        if sort == CASTLING:
            group = 2
        elif man >> 1 != PAWN:
            group = 0 if position.checkers and man >> 1 == KING else 1
        elif sort == EN_PASSANT:
            group = 6
        elif (origin ^ target) & 7:
            group = 3
        else:
            group = 5 if origin ^ target == 16 else 4
            first = 0
        piece: cython.ulonglong = QUEEN - promoted_kind(code) if sort == PROMOTION else 0
        return group << 30 | first << 24 | second << 18 | piece << 16 | code

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

    @property
    def __class__(self) -> type:
        return STANDS_FOR[0] or LegalMoves

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


def stand_for(cls: type) -> None:
    """Let legal moves be instances of another class, too."""
    STANDS_FOR[0] = cls


def copied(position):
    """A copy of a position with its game, with room for a board's needs."""
    twin: Position = Position.__new__(Position)
    twin.make_room(position.ply + FIRST_PLIES)
    twin.copy_game(position)
    return twin


def ours(move: Any) -> Any:
    """A move of python-chess's as ours; a drop stays its own."""
    return Move(move.from_square, move.to_square, move.promotion) if move.drop is None else move


def fields_of(board: Any) -> tuple[Any, ...]:
    """The fields of a board of python-chess's, as ``RulesBoard._fields`` has it."""
    black, white = board.occupied_co
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        white,
        black,
        board.promoted,
        board.turn,
        board.castling_rights,
        board.ep_square,
        board.halfmove_clock,
        board.fullmove_number,
    )


def homes_of(written, rights, chess960):
    """The rooks that castle, of rights that may be without effect, as python-chess cleans them."""
    for side in range(2):
        first: cython.int = 0 if side == WHITE else 56
        king: cython.int = -1
        low: cython.int = -1
        high: cython.int = -1
        for file in range(8):
            man = written.men[first + file]
            if man == 2 * KING + side:
                king = file
            elif man == 2 * ROOK + side and rights & bit(first + file) and (chess960 or file == 0 or file == 7):
                high = file
                if low < 0:
                    low = file
        has_king: cython.bint = king >= 0 if chess960 else king == 4
        written.homes[2 * side] = first + high if has_king and high > king else NO_SQUARE
        written.homes[2 * side + 1] = first + low if has_king and 0 <= low < king else NO_SQUARE


def has_passed(written, square):
    """True if a pawn can just have passed a square."""
    back: cython.int = 8 if written.side == WHITE else -8
    return (
        square >> 3 == (5 if written.side == WHITE else 2)
        and written.men[square - back] == 2 * PAWN + (written.side ^ 1)
        and written.men[square] == EMPTY
        and written.men[square + back] == EMPTY
    )


def could_capture(written, square):
    """True if python-chess would let a pawn capture en passant on a square that no pawn has passed."""
    if square >> 3 != (5 if written.side == WHITE else 2) or written.men[square] != EMPTY:
        return False
    row: cython.int = square - (8 if written.side == WHITE else -8)
    pawn = 2 * PAWN + written.side
    return (square & 7 != 0 and written.men[row - 1] == pawn) or (square & 7 != 7 and written.men[row + 1] == pawn)


def is_strict(letters, length):
    """True if a text is castling or a move as python-chess writes and reads them: Nf3, Nbd2, e2-e4, exd8=Q+, O-O."""
    at: cython.Py_ssize_t = length
    if at and (letters[at - 1] == b"+" or letters[at - 1] == b"#"):
        at -= 1
    if at and letters[0] == b"O":
        return (at == 3 and letters[1] == b"-" and letters[2] == b"O") or (
            at == 5 and letters[1] == b"-" and letters[2] == b"O" and letters[3] == b"-" and letters[4] == b"O"
        )
    if at > 2 and is_rank(letters[at - 2]) | (letters[at - 2] == b"="):
        piece: cython.uchar = letters[at - 1] | 32
        if piece == b"q" or piece == b"n" or piece == b"r" or piece == b"b":
            at -= 2 if letters[at - 2] == b"=" else 1
    if at < 2 or not is_file(letters[at - 2]) or not is_rank(letters[at - 1]):
        return False
    at -= 2
    if at and (letters[at - 1] == b"x" or letters[at - 1] == b"-"):
        at -= 1
    if at and is_rank(letters[at - 1]):
        at -= 1
    if at and is_file(letters[at - 1]):
        at -= 1
    first: cython.uchar = letters[0]
    return at == 0 or (at == 1 and (first == b"N" or first == b"B" or first == b"R" or first == b"Q" or first == b"K"))


def flipped(mask):
    """A bitboard upside down."""
    turned: Bitboard = 0
    for rank in range(8):
        turned |= ((mask >> (8 * rank)) & 255) << (56 - 8 * rank)
    return turned


def mask_of(value):
    """A bitboard of a whole number, modulo 2 to the 64th, as ``~mask`` is one. Raises TypeError."""
    return PyLong_AsUnsignedLongLongMask(value)


def squares_in(squares):
    """A bitboard of whatever python-chess takes for a set of squares: a number, a SquareSet, squares."""
    if hasattr(squares, "__index__") or hasattr(squares, "__int__"):
        return mask_of(int(squares))
    mask: Bitboard = 0
    for square in squares:
        mask |= bit(square_in(square))
    return mask


def square_in(square):
    """A square from outside. Raises IndexError."""
    number: cython.longlong = square
    if not 0 <= number < 64:
        raise IndexError(f"there is no square {square}; squares are 0 (a1) to 63 (h8)")
    return cython.cast(cython.int, number)
