"""The main line of a game as a judge takes it, whichever game it is and whatever its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import chess
import chess.pgn

from kiebitz.analysis.reading.tags import unescaped
from kiebitz.analysis.reading.thinking_time import seconds_per_move
from kiebitz.engine import comment_notes, position_of
from kiebitz.games.chess.game import CHESS
from kiebitz.games.game import Game
from kiebitz.games.shogi.game import SHOGI
from kiebitz.kifu.record import Kifu

GameTree: TypeAlias = "chess.pgn.Game | Kifu"
"""A record that was read: of chess, of shogi."""


@dataclass(frozen=True, slots=True)
class MainLine:
    """Moves from the start of a game on."""

    game: Game[Any]
    start: Any
    """The board that it starts from: ``Game.board``'s. Nobody may push on it."""
    position: Any
    """The same as the core's position, to be copied."""
    moves: list[Any]
    """As the board takes them."""
    names: tuple[str, str]
    """The players: first the one that moves first by the rules."""
    seconds: list[float | None]
    """The time of each move, if the record tells."""
    seconds_left: list[float | None]
    """The mover's time left after each move, if the record tells."""


def main_line_of(game: GameTree) -> MainLine:
    """The main line of a record. Raises SfenError for a start that can't be."""
    if isinstance(game, Kifu):
        played = game.lines[0].moves
        names = (game.black or "?", game.white or "?")
        start = SHOGI.board(game.sfen or "")
        seconds = [move.seconds for move in played]
        return MainLine(SHOGI, start, start.position, game.moves, names, seconds, [None] * len(played))
    tags = unescaped(game.headers)
    notes = [comment_notes(node.comment, False) for node in game.mainline()]
    clocks = [clock for clock, *_ in notes]
    seconds = seconds_per_move(tags.get("TimeControl", ""), clocks, [spent for _, spent, *_ in notes])
    names = (tags.get("White", "?"), tags.get("Black", "?"))
    board = game.board()
    return MainLine(CHESS, board, position_of(board), playable_moves(game), names, seconds, clocks)


def playable_moves(game: chess.pgn.Game) -> list[chess.Move]:
    """The main line as far as it is a game: null moves included, but up to one in check."""
    board = game.board()
    moves = []
    for move in game.mainline_moves():
        if not move and board.is_check():
            break
        moves.append(move)
        board.push(move)
    return moves
