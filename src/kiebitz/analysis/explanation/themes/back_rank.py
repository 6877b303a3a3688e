"""A mate on the king's own first rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine


@dataclass(frozen=True, slots=True, kw_only=True)
class BackRankMate(Fact):
    """The line ends with a mate along the rank where the king stands behind its own men."""

    theme: ClassVar[str] = "back rank"
    proof: ClassVar[Proof] = Proof.RULES

    by: Man
    """The piece that mates."""
    king: Man
    """The king that is mated."""


def find_back_rank(line: ShownLine) -> BackRankMate | None:
    """Mate by a rook or queen along the king's first rank; its own men stand on every square in front of it."""
    end = line.boards[-1]
    king = end.king(end.turn)
    if king is None or not end.is_checkmate():
        return None
    home = 0 if end.turn == chess.WHITE else 7
    checkers = list(end.checkers())
    if len(checkers) != 1 or chess.square_rank(king) != home or chess.square_rank(checkers[0]) != home:
        return None
    ahead = chess.SquareSet(chess.BB_KING_ATTACKS[king]) & chess.BB_RANKS[1 if home == 0 else 6]
    if any(end.color_at(square) is not end.turn for square in ahead):
        return None
    return BackRankMate(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci,
        by=Man.on(end, checkers[0]),
        king=Man.on(end, king),
    )
