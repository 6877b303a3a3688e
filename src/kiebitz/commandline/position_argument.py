"""A position as people name it on the command line: a FEN or an SFEN, in quotes or word by word, or ``startpos``.

Of chess also by the moves that lead there ("1. e4 c5"), and an opening by its name or code ("sicilian", "B20").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kiebitz.commandline.folded_name import has_words
from kiebitz.commandline.pasted_position import (
    START,
    USI_MOVE,
    PastedPosition,
    is_sfen,
    pasted_position,
    pasted_shogi,
)
from kiebitz.commandline.refusal import refuse, warn

if TYPE_CHECKING:
    from kiebitz.engine import Position, ShogiPosition
    from kiebitz.engine.line import GameName
    from kiebitz.engine.positions import AnyPosition

NUMBER = re.compile(r"^\d+\.+")
"""A move's number, before it."""
OF_SHOGI = "it is an SFEN, a position of shogi, and this is of chess alone; give a FEN"
"""The fault of a position of shogi where none is taken."""


def position_argument(words: str | list[str], named: str = "not a position") -> Position:
    """The position a user means, of Chess960 if it shows that; refuses anything else, as ``named`` says.

    It may be pasted from anywhere, with moves behind it. What is dropped of it is told.
    """
    from kiebitz.engine import FenError, dropped_from, position_from

    fen, moves = _meant(words)
    if is_sfen(fen):
        refuse(f"{named}: {OF_SHOGI}")
    try:
        position = position_from(fen)
        for note in dropped_from(fen):
            warn(note)
        return _after(position, moves) if moves else position
    except (FenError, PositionTextError) as error:
        refuse(f"{named}: {error}")


def _meant(words: str | list[str]) -> PastedPosition:
    """The FEN and the moves that a user means; what can't be told apart stands as the FEN."""
    text = words if isinstance(words, str) else " ".join(words)
    return pasted_position(text) or _spelt_out(text) or PastedPosition(text)


def _spelt_out(text: str) -> PastedPosition | None:
    """The start and the moves that a text gives, or the fewest of an opening that it names, which is told."""
    import chess

    from kiebitz.commandline.typed_move import MoveTextError, read_move
    from kiebitz.engine import board_of, position_from
    from kiebitz.engine.opening_names import every_opening

    if "/" in text or not text.strip():
        return None
    board = board_of(position_from())
    try:
        read_move(board, NUMBER.sub("", text.strip()).split()[0])
    except (MoveTextError, IndexError):
        pass
    else:
        return PastedPosition(START, text)
    code = text.strip().upper()
    called = [line for line in every_opening() if has_words(text, line[0].name) or line[0].eco == code]
    if not called:
        return None
    opening, moves = min(called, key=lambda line: len(line[1]))
    warn(f"{opening}: {board.variation_san([chess.Move.from_uci(move) for move in moves])}")
    return PastedPosition(START, " ".join(moves))


def position_of_either_game(words: str | list[str], game: GameName | None = None) -> AnyPosition:
    """The position of chess or shogi that a user means, as ``read_position`` tells it; refuses anything else."""
    try:
        return read_position(words, game)
    except ValueError as error:
        refuse(f"not a position: {error}")


def read_position(words: str | list[str], game: GameName | None = None) -> AnyPosition:
    """The position of chess or shogi that a user means, told apart by its ranks. Raises ValueError.

    ``startpos`` is of the game that is asked for or, if that is open, of the one that its first move is of.
    """
    from kiebitz.engine import Position
    from kiebitz.engine.positions import position_named

    text = words if isinstance(words, str) else " ".join(words)
    if (shogi := _of_shogi(text, game)) is not None:
        return shogi
    fen, moves = _meant(text)
    dropped: list[str] = []
    position = position_named(fen, dropped)
    if not isinstance(position, Position):
        return position
    for note in dropped:
        warn(note)
    return _after(position, moves) if moves else position


def _of_shogi(text: str, game: GameName | None) -> ShogiPosition | None:
    """The position of shogi that a text means; None if it is one of chess. Raises SfenError and ShogiMoveError."""
    from kiebitz.engine.positions import shogi_position_from

    found = pasted_shogi(text)
    if found is None:
        return None
    is_open = found.start == START and game != "shogi"
    if is_open and not (found.moves and USI_MOVE.fullmatch(found.moves[0])):
        return None
    return shogi_position_from(found.start, found.moves)


class PositionTextError(ValueError):
    """A move of a position that is none, or isn't legal there."""


def _after(position: Position, moves: str) -> Position:
    """The position after moves, in UCI text or as people write them. Raises PositionTextError."""
    from kiebitz.commandline.typed_move import MoveTextError, read_move
    from kiebitz.engine import board_of, position_from

    board, played = board_of(position), []
    for word in filter(None, (NUMBER.sub("", word) for word in moves.split())):
        try:
            move = read_move(board, word)
        except MoveTextError as error:
            raise PositionTextError(str(error)) from error
        played.append(board.uci(move))
        board.push(move)
    return position_from(position.fen(shredder=position.chess960), played, position.chess960)
