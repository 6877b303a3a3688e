"""What notebooks show of a game of ``kiebitz.read_games``."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import chess

from kiebitz.engine.notebook.display import beside, board_svg

if TYPE_CHECKING:
    from kiebitz.analysis.reading.games import PgnGame

LAST_MOVE = "#15781bcc"
TAGS = ("Event", "Site", "Date", "Round")


def game_html(game: PgnGame) -> str:
    """The last position beside the players, the result, the moves and the faults."""
    board = chess.Board(game.fen or chess.STARTING_FEN, chess960=game.chess960)
    words = _san(board, game.moves)
    last = [(board.peek(), LAST_MOVE)] if board.move_stack and board.peek() else []
    players = " – ".join(game.tags.get(side, "?") for side in ("White", "Black"))
    where = ", ".join(game.tags[name] for name in TAGS if game.tags.get(name, "?").strip("?.-"))
    parts = [f"<b>{escape(players)}</b>, {escape(game.result)}"]
    parts += [f"<span style='opacity:.7'>{escape(where)}</span>"] if where else []
    parts += [escape(words)] if words else []
    parts += [f"<i>{escape(str(fault))}</i>" for fault in game.faults]
    return beside(board_svg(board, last), "".join(f"<p>{part}</p>" for part in parts))


def _san(board: chess.Board, moves: list[str]) -> str:
    """The moves with their numbers, played on the board."""
    words: list[str] = []
    for move in moves:
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        words.append(board.san_and_push(chess.Move.from_uci(move)))
    return " ".join(words)
