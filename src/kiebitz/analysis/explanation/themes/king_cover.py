"""The pawns before a king are torn open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import capture_gain
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.shown_line import ShownLine

LASTING = 5
"""The plies a line must show, so that the king is seen to stay and the file to stay open."""
CENTRE_FILES = (3, 4)
"""On these files a king has no cover to speak of."""
COVER_RANKS = (1, 2)
"""The ranks before the king on which its cover stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCoverOpened(Fact):
    """The line's first move takes a pawn that covers the king, whose file is open then."""

    theme: ClassVar[str] = "king's cover"
    proof: ClassVar[Proof] = Proof.RULES

    king: Man
    """The king whose cover it was."""
    pawn: Man
    """The pawn that is taken."""


def find_king_cover_opened(line: ShownLine) -> KingCoverOpened | None:
    """A pawn before the king is taken at no cost, and no other pawn is left on its file.

    The king stands on its first rank, aside from the centre; it stays there, the file stays without a pawn of its side,
    and the other side keeps its queen to the end of the line. What is given for a pawn would have to be judged: of
    sacrifices nothing is said.
    """
    start, side, first = line.start, not line.side, line.moves[0]
    king, pawn = start.king(side), first.to_square
    if len(line.moves) < LASTING or king is None or start.piece_at(pawn) != chess.Piece(chess.PAWN, side):
        return None
    if chess.square_rank(king) != (0 if side else 7) or chess.square_file(king) in CENTRE_FILES:
        return None
    if not _covers(pawn, king, side) or capture_gain(start, first) < 0:
        return None
    file, end = chess.BB_FILES[chess.square_file(pawn)], line.boards[-1]
    if not end.pieces_mask(chess.QUEEN, line.side) or any(board.king(side) != king for board in line.boards):
        return None
    if any(board.pieces_mask(chess.PAWN, side) & file for board in line.boards[2:]):
        return None
    return KingCoverOpened(
        fen=line.fen,
        chess960=start.chess960,
        line=line.uci,
        king=Man.on(start, king),
        pawn=Man.on(start, pawn),
    )


def _covers(pawn: chess.Square, king: chess.Square, side: chess.Color) -> bool:
    """True if a pawn stands before a king of its side, on its file or one beside it."""
    ahead = (chess.square_rank(pawn) - chess.square_rank(king)) * (1 if side else -1)
    return ahead in COVER_RANKS and abs(chess.square_file(pawn) - chess.square_file(king)) <= 1
