"""``kiebitz.Board``: python-chess's ``Board`` on Kiebitz's compiled rules.

What is asked in loops is compiled (``core.board``); here stands what takes or gives python-chess's objects, and what
edits a position. For all else ``Board`` inherits python-chess's own code, which asks the compiled one. An edited
position that no game of chess can reach is kept as a board of python-chess's until it is one that can: with its
meanings, and at its speed. docs/boards.md has the table of what differs.

``chess.Board`` may be another class by the time something here runs (``kiebitz.chess.install``); python-chess's own is
``ChessBoard``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING, Any, NoReturn

import chess
from chess import Board as ChessBoard

from kiebitz.core.board import board as core_board
from kiebitz.core.board import move as core_move
from kiebitz.core.board import piece as core_piece
from kiebitz.core.board.board import LegalMoves, RulesBoard, fields_of
from kiebitz.core.board.move import Move
from kiebitz.core.board.piece import Piece
from kiebitz.core.chess.notation import MoveError
from kiebitz.core.chess.position import Position

if TYPE_CHECKING:
    from typing import Self

    import numpy as np

__all__ = [
    "AmbiguousMoveError",
    "Board",
    "ChessBoard",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Piece",
]

KIND_COUNT = 6
# Whoever overrides these in a class of boards is asked by compiled code, too.
OPEN = frozenset({"copy", "fen", "outcome", "san", "status"})


class InvalidMoveError(MoveError, chess.InvalidMoveError):
    """A text that is no move; also an error of python-chess's."""


class IllegalMoveError(MoveError, chess.IllegalMoveError):
    """A move that isn't legal; also an error of python-chess's."""


class AmbiguousMoveError(MoveError, chess.AmbiguousMoveError):
    """A text that several moves fit; also an error of python-chess's."""


REFUSALS: dict[str, type[MoveError]] = {
    "unreadable": InvalidMoveError,
    "illegal": IllegalMoveError,
    "ambiguous": AmbiguousMoveError,
}


core_move.stand_for(chess.Move, InvalidMoveError)
core_piece.stand_for(chess.Piece)
core_board.stand_for(chess.LegalMoveGenerator)


class StandIn(type):
    """The kind of classes that may stand in ``chess.Board``'s place.

    While one does, python-chess's own boards, variants among them, are instances of it; and a class that inherits from
    it and changes rules, which compiled code wouldn't ask, inherits from python-chess's ``Board`` instead.
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        """Make the class, or one of python-chess's."""
        if chess.Board is not ChessBoard and chess.Board in bases and _rules() & namespace.keys():
            return type(
                name, tuple(ChessBoard if base is chess.Board else base for base in bases), namespace, **options
            )
        return super().__new__(mcls, name, bases, namespace, **options)

    def __instancecheck__(cls, instance: Any) -> bool:
        """Whether it is a board of the class, or stands for one."""
        return super().__instancecheck__(instance) or (cls is chess.Board and isinstance(instance, ChessBoard))

    def __subclasscheck__(cls, other: type) -> bool:
        """Whether it is a class of such boards."""
        return super().__subclasscheck__(other) or (cls is chess.Board and issubclass(other, ChessBoard))


@cache
def _rules() -> frozenset[str]:
    """What python-chess's boards ask of themselves: who overrides that changes other answers, too."""
    own = vars(chess.BaseBoard) | vars(ChessBoard)
    asked: set[str] = set()
    for each in own.values():
        code = getattr(getattr(each, "fget", getattr(each, "__func__", each)), "__code__", None)
        left = [] if code is None else [code]
        while left:
            part = left.pop()
            asked.update(part.co_names)
            left += [constant for constant in part.co_consts if isinstance(constant, CodeType)]
    return frozenset(name for name in own if name in asked and name not in OPEN)


class Board(RulesBoard, ChessBoard, metaclass=StandIn):  # type: ignore[misc]
    """A chess board with the game that led to it, as ``chess.Board`` has it, which is a base of it.

    ``Board()`` is the starting position, ``Board(fen)`` another, ``Board(None)`` an empty board. ``chess960`` says
    whether castling is read and written as Chess960 has it. Boards are equal if position and counters are, and hash by
    position. A board belongs to one thread at a time.

    Raises FenError for a text that is no FEN. Castling rights and an en passant square that can't be have no effect,
    and ``status`` counts them.
    """

    # ------------------------------------------------------------------ from and to others

    @classmethod
    def from_chess(cls, board: chess.Board) -> Self:
        """The same game as a ``chess.Board`` has. Raises ValueError for a variant of chess."""
        if board.uci_variant != cls.uci_variant:
            raise ValueError(f"Kiebitz plays chess and Chess960, not {board.uci_variant}")
        made = cls(None, chess960=board.chess960)
        made._forget_game(board.root())
        for move in board.move_stack:
            made.push(move)
        if made._fields() != fields_of(board):  # It was edited on the way.
            made._forget_game(_plain(board))
        return made

    @classmethod
    def from_position(cls, position: Position) -> Self:
        """The same game as a ``Position`` of the engine's has."""
        board = cls.__new__(cls)
        board._show(position)
        return board

    def to_chess(self, *, stack: bool = True) -> chess.Board:
        """The same as a board of python-chess's own, with the moves played or, without ``stack``, with none."""
        board: chess.Board
        if self._sketch is not None and not (stack and self._has_earlier):
            board = self._sketch.copy(stack=stack)
            return board
        board = _empty(self.chess960)
        if stack:
            for fields, _, clocks, moves in self._stretches():
                _show(board, fields)
                for clock, move in zip(clocks, moves, strict=False):
                    board.halfmove_clock = clock
                    board.push(_of_ours(move))
        if self._sketch is not None:
            board.move_stack += self._sketch.move_stack
            board._stack += self._sketch._stack
        _show(board, self._fields())
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        if self._is_plain():
            root = self.root().fen(shredder=True, en_passant="fen")
            return _of_game, (type(self), root, self.chess960, self._codes()), self.__dict__ or None
        stretches = [(fields, codes, clocks) for fields, codes, clocks, _ in self._stretches()]
        sketch = None if self._sketch is None else self._sketch.__dict__
        return _of_stretches, (type(self), self.chess960, stretches, sketch), self.__dict__ or None

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    # ------------------------------------------------------------------ what the compiled half asks for

    def _sketch_of(self, fen: str | None, chess960: bool | None) -> chess.Board | None:
        try:
            return ChessBoard(fen, chess960=bool(chess960))
        except ValueError:
            return None  # The compiled half says what is wrong with the text.

    def _settle(self) -> None:
        sketch = self._sketch
        if not sketch.move_stack:
            self._settle_as(fields_of(sketch), sketch.chess960)

    def _push_unsound(self, move: chess.Move) -> None:
        played = _of_ours(move)
        if self._sketch is None:
            sketch = self.to_chess(stack=False)
            sketch.push(played)
            self._keep_game(sketch, False)
        else:
            self._sketch.push(played)

    def _edit(self, name: str, value: Any) -> None:
        """Set an attribute that the rules depend on; the game before it stays to be taken back.

        python-chess cleans castling rights only where no move was played, so there its own board keeps the whole game.
        """
        if self._sketch is None and name in ("turn", "ep_square") and self.move_stack:
            self._keep_game(self.to_chess(stack=False), True)
        elif self._sketch is None or self._has_earlier:
            self._forget_game(self.to_chess())
        setattr(self._sketch, name, value)
        self._touched = True

    def _edited(self) -> chess.Board:
        """The board to edit, which has forgotten the game."""
        sketch = self.to_chess(stack=False) if self._sketch is None else self._sketch
        sketch.clear_stack()
        self._forget_game(sketch)
        return sketch

    def _sketched(self, from_square: int, to_square: int, promotion: int | None, drop: int | None) -> chess.Move:
        return chess.Move(from_square, to_square, promotion, drop)

    def _refuse(self, kind: str, words: str) -> NoReturn:
        raise REFUSALS[kind](words)

    def _equals(self, other: object) -> bool:
        if isinstance(other, ChessBoard):
            return ChessBoard.__eq__(self, other)
        return NotImplemented  # type: ignore[no-any-return]

    def _odd_san(self, move: chess.Move) -> str:
        return self.to_chess(stack=False).san(_of_ours(move))

    def _odd_mirror(self) -> Self:
        return self._of(self.to_chess(stack=False).mirror())

    def _of(self, board: chess.Board) -> Self:
        return type(self).from_chess(board)

    # ------------------------------------------------------------------ set up

    def reset(self) -> None:
        """Go to the starting position."""
        self._edited().reset()

    def reset_board(self) -> None:
        """Put the pieces where games begin."""
        self._edited().reset_board()

    def clear(self) -> None:
        """Take everything away: no pieces, no rights, no moves."""
        self._edited().clear()

    def clear_board(self) -> None:
        """Take the pieces away."""
        self._edited().clear_board()

    def set_fen(self, fen: str) -> None:
        """Set up a FEN. Raises FenError; the board is then unchanged."""
        self._become_equal(Board(fen, chess960=self.chess960))

    def set_board_fen(self, fen: str) -> None:
        """Set up the pieces of a FEN's first field. Raises ValueError."""
        self._edited().set_board_fen(fen)

    def set_castling_fen(self, castling_fen: str) -> None:
        """Set castling rights as a FEN writes them. Raises ValueError."""
        self._edited().set_castling_fen(castling_fen)

    def set_epd(self, epd: str) -> dict[str, Any]:
        """Set up an EPD, and return its operations. Raises ValueError."""
        return self._edited().set_epd(epd)

    def set_piece_at(self, square: int, piece: chess.Piece | None, promoted: bool = False) -> None:
        """Put a piece on a square, or with None take it away; the moves before are forgotten."""
        self._edited().set_piece_at(square, piece, promoted)

    def remove_piece_at(self, square: int) -> Piece | None:
        """Take the piece on a square away, and return it; the moves before are forgotten."""
        man = self._edited().remove_piece_at(square)
        return None if man is None else Piece(man.piece_type, man.color)

    def set_piece_map(self, pieces: Mapping[int, Any]) -> None:
        """Set up pieces by their squares."""
        self._edited().set_piece_map(pieces)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up a starting position of Chess960 by its number. Raises ValueError."""
        self._edited().set_chess960_pos(scharnagl)

    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Turn or mirror the board by a function of bitboards, such as ``chess.flip_vertical``."""
        self._edited().apply_transform(f)

    def transform(self, f: Callable[[int], int]) -> Self:
        """A board that is turned or mirrored by a function of bitboards, without the moves before."""
        fields = self._fields()
        square = None if fields[11] is None else chess.msb(f(chess.BB_SQUARES[fields[11]]))
        turned = (*map(f, fields[:9]), fields[9], f(fields[10]), square, *fields[12:])
        twin = self.copy(stack=False)
        if not twin._settle_as(turned, self.chess960):
            twin._forget_game(_show(_empty(self.chess960), turned))
        return twin

    def apply_mirror(self) -> None:
        """Reverse colours and turn the board upside down."""
        self._edited().apply_mirror()

    # ------------------------------------------------------------------ sets of squares

    def piece_count(self) -> int:
        """How many men are on the board; python-chess has this after 1.11."""
        return self.occupied.bit_count()

    @property
    def promoted(self) -> int:
        """The squares with promoted pieces, as a bitboard."""
        mask: int = self._fields()[8]
        return mask

    @promoted.setter
    def promoted(self, value: int) -> None:
        self._edit("promoted", value)

    # ------------------------------------------------------------------ moves

    def is_pseudo_legal(self, move: chess.Move) -> bool:
        """Whether a move is legal but for a king left in check."""
        return self.is_legal(move) or ChessBoard.is_pseudo_legal(self, move)

    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> chess.Move:
        """The legal move from a square to a square; a pawn becomes a queen unless another piece is named.

        Raises IllegalMoveError.
        """
        if (
            promotion is None
            and self.pawns & chess.BB_SQUARES[from_square]
            and chess.BB_SQUARES[to_square] & chess.BB_BACKRANKS
        ):
            promotion = chess.QUEEN
        move = Move(from_square, to_square, promotion)
        if promotion is None:
            move = self._from_chess960(self.chess960, from_square, to_square)
        if not self.is_legal(move):
            self._refuse("illegal", f"'{move}' is not a legal move in {self.fen()}")
        return move

    def has_chess960_castling_rights(self) -> bool:
        """Whether there are castling rights that only Chess960 has."""
        board = self.to_chess(stack=False) if self._sketch is None else self._sketch.copy(stack=1)
        return bool(board.has_chess960_castling_rights())

    # ------------------------------------------------------------------ ends

    def outcome(self, *, claim_draw: bool = False) -> chess.Outcome | None:
        """How the game has ended; None if it goes on. ``claim_draw``: draws that can be claimed count, too."""
        if self.is_checkmate():
            return chess.Outcome(chess.Termination.CHECKMATE, not self.turn)
        if self.is_insufficient_material():
            return chess.Outcome(chess.Termination.INSUFFICIENT_MATERIAL, None)
        if not self.legal_moves:
            return chess.Outcome(chess.Termination.STALEMATE, None)
        if self.is_seventyfive_moves():
            return chess.Outcome(chess.Termination.SEVENTYFIVE_MOVES, None)
        if self.is_fivefold_repetition():
            return chess.Outcome(chess.Termination.FIVEFOLD_REPETITION, None)
        if claim_draw and self.can_claim_fifty_moves():
            return chess.Outcome(chess.Termination.FIFTY_MOVES, None)
        if claim_draw and self.can_claim_threefold_repetition():
            return chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has ended (see ``outcome``)."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """'1-0', '0-1', '1/2-1/2', or '*' if the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    # ------------------------------------------------------------------ notations

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The first field of the FEN: the pieces."""
        return self.fen(promoted=promoted).partition(" ")[0]

    def castling_xfen(self) -> str:
        """The castling rights as the FEN has them."""
        return self.fen().split(" ")[2]

    def castling_shredder_fen(self) -> str:
        """The castling rights as the files of the rooks."""
        return self.shredder_fen().split(" ")[2]

    def epd(
        self, *, shredder: bool = False, en_passant: Any = "legal", promoted: bool | None = None, **operations: Any
    ) -> str:
        """The EPD: the FEN's first four fields, and operations."""
        if operations:
            return ChessBoard.epd(self, shredder=shredder, en_passant=en_passant, promoted=promoted, **operations)
        return self.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).rsplit(" ", 2)[0]

    def lan(self, move: chess.Move) -> str:
        """A move in long algebraic notation."""
        return self.to_chess(stack=False).lan(_of_ours(move))

    def variation_san(self, variation: Iterable[chess.Move]) -> str:
        """Moves in standard algebraic notation, with their numbers. Raises IllegalMoveError."""
        board = self.copy(stack=False)
        words: list[str] = []
        for move in variation:
            if not board.is_legal(move):
                board._refuse("illegal", f"illegal move '{move}' in {board.fen()}")
            if board.turn:
                words.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
            elif not words:
                words.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
            else:
                words.append(board.san_and_push(move))
        return " ".join(words)

    # What modules of python-chess's ask of a board beside its public names.

    def _transposition_key(self) -> tuple[Any, ...]:
        black, white = self.occupied_co
        en_passant = self.ep_square if self.has_legal_en_passant() else None
        kinds = (self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings)
        return (*kinds, white, black, self.turn, self.clean_castling_rights(), en_passant)

    # ------------------------------------------------------------------ arrays

    def bitboards(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Twelve bitboards: White's pawns, knights, bishops, rooks, queens, king, then Black's; bit 0 is a1."""
        import numpy as np

        colours = self.occupied_co
        kinds = (self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings)
        return np.array([kind & colours[colour] for colour in (True, False) for kind in kinds], dtype=np.uint64)

    def planes(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Twelve planes of 64 squares, a1 to h8, each 1 where such a piece stands, in the order of ``bitboards``."""
        import numpy as np

        bits = np.unpackbits(self.bitboards().view(np.uint8), bitorder="little")
        return bits.reshape(2 * KIND_COUNT, 64)


def _of_game(cls: type[Board], root: str, chess960: bool, codes: bytes) -> Board:
    """The board that pickle has kept. Raises ValueError for what is damaged."""
    board = cls(root, chess960=chess960)
    board._play(codes)
    return board


def _of_stretches(
    cls: type[Board],
    chess960: bool,
    stretches: list[tuple[tuple[Any, ...], bytes, list[int]]],
    sketch: dict[str, Any] | None,
) -> Board:
    """The board that pickle has kept, which was edited or stands where no game can. Raises ValueError for damage."""
    board = cls(None, chess960=chess960)
    board._forget_game(None)
    for fields, codes, clocks in stretches:
        board._go_on(fields, codes, clocks, chess960)
    if sketch is not None:
        kept = ChessBoard.__new__(ChessBoard)
        kept.__dict__.update(sketch)
        if stretches:
            board._keep_game(kept, not kept.move_stack)
        else:
            board._forget_game(kept)
    return board


def _plain(board: chess.Board) -> chess.Board:
    """A copy of a board of python-chess's own class."""
    copied = _empty(board.chess960)
    copied.move_stack, copied._stack = board.move_stack[:], board._stack[:]
    return _show(copied, fields_of(board))


def _empty(chess960: bool) -> chess.Board:
    """A board of python-chess's own class, to be shown something; quicker than its ``__init__``."""
    board = ChessBoard.__new__(ChessBoard)
    board.chess960, board.move_stack, board._stack = chess960, [], []
    return board


def _show(board: chess.Board, fields: tuple[Any, ...]) -> chess.Board:
    """Set up on a board of python-chess's what ``RulesBoard._fields`` gives."""
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, white, black = fields[:8]
    board.occupied, board.occupied_co = white | black, [black, white]
    board.promoted, board.turn, board.castling_rights, board.ep_square = fields[8:12]
    board.halfmove_clock, board.fullmove_number = fields[12:]
    return board


def _of_ours(move: chess.Move) -> chess.Move:
    """A move as python-chess's."""
    return chess.Move(move.from_square, move.to_square, move.promotion, move.drop)
