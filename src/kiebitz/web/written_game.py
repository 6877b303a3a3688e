"""A game as PGN, as python-chess writes it, where the names of the moves are known: no board is played through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess
import chess.pgn


@dataclass(frozen=True, slots=True)
class NamedMove:
    """The board that an exporter asks that is about to make a move."""

    turn: chess.Color
    fullmove_number: int
    name: str
    """In SAN."""

    def san(self, _: chess.Move) -> str:
        """The move's name."""
        return self.name


def written_game(game: chess.pgn.Game, named: Callable[[chess.pgn.ChildNode], NamedMove]) -> str:
    """The text that ``kiebitz.analysis.judging.annotate.export`` has; ``named`` tells what a node's move is called."""
    exporter = chess.pgn.StringExporter()
    exporter.begin_game()
    for name, value in game.headers.items():
        exporter.visit_header(name, value)
    exporter.end_headers()
    if game.comment:
        exporter.visit_comment(game.comment)
    # What is still to be written, the next last: a node, whether it begins a variation; None ends one.
    waiting: list[tuple[chess.pgn.ChildNode, bool] | None] = [(game.variations[0], False)] if game.variations else []
    while waiting:
        if (step := waiting.pop()) is None:
            exporter.end_variation()
            continue
        node, begins = step
        if begins:
            exporter.begin_variation()
        _write_move(exporter, node, named(node))
        if node.variations:
            waiting.append((node.variations[0], False))
        if not begins:
            for other in reversed(node.parent.variations[1:]):
                waiting += (None, (other, True))
    exporter.visit_result(game.headers.get("Result", "*"))
    exporter.end_game()
    return exporter.result()


def _write_move(exporter: chess.pgn.StringExporter, node: chess.pgn.ChildNode, move: NamedMove) -> None:
    if node.starting_comment:
        exporter.visit_comment(node.starting_comment)
    exporter.visit_move(move, node.move)  # type: ignore[arg-type]  # it asks no more of a board
    for nag in sorted(node.nags):
        exporter.visit_nag(nag)
    if node.comment:
        exporter.visit_comment(node.comment)
