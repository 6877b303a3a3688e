"""A position asked in the terminal: which move?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    import chess

    from kiebitz.engine.board import Board

QUIT, SHOW = ("q", "quit", "exit"), ("?", "show")


def asked_move(board: Board | chess.Board) -> str | None:
    """Show a position and ask for a move of the side that has it: UCI text; empty to be shown it, None to end."""
    from kiebitz.commandline.console import make_console
    from kiebitz.commandline.typed_move import MoveTextError, read_move
    from kiebitz.games.chess.picture import draw

    console = make_console()
    is_shown = console.is_terminal
    console.print(draw(board, white_below=board.turn, unicode=is_shown, colour=is_shown))
    side = "White" if board.turn else "Black"
    while True:
        try:
            text = typer.prompt(f"{side} to move ({QUIT[0]} ends, {SHOW[0]} shows)", prompt_suffix=": ").strip()
        except typer.Abort:
            return None
        if text.lower() in QUIT:
            return None
        if text.lower() in SHOW:
            return ""
        try:
            return board.uci(read_move(board, text))
        except MoveTextError as error:
            typer.echo(str(error))
