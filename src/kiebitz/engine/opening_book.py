"""Opening books in the format of Polyglot, read through python-chess."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import chess.polyglot

from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position
from kiebitz.engine.positions import board_of


class BookError(ValueError):
    """A book that can't be read."""


class OpeningBook:
    """A book file. Moves are chosen by chance, each as often as its weight says."""

    def __init__(self, path: str, seed: int | None = None) -> None:
        """Open a book. Raises BookError."""
        self._random = random.Random(seed)
        if os.path.exists(path) and not os.path.isfile(path):  # To open a pipe might wait for ever.
            raise BookError(f"{Path(path).name} is no Polyglot book: it is no file")
        try:
            self._reader = chess.polyglot.open_reader(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise BookError(f"{Path(path).name} is no Polyglot book that can be read: {reason}") from error
        if not len(self._reader):
            self._reader.close()
            raise BookError(f"{Path(path).name} is no Polyglot book: it holds no entry")

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._reader)

    def move(self, position: Position) -> str | None:
        """A move of the book as UCI text; None if the book doesn't know the position, or only moves that repeat one.

        Whether a repetition is wanted depends on who is better, which no book knows: that is for a search to say.
        """
        moves = [(move, weight) for move, weight in self.moves(position) if weight and not _repeats(position, move)]
        if not moves:
            return None
        return self._random.choices([move for move, _ in moves], [weight for _, weight in moves])[0]

    def moves(self, position: Position) -> tuple[tuple[str, int], ...]:
        """The moves of the book as UCI text, each with its weight, the heaviest first; none if it knows none."""
        board = board_of(position)
        found = list(self._reader.find_all(board))
        for square in _pinned_captures(board) if not found else ():
            board.ep_square = square
            found = [entry for entry in self._reader.find_all(board) if board.is_legal(entry.move)]
            if found:
                break
        entries = sorted(found, key=lambda entry: entry.weight, reverse=True)
        return tuple((board.uci(entry.move), entry.weight) for entry in entries)

    def close(self) -> None:
        """Let the file go."""
        self._reader.close()


def _pinned_captures(board: chess.Board) -> Iterator[int]:
    """Squares on which a pawn could take en passant if it weren't pinned: Polyglot's key has their files."""
    if board.ep_square is not None:
        return
    side, behind = board.turn, -8 if board.turn else 8
    for square in chess.SquareSet(chess.BB_RANK_6 if side else chess.BB_RANK_3):
        pawn = board.piece_at(square + behind)
        if pawn is None or pawn != chess.Piece(chess.PAWN, not side):
            continue
        if board.piece_at(square) or board.piece_at(square - behind):
            continue
        tried = board.copy(stack=False)
        tried.ep_square = square
        if tried.has_pseudo_legal_en_passant() and not tried.has_legal_en_passant():
            yield square


def _repeats(position: Position, move: str) -> bool:
    """True if a move leads to a position that was there before in the game."""
    after = position.copy()
    push(after, move)
    return after.repetitions() > 1
