"""``kiebitz.Board``: python-chess's ``Board`` on Kiebitz's compiled rules.

What is asked in loops is compiled (``core.board``); here stands what takes or gives python-chess's objects, and what
edits a position. An edited position that no game of chess can reach is kept as a board of python-chess's until it is
one that can: with its meanings, and at its speed. docs/boards.md has the table of what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import chess

from kiebitz.core.board.board import LegalMoves, RulesBoard
from kiebitz.core.board.move import Move
from kiebitz.core.board.piece import Piece
from kiebitz.core.chess.notation import MoveError
from kiebitz.core.chess.position import Position

if TYPE_CHECKING:
    from typing import Self

    import numpy as np

    AnyMove = Move | chess.Move

__all__ = ["AmbiguousMoveError", "Board", "IllegalMoveError", "InvalidMoveError", "LegalMoves", "Move", "Piece"]

KIND_COUNT = 6


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


# What was dropped of a position as it was set up, by ``RulesBoard._left_out``: rights, an en passant square, both.
LEFT_OUT = (
    chess.STATUS_VALID,
    chess.STATUS_BAD_CASTLING_RIGHTS,
    chess.STATUS_INVALID_EP_SQUARE,
    chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE,
)


class Board(RulesBoard):
    """A chess board with the game that led to it, as ``chess.Board`` has it.

    ``Board()`` is the starting position, ``Board(fen)`` another, ``Board(None)`` an empty board. ``chess960`` says
    whether castling is read and written as Chess960 has it. Boards are equal if position and counters are, and hash by
    position. A board belongs to one thread at a time.

    Raises FenError for a text that is no FEN. Castling rights and an en passant square that can't be are dropped, each
    with a FenWarning.
    """

    aliases: ClassVar[list[str]] = chess.Board.aliases
    uci_variant: ClassVar[str | None] = chess.Board.uci_variant
    xboard_variant: ClassVar[str | None] = chess.Board.xboard_variant
    starting_fen: ClassVar[str] = chess.Board.starting_fen
    tbw_suffix: ClassVar[str | None] = chess.Board.tbw_suffix
    tbz_suffix: ClassVar[str | None] = chess.Board.tbz_suffix
    tbw_magic: ClassVar[bytes | None] = chess.Board.tbw_magic
    tbz_magic: ClassVar[bytes | None] = chess.Board.tbz_magic
    pawnless_tbw_suffix: ClassVar[str | None] = chess.Board.pawnless_tbw_suffix
    pawnless_tbz_suffix: ClassVar[str | None] = chess.Board.pawnless_tbz_suffix
    pawnless_tbw_magic: ClassVar[bytes | None] = chess.Board.pawnless_tbw_magic
    pawnless_tbz_magic: ClassVar[bytes | None] = chess.Board.pawnless_tbz_magic
    connected_kings: ClassVar[bool] = chess.Board.connected_kings
    one_king: ClassVar[bool] = chess.Board.one_king
    captures_compulsory: ClassVar[bool] = chess.Board.captures_compulsory

    # ------------------------------------------------------------------ from and to others

    @classmethod
    def empty(cls) -> Self:
        """A board without pieces, to set up square by square."""
        return cls(None)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, Any]]:
        """A board and the operations of an EPD. Raises ValueError."""
        board = cls(None, chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """A starting position of Chess960 by its number, 0 to 959. Raises ValueError."""
        return cls.from_chess(chess.Board.from_chess960_pos(scharnagl))

    @classmethod
    def from_chess(cls, board: chess.Board) -> Self:
        """The same game as a ``chess.Board`` has. Raises ValueError for a variant of chess."""
        if board.uci_variant != cls.uci_variant:
            raise ValueError(f"Kiebitz plays chess and Chess960, not {board.uci_variant}")
        root = board.root()
        made = cls(None, chess960=board.chess960)
        made._forget_game(root)
        for move in board.move_stack:
            made.push(move)
        return made

    @classmethod
    def from_position(cls, position: Position) -> Self:
        """The same game as a ``Position`` of the engine's has."""
        board = cls.__new__(cls)
        board._show(position)
        return board

    def to_chess(self, *, stack: bool = True) -> chess.Board:
        """The same as a ``chess.Board``, with the moves since the last edit or, without ``stack``, with none."""
        if self._sketch is not None:
            sketch: chess.Board = self._sketch.copy(stack=stack)
            return sketch
        root = self.root() if stack and not self._has_earlier else self
        board = chess.Board(None, chess960=self.chess960)
        chess.Board.set_fen(board, root.fen(shredder=True, en_passant="fen"))
        if root is not self:
            for move in self.move_stack:
                board.push(chess.Move(move.from_square, move.to_square, move.promotion))
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        if self.game_position() is None or self._has_earlier:
            return _of_chess, (type(self), self.to_chess()), self.__dict__ or None
        root = self.root().fen(shredder=True, en_passant="fen")
        return _of_game, (type(self), root, self.chess960, self._codes()), self.__dict__ or None

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    # ------------------------------------------------------------------ what the compiled half asks for

    def _sketch_of(self, fen: str | None, chess960: bool | None) -> chess.Board | None:
        try:
            return chess.Board(fen, chess960=bool(chess960))
        except ValueError:
            return None  # The compiled half says what is wrong with the text.

    def _settle(self) -> None:
        sketch = self._sketch
        if not sketch.move_stack and not sketch.promoted:
            has_odd_rights = sketch.castling_rights != sketch.clean_castling_rights()
            self._settle_as(sketch.fen(shredder=sketch.chess960, en_passant="fen"), sketch.chess960, has_odd_rights)

    def _push_unsound(self, move: AnyMove) -> None:
        played = chess.Move(move.from_square, move.to_square, move.promotion, move.drop)
        if self._sketch is not None:
            self._sketch.push(played)
            return
        sketch = self.to_chess(stack=False)
        sketch.push(played)
        self._keep_game(sketch)

    def _edit(self, name: str, value: Any) -> None:
        """Set an attribute that the rules depend on; the game before it stays to be taken back."""
        if self._sketch is None:
            sketch = self.to_chess(stack=False)
            if self.move_stack:
                self._keep_game(sketch)
            else:
                self._forget_game(sketch)
        setattr(self._sketch, name, value)
        self._touched = True

    def _edited(self) -> chess.Board:
        """The board to edit, which has forgotten the game."""
        sketch = self.to_chess(stack=False)
        self._forget_game(sketch)
        return sketch

    def _refuse(self, kind: str, words: str) -> NoReturn:
        raise REFUSALS[kind](words)

    def _equals(self, other: object) -> bool:
        if isinstance(other, chess.Board):
            return bool(self.to_chess(stack=False) == other)
        return NotImplemented  # type: ignore[no-any-return]

    def _odd_san(self, move: AnyMove) -> str:
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

    def set_piece_at(self, square: int, piece: Piece | chess.Piece | None, promoted: bool = False) -> None:
        """Put a piece on a square, or with None take it away; the moves before are forgotten."""
        man = None if piece is None else chess.Piece(piece.piece_type, piece.color)
        self._edited().set_piece_at(square, man, promoted)

    def remove_piece_at(self, square: int) -> Piece | None:
        """Take the piece on a square away, and return it; the moves before are forgotten."""
        man = self._edited().remove_piece_at(square)
        return None if man is None else Piece(man.piece_type, man.color)

    def set_piece_map(self, pieces: dict[int, Any]) -> None:
        """Set up pieces by their squares."""
        men = {square: chess.Piece(piece.piece_type, piece.color) for square, piece in pieces.items()}
        self._edited().set_piece_map(men)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up a starting position of Chess960 by its number. Raises ValueError."""
        self._edited().set_chess960_pos(scharnagl)

    def chess960_pos(
        self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
    ) -> int | None:
        """The number of this starting position of Chess960; None if it is none."""
        return self.to_chess(stack=False).chess960_pos(
            ignore_turn=ignore_turn, ignore_castling=ignore_castling, ignore_counters=ignore_counters
        )

    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Turn or mirror the board by a function of bitboards, such as ``chess.flip_vertical``."""
        self._edited().apply_transform(f)

    def transform(self, f: Callable[[int], int]) -> Self:
        """A board that is turned or mirrored by a function of bitboards."""
        return self._of(self.to_chess(stack=False).transform(f))

    def apply_mirror(self) -> None:
        """Reverse colours and turn the board upside down."""
        self._edited().apply_mirror()

    # ------------------------------------------------------------------ sets of squares

    def piece_count(self) -> int:
        """Number of pieces on the board; python-chess has this after 1.11."""
        return self.occupied.bit_count()

    def pieces(self, piece_type: int, color: bool) -> chess.SquareSet:
        """The squares with pieces of a type and colour."""
        return chess.SquareSet(self.pieces_mask(piece_type, color))

    def attacks(self, square: int) -> chess.SquareSet:
        """The squares that the piece on a square attacks."""
        return chess.SquareSet(self.attacks_mask(square))

    def attackers(self, color: bool, square: int, occupied: chess.IntoSquareSet | None = None) -> chess.SquareSet:
        """The squares of a side's pieces that attack a square."""
        blockers = None if occupied is None else chess.SquareSet(occupied).mask
        return chess.SquareSet(self.attackers_mask(color, square, blockers))

    def checkers(self) -> chess.SquareSet:
        """The squares of the pieces that give check."""
        return chess.SquareSet(self.checkers_mask())

    def pin(self, color: bool, square: int) -> chess.SquareSet:
        """The line along which a piece is pinned to its king; all squares if it isn't."""
        return chess.SquareSet(self.pin_mask(color, square))

    @property
    def promoted(self) -> int:
        """The squares with promoted pieces, as a bitboard."""
        return self.to_chess().promoted

    # ------------------------------------------------------------------ moves

    @property
    def pseudo_legal_moves(self) -> chess.PseudoLegalMoveGenerator:
        """The moves that are legal but for a king left in check, as python-chess makes them."""
        return self.to_chess(stack=False).pseudo_legal_moves

    def generate_pseudo_legal_moves(
        self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The moves that are legal but for a king left in check, from some squares to some squares."""
        return self.to_chess(stack=False).generate_pseudo_legal_moves(from_mask, to_mask)

    def generate_pseudo_legal_captures(
        self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The captures that are legal but for a king left in check."""
        return self.to_chess(stack=False).generate_pseudo_legal_captures(from_mask, to_mask)

    def generate_pseudo_legal_ep(
        self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The captures en passant that are legal but for a king left in check."""
        return self.to_chess(stack=False).generate_pseudo_legal_ep(from_mask, to_mask)

    def generate_legal_captures(self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL) -> Iterator[Move]:
        """The legal captures."""
        yield from self.generate_legal_moves(from_mask, to_mask & self.occupied_co[not self.turn])
        yield from self.generate_legal_ep(from_mask, to_mask)

    def generate_legal_ep(self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL) -> Iterator[Move]:
        """The legal captures en passant."""
        square = self.ep_square
        if square is not None and self.has_legal_en_passant():
            moves = self.generate_legal_moves(from_mask & self.pawns, to_mask & chess.BB_SQUARES[square])
            yield from (move for move in moves if self.is_en_passant(move))

    def generate_castling_moves(self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL) -> Iterator[Move]:
        """The legal castling moves."""
        moves = self.generate_legal_moves(from_mask & self.kings, to_mask & self.rooks)
        yield from (move for move in moves if self.is_castling(move))

    def is_pseudo_legal(self, move: AnyMove) -> bool:
        """True if a move is legal but for a king left in check."""
        return self.is_legal(move) or self.to_chess(stack=False).is_pseudo_legal(_of_ours(move))

    def is_into_check(self, move: AnyMove) -> bool:
        """True if a pseudo-legal move leaves the king in check."""
        return not self.is_legal(move) and self.to_chess(stack=False).is_into_check(_of_ours(move))

    def is_irreversible(self, move: AnyMove) -> bool:
        """True if nothing can bring back the position before a move."""
        return self.is_zeroing(move) or self.has_legal_en_passant() or self._reduces_rights(move)

    def _reduces_rights(self, move: AnyMove) -> bool:
        touched = chess.BB_SQUARES[move.from_square] ^ chess.BB_SQUARES[move.to_square]
        rights = self.clean_castling_rights()
        if touched & rights:
            return True
        back = chess.BB_RANK_1 if self.turn else chess.BB_RANK_8
        return bool(rights & back and touched & self.kings & self.occupied_co[self.turn])

    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> Move:
        """The legal move from a square to a square; a pawn becomes a queen unless another piece is named.

        Raises IllegalMoveError.
        """
        if (
            promotion is None
            and self.pawns & chess.BB_SQUARES[from_square]
            and chess.BB_SQUARES[to_square] & chess.BB_BACKRANKS
        ):
            promotion = chess.QUEEN
        move = Move.from_uci(self.uci(Move(from_square, to_square, promotion)))
        if not self.is_legal(move):
            self._refuse("illegal", f"'{move}' is not a legal move in {self.fen()}")
        return move

    def has_chess960_castling_rights(self) -> bool:
        """True if there are castling rights that only Chess960 has."""
        return self.to_chess(stack=False).has_chess960_castling_rights()

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
        """True if the game has ended (see ``outcome``)."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """'1-0', '0-1', '1/2-1/2', or '*' if the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_variant_end(self) -> bool:
        """Never: chess has no ends of its variants."""
        return False

    def is_variant_loss(self) -> bool:
        """Never: chess has no ends of its variants."""
        return False

    def is_variant_win(self) -> bool:
        """Never: chess has no ends of its variants."""
        return False

    def is_variant_draw(self) -> bool:
        """Never: chess has no ends of its variants."""
        return False

    def status(self) -> chess.Status:
        """The position's faults, as python-chess counts them; also those of what was dropped of it."""
        status = self.to_chess(stack=False).status()
        if self._left_out and not self.move_stack:
            status |= LEFT_OUT[self._left_out]
        return status

    def is_valid(self) -> bool:
        """True if nothing is wrong with the position, as python-chess counts it."""
        return self.status() == chess.STATUS_VALID

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
            given = {name: _operand(value) for name, value in operations.items()}
            return self.to_chess(stack=False).epd(shredder=shredder, en_passant=en_passant, promoted=promoted, **given)
        return self.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).rsplit(" ", 2)[0]

    def lan(self, move: AnyMove) -> str:
        """A move in long algebraic notation."""
        return self.to_chess(stack=False).lan(_of_ours(move))

    def variation_san(self, variation: Iterable[AnyMove]) -> str:
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

    def xboard(self, move: AnyMove, chess960: bool | None = None) -> str:
        """A move as XBoard writes it."""
        return self.to_chess(stack=False).xboard(_of_ours(move), chess960)

    def parse_xboard(self, xboard: str) -> Move:
        """The legal move that a text of XBoard's means. Raises MoveError."""
        return self.parse_san(xboard)

    push_xboard = RulesBoard.push_san

    # What modules of python-chess's ask of a board beside its public names.

    def _from_chess960(
        self, chess960: bool, from_square: int, to_square: int, promotion: int | None = None, drop: None = None
    ) -> Move:
        if chess960 or promotion is not None:
            return Move(from_square, to_square, promotion)
        return Move.from_uci(self.uci(Move(from_square, to_square), chess960=False))

    def _to_chess960(self, move: AnyMove) -> Move:
        return Move.from_uci(self.uci(move, chess960=True))

    def _transposition_key(self) -> tuple[Any, ...]:
        black, white = self.occupied_co
        en_passant = self.ep_square if self.has_legal_en_passant() else None
        kinds = (self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings)
        return (*kinds, white, black, self.turn, self.clean_castling_rights(), en_passant)

    # ------------------------------------------------------------------ to look at

    def __str__(self) -> str:
        return str(self.to_chess(stack=False))

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name}({self.fen()!r}, chess960=True)" if self.chess960 else f"{name}({self.fen()!r})"

    def _repr_svg_(self) -> str:
        return self.to_chess()._repr_svg_()

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: bool = chess.WHITE,
    ) -> str:
        """The board drawn with Unicode's figures."""
        return self.to_chess(stack=False).unicode(
            invert_color=invert_color, borders=borders, empty_square=empty_square, orientation=orientation
        )

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


def _of_chess(cls: type[Board], board: chess.Board) -> Board:
    """The board that pickle has kept, which no game can reach."""
    return cls.from_chess(board)


def _of_ours(move: AnyMove) -> chess.Move:
    """A move as python-chess's."""
    return chess.Move(move.from_square, move.to_square, move.promotion, move.drop)


def _operand(value: Any) -> Any:
    """An operand of an EPD, its moves python-chess's."""
    if isinstance(value, Move):
        return _of_ours(value)
    return [_operand(each) for each in value] if isinstance(value, list | tuple) else value
