"""Positions as programs give them, whichever game they are of: texts, boards of libraries, ours."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from kiebitz.core.chess import notation as chess_notation
from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.fen_text import parse_fen
from kiebitz.core.chess.move import NULL_MOVE_TEXT, uci_text
from kiebitz.core.chess.position import Position
from kiebitz.core.shogi import notation as shogi_notation
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, START_SFEN, WHITE
from kiebitz.engine.board_libraries import game_on, library_of, sfen_of, usi_of
from kiebitz.engine.line import GameName

if TYPE_CHECKING:
    import chess
    import cshogi
    import rsshogi.core
    import shogi
    from typing_extensions import TypeIs

    from kiebitz.core.board.board import RulesBoard
    from kiebitz.core.board.move import Move

AnyPosition: TypeAlias = Position | ShogiPosition
BoardLike: TypeAlias = "str | chess.Board | RulesBoard | Position"
MoveLike: TypeAlias = "str | chess.Move | Move"
ShogiBoardLike: TypeAlias = "str | shogi.Board | cshogi.Board | rsshogi.core.Board | ShogiPosition"
ShogiMoveLike: TypeAlias = "str | int | shogi.Move | rsshogi.core.Move"

# Written for the FEN or SFEN of the starting position.
START_TEXT = "startpos"
# Ranks of a board's text tell the games apart.
SHOGI_RANKS = 9


def game_of(position: AnyPosition) -> GameName:
    """The game that a position is of: ``chess`` or ``shogi``."""
    return "shogi" if isinstance(position, ShogiPosition) else "chess"


def notation_of(position: AnyPosition) -> ModuleType:
    """How the moves of a position are written and played."""
    return shogi_notation if isinstance(position, ShogiPosition) else chess_notation


def text_of(position: AnyPosition) -> str:
    """A position's FEN, by rook files in Chess960, or SFEN."""
    return position.sfen() if isinstance(position, ShogiPosition) else position.fen(shredder=position.chess960)


def move_of_code(position: AnyPosition, code: int) -> str | None:
    """The move of a 16-bit code as UCI or USI text; None if a game of shogi can't have it there."""
    if isinstance(position, ShogiPosition):
        return shogi_notation.text_of_code(position, code)
    return uci_text(code, position.chess960)


def texts_of_moves(moves: Sequence[Any] | None) -> tuple[str, ...]:
    """Moves as UCI or USI text, from texts or from moves of a library; none if all are meant.

    Raises TypeError for a text alone, and ValueError where no move is left to search.
    """
    if moves is None:
        return ()
    if isinstance(moves, str):
        raise TypeError(f"searchmoves is one text; give a list of moves: [{moves!r}]")
    texts = tuple(
        move if isinstance(move, str) else str(move.uci()) if hasattr(move, "uci") else usi_of(move) for move in moves
    )
    if not texts:
        raise ValueError("searchmoves has no move; give some, or None for all")
    return texts


def keys_along(position: AnyPosition, moves: Iterable[str]) -> Iterator[int]:
    """The keys of a position and of those behind each move, which are played in it.

    Raises MoveError and ShogiMoveError.
    """
    push = notation_of(position).push
    yield position.hash_key
    for move in moves:
        push(position, move)
        yield position.hash_key


def position_named(text: str, dropped: list[str] | None = None) -> AnyPosition:
    """A position of chess (FEN, ``startpos``) or of shogi (SFEN: nine ranks). Raises FenError or SfenError.

    What is dropped of a FEN is a FenWarning or, for a caller that tells of it itself, a sentence added to ``dropped``.
    """
    words = text.split()
    if words and words[0].count("/") == SHOGI_RANKS - 1:
        return ShogiPosition(text)
    return Position(START_FEN if text.strip() == START_TEXT else text, None, dropped=dropped)


# ---------------------------------------------------------------------------------------------- chess


def position_from(
    fen: str = START_FEN,
    moves: Sequence[str] = (),
    chess960: bool | None = None,
    dropped: list[str] | None = None,
) -> Position:
    """The position after a game's moves (UCI text, ``0000`` passes). Raises FenError or MoveError.

    ``chess960`` chooses which castling rights count and how castling is written; None: as Chess960 if the FEN shows it.
    What is left out of the FEN is no warning here: each is a sentence added to ``dropped``, or told by
    ``dropped_from``.
    """
    left_out = [] if dropped is None else dropped
    position = Position(START_FEN if fen.strip() == START_TEXT else fen, chess960, dropped=left_out)
    for move in moves:
        make_move(position, move)
    return position


def make_move(position: Position, move: str) -> None:
    """Make a move, UCI text; ``0000`` passes. Raises MoveError."""
    if move == NULL_MOVE_TEXT:
        chess_notation.push_null(position)
    else:
        chess_notation.push(position, move)


def dropped_from(fen: str, chess960: bool | None = None) -> tuple[str, ...]:
    """The parts of a FEN that ``position_from`` leaves out because they can't be, a sentence each. Raises FenError."""
    return () if fen.strip() == START_TEXT else parse_fen(fen, chess960).dropped


def position_of(board: BoardLike, dropped: list[str] | None = None) -> Position:
    """The position that a caller means, with the moves before it where they are known (for repetitions).

    What is dropped of a FEN is a FenWarning or, for a caller that tells of it itself, a sentence added to ``dropped``;
    python-chess writes nothing of a board that would be.
    Raises FenError for an impossible position, ValueError for a variant of chess and TypeError for anything else.
    """
    if isinstance(board, Position):
        return board
    if is_own_board(board):
        # What no game can reach is told of as a FEN's fault.
        return board.game_position() or Position(board.fen())
    if isinstance(board, str):
        return Position(START_FEN if board.strip() == START_TEXT else board, dropped=dropped)
    if not hasattr(board, "move_stack"):
        raise TypeError(f"{board!r} is no position; give a FEN, '{START_TEXT}', a Board or a Position")
    if board.uci_variant != "chess":
        raise ValueError(f"Kiebitz plays chess and Chess960, not {board.uci_variant}")
    stands = position_from(fen_of(board), chess960=board.chess960)
    if not board.move_stack:
        return stands
    played = position_from(fen_of(board.root()), [move.uci() for move in board.move_stack], board.chess960)
    return played if text_of(played) == text_of(stands) else stands  # The board was edited after its moves.


def is_own_board(board: object) -> TypeIs[RulesBoard]:
    """True if it is a ``kiebitz.Board``: nobody has one before its module is loaded, which takes a moment."""
    module = sys.modules.get("kiebitz.core.board.board")
    return module is not None and isinstance(board, module.RulesBoard)


def fen_of(board: chess.Board) -> str:
    """The position as text; in Chess960 the castling rights are the files of the rooks."""
    return board.shredder_fen() if board.chess960 else board.fen()


def board_of(position: Position) -> chess.Board:
    """The same position as a python-chess board, which writes castling likewise; without the moves before it."""
    import chess

    return chess.Board(text_of(position), chess960=position.chess960)


# ---------------------------------------------------------------------------------------------- shogi


def shogi_position_from(
    sfen: str = START_SFEN, moves: Sequence[str] = (), *, as_written: bool = False
) -> ShogiPosition:
    """The position after a game's moves (USI text). Raises SfenError or ShogiMoveError.

    ``as_written``: also from a start that no game leads to, to be shown; no engine searches such a position.
    """
    position = ShogiPosition(START_SFEN if sfen.strip() == START_TEXT else sfen, as_written=as_written)
    for move in moves:
        shogi_notation.push(position, move)
    return position


def shogi_codes(moves: Sequence[str], sfen: str = START_SFEN) -> bytes:
    """The 16-bit codes of a game's moves, in the machine's order. Only who begins is looked up in the SFEN."""
    sides = (BLACK, WHITE) if sfen.split()[1] == "b" else (WHITE, BLACK)
    return array("H", [shogi_notation.written_move(move, sides[ply % 2]) for ply, move in enumerate(moves)]).tobytes()


def shogi_position_of(board: ShogiBoardLike) -> ShogiPosition:
    """The position that a caller means, with the moves before it where they are known (for repetitions).

    Raises SfenError for an impossible position and TypeError for what is none.
    """
    if isinstance(board, ShogiPosition):
        return shogi_position_from(board.sfen()) if board.as_written else board
    if isinstance(board, str):
        return shogi_position_from(board)
    library = library_of(board)
    if library is None:
        libraries = "python-shogi, cshogi or rsshogi"
        raise TypeError(f"{board!r} is no position; give an SFEN, '{START_TEXT}', or a board of {libraries}")
    stands = shogi_position_from(sfen_of(board))
    try:
        played = shogi_position_from(*game_on(board, library))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return stands  # Not taken back, or not played again: the board was edited after its moves, or a side passed.
    return played if played.sfen() == stands.sfen() else stands
