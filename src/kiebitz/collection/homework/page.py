"""Puzzles as one HTML file that needs nothing else: it poses them, and counts what was found at the first try.

Each position comes with the moves that are possible, so the script knows how to draw but no rules. Nothing is sent
anywhere: at the end stands a line that a pupil may hand in. A strict policy lets nothing run or load but the page's own
style and script. Who reads its source finds the solutions there.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any

import chess

import kiebitz
from kiebitz.commandline import chess_diagram
from kiebitz.commandline.web_page import colours, content_policy, drawn_board, joined, script_data

if TYPE_CHECKING:
    from kiebitz.collection.puzzles import Puzzle

TEMPLATE, STYLE, SCRIPT = "page.html", "page.css", "page.js"
NAME_BYTES = 4


def homework(puzzles: Sequence[tuple[str, Puzzle]]) -> str:
    """The HTML text of a page that poses puzzles, each with a name of its own."""
    name = blake2b(" ".join(each for each, _ in puzzles).encode(), digest_size=NAME_BYTES).hexdigest()
    style, script = colours() + _read(STYLE), joined([drawn_board(), _read(SCRIPT)])
    data = {
        "name": name,
        "puzzles": [_told(puzzle) for _, puzzle in puzzles],
        "boards": [chess_diagram.places(is_turned=is_turned) for is_turned in (False, True)],
    }
    return Template(_read(TEMPLATE)).substitute(
        version=escape(kiebitz.__version__),
        policy=content_policy(style, script),
        style=style,
        board=f"{chess_diagram.definitions()}{chess_diagram.empty_board(is_turned=False)}",
        data=script_data(data),
        script=script,
    )


def _told(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the script reads it: of each move of the solver's what is possible, and what is right."""
    board, steps = puzzle.position, []
    for number in range(0, len(puzzle.solution), 2):
        right = chess.Move.from_uci(puzzle.solution[number])
        step: dict[str, Any] = {
            "men": board.board_fen(),
            "came": board.peek().uci(),
            "moves": {move.uci(): board.san(move) for move in board.legal_moves},
            "right": [move.uci() for move in _as_good(board, right)],
        }
        board.push(right)
        step["after"] = board.board_fen()
        steps.append(step)
        if number + 1 < len(puzzle.solution):
            board.push_uci(puzzle.solution[number + 1])
    return {
        "isBlack": not puzzle.position.turn,
        "steps": steps,
        "solution": puzzle.san,
        "reason": puzzle.reason,
        "rating": puzzle.rating,
    }


def _as_good(board: chess.Board, right: chess.Move) -> list[chess.Move]:
    """The right move, before all others that mate where it does."""
    if not _mates(board, right):
        return [right]
    return [right, *(move for move in board.legal_moves if move != right and _mates(board, move))]


def _mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    try:
        return board.is_checkmate()
    finally:
        board.pop()


def _read(name: str) -> str:
    return (resources.files("kiebitz.collection.homework") / name).read_text(encoding="utf-8")
