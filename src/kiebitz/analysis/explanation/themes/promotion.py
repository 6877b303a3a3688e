"""A pawn that gets through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import PAWNS, Man, balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import ALONE, Evidence, shows
from kiebitz.engine.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion(Fact):
    """The side that moves first in the line promotes a pawn, and keeps the new piece or what it gained."""

    theme: ClassVar[str] = "promotion"
    proof: ClassVar[Proof] = Proof.SEARCH

    pawn: Man
    """The pawn where it stands at the start of the line."""
    square: str
    """Where it promotes."""
    piece: str
    """The piece it becomes, as White's letter."""


def find_promotion(line: ShownLine, otherwise: Score | None = None, evidence: Evidence = ALONE) -> Promotion | None:
    """The first promotion of a line, by the side that moves first, which nobody takes while the line lasts.

    Or later than at once, when as much as its gain is left at the line's end. The line goes on for a move of the other
    side at least, the search looked further, and its value shows what the new piece counts more than a pawn, as in
    ``find_material``.
    """
    ply = next((ply for ply, move in enumerate(line.moves[: evidence.max_plies]) if move.promotion), None)
    if ply is None or ply % 2 or len(line.moves) <= ply + 1 or line.depth < ply + 1 + evidence.plies_beyond:
        return None
    move = line.moves[ply]
    piece = move.promotion or chess.QUEEN
    gain = PAWNS[piece] - PAWNS[chess.PAWN]
    replies = line.moves[ply + 1 :: 2]
    if any(later.to_square == move.to_square for later in replies):
        kept = balance(line.boards[-1], line.side) - balance(line.boards[ply], line.side)
        if replies[0].to_square == move.to_square or kept < gain:
            return None
    pawn = move.from_square
    for before in reversed(line.moves[:ply:2]):
        if before.to_square == pawn:
            pawn = before.from_square
    if not shows(line, gain, balance(line.start, line.side), otherwise, evidence):
        return None
    return Promotion(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci[: ply + 1],
        pawn=Man.on(line.start, pawn),
        square=chess.SQUARE_NAMES[move.to_square],
        piece=chess.piece_symbol(piece).upper(),
    )
