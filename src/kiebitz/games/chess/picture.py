"""The board as text: coloured squares where the terminal has colours, else plain, with Unicode chessmen or letters."""

from __future__ import annotations

import chess
from rich.text import Text

# Filled men look right in either colour; outlined ones tell the sides apart where there is no colour.
FILLED = {"p": "♟", "n": "♞", "b": "♝", "r": "♜", "q": "♛", "k": "♚"}
LIGHT, DARK, LIGHT_MARKED, DARK_MARKED = "#c8a878", "#9a7248", "#b8bc5c", "#96983c"
WHITE_MAN, BLACK_MAN = "bold #ffffff", "bold #000000"
EMPTY = "."


def draw(board: chess.Board, last: chess.Move | None = None, *, white_below: bool, unicode: bool, colour: bool) -> Text:
    """The board, with the squares of the last move marked where there are colours."""
    ranks = range(7, -1, -1) if white_below else range(8)
    files = range(8) if white_below else range(7, -1, -1)
    marked = {last.from_square, last.to_square} if last else set()
    picture = Text()
    for rank in ranks:
        picture.append(f" {rank + 1} ")
        for file in files:
            square = chess.square(file, rank)
            picture.append(*_square(board.piece_at(square), square, square in marked, unicode, colour))
        picture.append("\n")
    picture.append("   " + "".join(f" {chess.FILE_NAMES[file]} " for file in files))
    return picture


def _square(man: chess.Piece | None, square: int, is_marked: bool, unicode: bool, colour: bool) -> tuple[str, str]:
    """Text and style of a square."""
    if not colour:
        return f" {EMPTY if man is None else man.unicode_symbol() if unicode else man.symbol()} ", ""
    is_light = (chess.square_file(square) + chess.square_rank(square)) % 2 == 1
    ground = (LIGHT_MARKED if is_light else DARK_MARKED) if is_marked else (LIGHT if is_light else DARK)
    if man is None:
        return "   ", f"on {ground}"
    letter = FILLED[man.symbol().lower()] if unicode else man.symbol()
    return f" {letter} ", f"{WHITE_MAN if man.color else BLACK_MAN} on {ground}"
