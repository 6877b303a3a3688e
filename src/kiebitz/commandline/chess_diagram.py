"""Boards as inline SVG: men and squares are drawn once a page, every board refers to them.

python-chess draws the men; its own boards would repeat them each time, and bring styles that a strict page forbids.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import chess
import chess.svg

SQUARE = chess.svg.SQUARE_SIZE
SIZE = 8 * SQUARE
# Of an arrow, in units of the drawing: how wide its shaft is, and how wide and long its head.
SHAFT, HEAD_WIDTH, HEAD_LENGTH = 8.0, 22.0, 17.0
# Arrows begin off the middle of their square, so that the man on it stays to be seen.
TAIL_GAP = 12.0
STYLE = re.compile(r'style="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move on a board."""

    kind: str
    """The meaning of its colour: 'played' or 'better'."""
    points: str
    """Its outline, as a polygon of SVG."""


def arrow(kind: str, board: chess.Board, move: chess.Move) -> Arrow | None:
    """The arrow of a move. None for a null move."""
    if not move:
        return None
    (x, y), (to_x, to_y) = _middle(move.from_square), _middle(_destination(board, move))
    length = math.hypot(to_x - x, to_y - y)
    if not length:  # a king of Chess960 that castles where it stands
        return None
    along = (to_x - x) / length, (to_y - y) / length
    outline = [
        (TAIL_GAP, SHAFT / 2),
        (length - HEAD_LENGTH, SHAFT / 2),
        (length - HEAD_LENGTH, HEAD_WIDTH / 2),
        (length, 0.0),
        (length - HEAD_LENGTH, -HEAD_WIDTH / 2),
        (length - HEAD_LENGTH, -SHAFT / 2),
        (TAIL_GAP, -SHAFT / 2),
    ]
    turned = [(x + far * along[0] - off * along[1], y + far * along[1] + off * along[0]) for far, off in outline]
    return Arrow(kind, " ".join(f"{across:.1f},{down:.1f}" for across, down in turned))


def corners(board: chess.Board, move: chess.Move) -> list[tuple[float, float]]:
    """The upper left corners of the squares that a move goes from and to; none for a null move."""
    squares = (move.from_square, _destination(board, move)) if move else ()
    return [(x - SQUARE / 2, y - SQUARE / 2) for x, y in map(_middle, squares)]


def definitions() -> str:
    """The definitions all boards of a page refer to; they stand in it once."""
    men = "".join(STYLE.sub(_as_attributes, drawing) for drawing in chess.svg.PIECES.values())
    dark = "".join(
        f"M{SQUARE * file} {SQUARE * row}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(8)
        for file in range(8)
        if (row + file) % 2
    )
    return (
        f'<svg class="definitions" width="0" height="0" aria-hidden="true"><defs>{men}<g id="squares">'
        f'<path class="light" d="M0 0h{SIZE}v{SIZE}H0z"/><path class="dark" d="{dark}"/></g>'
        f'<g id="coordinates">{_coordinates(chess.FILE_NAMES, chess.RANK_NAMES[::-1])}</g>'
        f'<g id="coordinates-turned">{_coordinates(chess.FILE_NAMES[::-1], chess.RANK_NAMES)}</g></defs></svg>'
    )


def diagram(board: chess.Board, arrows: Sequence[Arrow], label: str) -> str:
    """A board from White's side; ``label``, HTML already, describes it to readers who can't see it."""
    men = "".join(
        f'<use href="#{man_id(man.symbol())}" x="{x - SQUARE / 2:g}" y="{y - SQUARE / 2:g}"/>'
        for square, man in sorted(board.piece_map().items())
        for x, y in (_middle(square),)
    )
    drawn = "".join(f'<polygon class="arrow {arrow.kind}" points="{arrow.points}"/>' for arrow in arrows)
    return (
        f'<svg class="board" viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{label}">'
        f'<use href="#squares"/><use href="#coordinates"/><g>{men}</g><g>{drawn}</g></svg>'
    )


def empty_board(*, is_turned: bool) -> str:
    """A board without men, turned so that Black is below or not, that a script draws on."""
    coordinates = "#coordinates-turned" if is_turned else "#coordinates"
    return (
        f'<svg class="board" viewBox="0 0 {SIZE} {SIZE}" role="img"><use href="#squares"/><g class="marks"></g>'
        f'<use class="names" href="{coordinates}"/><g class="men"></g></svg>'
    )


def places(*, is_turned: bool) -> dict[str, Any]:
    """The data with which ``drawn_board.js`` draws on it."""
    edges = [SQUARE * step for step in range(8)][:: -1 if is_turned else 1]
    return {
        "squares": [[(x, y) for x in edges] for y in edges],
        "named": {
            chess.square_name(chess.square(file, rank)): (edges[file], edges[7 - rank])
            for file in range(8)
            for rank in range(8)
        },
        "square": SQUARE,
        "corner": 0,
        "mark": "moved",
        "names": "coordinates-turned" if is_turned else "coordinates",
        "ids": {letter: man_id(letter) for letter in "KQRBNPkqrbnp"},
        "turns": "",
        "letters": None,
    }


def man_id(symbol: str) -> str:
    """The id of a piece's drawing, by its letter in FEN."""
    return f"{'white' if symbol.isupper() else 'black'}-{chess.piece_name(chess.PIECE_SYMBOLS.index(symbol.lower()))}"


def _destination(board: chess.Board, move: chess.Move) -> chess.Square:
    """Where a move goes; castling, however it is written, where the king goes."""
    if not board.is_castling(move):
        return move.to_square
    file = chess.FILE_NAMES.index("g" if board.is_kingside_castling(move) else "c")
    return chess.square(file, chess.square_rank(move.from_square))


def _middle(square: chess.Square) -> tuple[float, float]:
    """The middle of a square, in units of the drawing."""
    return SQUARE * (chess.square_file(square) + 0.5), SQUARE * (7.5 - chess.square_rank(square))


def _coordinates(files: Sequence[str], ranks: Sequence[str]) -> str:
    """The names of files from left to right, and of ranks from top to bottom, at the edge of a board."""
    letters = (
        f'<text class="{_shade(file, 7)}" x="{SQUARE * (file + 1) - 3}" y="{SIZE - 3}" text-anchor="end">{name}</text>'
        for file, name in enumerate(files)
    )
    numbers = (
        f'<text class="{_shade(0, row)}" x="3" y="{SQUARE * row + 11}">{name}</text>' for row, name in enumerate(ranks)
    )
    return "".join((*letters, *numbers))


def _shade(file: int, row: int) -> str:
    """The class of a letter that stands on a square, counted from the upper left."""
    return "on-dark" if (row + file) % 2 else "on-light"


def _as_attributes(style: re.Match[str]) -> str:
    """The declarations of a style attribute, which a strict policy refuses, as attributes of their own."""
    pairs = (declaration.split(":") for declaration in style[1].split(";") if declaration.strip())
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)
