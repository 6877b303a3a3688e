"""``kiebitz.move_batch`` and ``kiebitz.is_legal_batch``: a move in each of many positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.notation import MoveError
from kiebitz.core.pgn.fen_moves import NOT_LEGAL, ODD, FenMoves
from kiebitz.engine.columns.batch import Batch, Rows, Value, placed, positions_of
from kiebitz.engine.columns.portions import in_portions
from kiebitz.engine.positions import START_TEXT


def move_batch(fens: Any, moves: Any, *, jobs: int | None = None) -> Batch:
    """Play a move in each of many positions.

    Columns: ``fen``, ``move``, ``after`` (the FEN then), ``dropped``, ``error``.

    ``fens`` is what ``evaluate_batch`` takes, ``moves`` a column as long: UCI text or SAN, or moves of boards. A move
    that isn't legal, and an invalid position, become rows with an error. ``jobs`` threads work at once, by default one
    for each core.

    Raises ValueError for columns of different length and for no jobs, and as ``positions_of``.
    """
    boards, texts = _asked(fens, moves)
    rows = Rows(boards, ("move", "after"))
    for index, state, after in _played(boards, texts, jobs, writes=True):
        row: dict[str, Value] = {"move": texts[index]}
        if state == ODD:
            odd = _odd_row(boards[index], texts[index])
            row |= {name: value for name, value in odd.items() if name != "legal"}
        elif state == NOT_LEGAL:
            row["error"] = _not_legal(texts[index], boards[index])
        else:
            row["after"] = after
        rows.put(index, row)
    return rows.batch()


def is_legal_batch(fens: Any, moves: Any, *, jobs: int | None = None) -> Batch:
    """Say of a move in each of many positions whether it is legal.

    Columns: ``fen``, ``move``, ``legal`` (1 or 0), ``dropped``, ``error``; otherwise as ``move_batch``.
    """
    boards, texts = _asked(fens, moves)
    rows = Rows(boards, ("move", "legal"))
    for index, state, _ in _played(boards, texts, jobs, writes=False):
        row: dict[str, Value] = {"move": texts[index]}
        if state == ODD:
            odd = _odd_row(boards[index], texts[index], is_asked=True)
            row |= {name: value for name, value in odd.items() if name != "after"}
        else:
            row["legal"] = int(state != NOT_LEGAL)
        rows.put(index, row)
    return rows.batch()


def _asked(fens: Any, moves: Any) -> tuple[list[Any], list[Any]]:
    """Positions, and as many moves as text. Raises ValueError."""
    boards = positions_of(fens)
    texts = [move.uci() if hasattr(move, "uci") else move for move in positions_of(moves)]
    if len(boards) != len(texts):
        raise ValueError(f"there are {len(boards):,} positions and {len(texts):,} moves; give a move for each position")
    return boards, texts


def _played(boards: list[Any], texts: list[Any], jobs: int | None, *, writes: bool) -> Iterator[tuple[int, int, str]]:
    """The outcome of each move, and the FEN after it."""

    def work(player: FenMoves, start: int, behind: int) -> tuple[bytes, list[int], str]:
        fens = [START_FEN if board == START_TEXT else board for board in boards[start:behind]]
        states, ends, letters = player.after(fens, texts[start:behind], writes)
        return states, np.frombuffer(ends, np.int32).tolist(), letters.decode("ascii")

    for start, (states, ends, letters) in in_portions(len(boards), jobs, FenMoves, work):
        for index, (state, (begin, end)) in enumerate(zip(states, pairwise(ends), strict=True), start):
            yield index, state, letters[begin:end]


def _odd_row(board: Any, text: Any, *, is_asked: bool = False) -> dict[str, Value]:
    """The row of a position that is no plain FEN, or isn't a sound one; ``is_asked``: whether the move is legal."""
    from kiebitz.engine.board import Board

    row: dict[str, Value] = {}
    try:
        position = placed(board, row)
    except (ValueError, TypeError) as error:
        return {"error": str(error)}
    if not isinstance(text, str):
        return row | {"error": f"{text!r} is no move; give UCI text or SAN"}
    shown = Board.from_position(position)
    try:
        shown.push(shown.parse_san(text))
        row |= {"after": shown.fen(shredder=shown.chess960), "legal": 1}
    except MoveError:
        row |= {"legal": 0} if is_asked else {"error": _not_legal(text, board)}
    return row


def _not_legal(text: str, board: Any) -> str:
    return f"'{text[:20]}' is not a legal move in {board.fen() if hasattr(board, 'fen') else board}"
