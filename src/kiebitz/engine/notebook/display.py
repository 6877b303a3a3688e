"""Pictures of findings for notebooks: HTML with boards by python-chess, in whatever colours the page has.

Objects show themselves by ``_repr_html_``, which Jupyter, VS Code and marimo look for, out of these parts; beside it
stands their ordinary text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import chess
import chess.svg

BOARD_PIXELS = 280
ROWS_SHOWN = 20
# Of the lines, best first: how strongly their first move is drawn.
ARROWS = ("#15781bcc", "#15781b77", "#15781b44")
BEST, WORSE = ARROWS[0], "#b02a2acc"
CELL = "text-align:left;vertical-align:top;padding:.1em .8em .1em 0"
WIDEST_EM = 18
BAR = "display:inline-block;height:.7em;background:currentColor;opacity:.5"


def rows_html(columns: Mapping[str, Sequence[object]]) -> str:
    """The first rows of a table of values."""
    values = list(zip(*columns.values(), strict=True))
    rows = [["" if value is None else escape(str(value)) for value in row] for row in values[:ROWS_SHOWN]]
    left = len(values) - len(rows)
    return table_html(tuple(columns), rows, f"{len(values):,} rows" + (f", {left:,} of them not shown" if left else ""))


def table_html(names: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table of cells that are HTML already."""
    head = "".join(f"<th style='{CELL}'>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td style='{CELL};min-width:{_width(cell)}em'>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f"<div style='opacity:.7'>{escape(caption)}</div><table style='font-variant-numeric:tabular-nums'>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _width(cell: str) -> int:
    """The least width of a cell, in letters' heights: a text breaks into few lines, not into words."""
    return min(len(cell) // 2, WIDEST_EM) if not cell.startswith("<") else 0


def board_from(fen: str) -> chess.Board:
    """The board of a FEN; rights written by rook files are Chess960's."""
    return chess.Board(fen, chess960=not set(fen.split()[2]) <= set("KQkq-"))


def board_svg(board: chess.Board, moves: Sequence[tuple[chess.Move, str]]) -> str:
    """The board as the side to move sees it, with arrows in these colours, the first above the others."""
    arrows = [chess.svg.Arrow(move.from_square, move.to_square, color=colour) for move, colour in moves]
    check = board.king(board.turn) if board.is_check() else None
    return chess.svg.board(board, orientation=board.turn, arrows=arrows[::-1], check=check, size=BOARD_PIXELS)


def beside(picture: str, text: str) -> str:
    """A picture with a text at its right, or below where the page is narrow."""
    return (
        f"<div style='display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start'><div>{picture}</div>"
        f"<div style='flex:1;min-width:20em'>{text}</div></div>"
    )


def bar(count: int, most: int) -> str:
    """A bar for the share of a count in the greatest."""
    return f"<span style='{BAR};width:{10 * count / most:.2f}em'></span>"
