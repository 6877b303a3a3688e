"""Material won at the quiet end of a line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import is_quiet
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import PAWNS, balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine.score import Score

CENTIPAWNS = 100
MATE_CENTIPAWNS = 10_000
"""What a mate counts where values are compared."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a line must show before it is said to win something."""

    max_plies: int
    """How long it may take."""
    plies_beyond: int
    """How much deeper the search must have looked than the line is long."""
    agreement: int
    """How many centipawns of each pawn won the searched value must show."""
    doubt: int
    """And how many more, in all: a value that is just high enough may be so for other reasons."""
    doubt_beside_draw: int
    """So many where it would otherwise be a draw: what draws there may draw here as well, out of the search's sight."""
    counts_men: bool
    """Whether the value must show the gain beyond the men on the board, too, and not only beyond the other move."""


ALONE = Evidence(8, 2, 75, 50, 150, counts_men=True)
"""For a line that is looked at for itself."""
BESIDE_FAULT = Evidence(16, 0, 50, 0, 0, counts_men=False)
"""For one of the two lines of a fault: that they differ is known already, and the men say in what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialWon(Fact):
    """Whoever moves first in the line comes out of it with more."""

    theme: ClassVar[str] = "material"
    proof: ClassVar[Proof] = Proof.SEARCH

    won: tuple[str, ...]
    """The men won, as White's letters, the heaviest first; what was traded for its like left out."""
    paid: tuple[str, ...]
    """The men given for them."""
    pawns: int
    """What was won, less what was paid, in pawns."""


def find_material(
    line: ShownLine, otherwise: Score | None = None, evidence: Evidence = ALONE, *, at_least: int = 1
) -> MaterialWon | None:
    """Material won by a line for the side that moves first, ``at_least`` so many pawns.

    The line shown ends at the first quiet position (``is_quiet``) from which on material stays won at every quiet
    position of the line, as far as the search's depth reaches; it must reach a few plies further. Promotions end the
    counting. The search's value must show what is won (``shows``) beyond the men on the board and beyond ``otherwise``:
    what the side would have had if the other one, or it itself, had moved otherwise, in its view. A capture just made
    by the other side is taken back first: whoever retakes wins nothing.
    """
    side = line.side
    before = max(balance(line.start, side), _before_capture(line.start, side))
    if not shows(line, 1, before, otherwise, evidence):
        return None
    moves = line.moves[: line.depth]
    reach = next((ply for ply, move in enumerate(moves) if move.promotion), len(moves))
    gains = [balance(board, side) - before for board in line.boards[: reach + 1]]
    end, lasting = None, max(gains)
    if lasting < at_least:
        return None
    # From the end: to find out whether a position is quiet takes long, and a loss ends what can have been won before.
    for ply in range(reach, 0, -1):
        if gains[ply] <= lasting and is_quiet(line.boards[ply]):
            if gains[ply] < at_least:
                break
            end, lasting = ply, gains[ply]
    if end is None or end > evidence.max_plies or line.depth < end + evidence.plies_beyond:
        return None
    if not shows(line, gains[end] - at_least + 1, before, otherwise, evidence):
        return None
    won, paid = _traded(line.start, line.boards[end], side)
    if sum(PAWNS[piece] for piece in won) - sum(PAWNS[piece] for piece in paid) != gains[end]:
        return None  # part of it had been won before
    return MaterialWon(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci[:end],
        won=_letters(won),
        paid=_letters(paid),
        pawns=gains[end],
    )


def settled_change(line: ShownLine) -> int:
    """By how many pawns the balance of the side that moves first has changed at the last quiet position of a line.

    As far as the search's depth reaches; 0 if no position there is quiet.
    """
    before = max(balance(line.start, line.side), _before_capture(line.start, line.side))
    for ply in range(min(len(line.moves), line.depth), 0, -1):
        if is_quiet(line.boards[ply]):
            return balance(line.boards[ply], line.side) - before
    return 0


def shows(line: ShownLine, gain: int, before: int, otherwise: Score | None, evidence: Evidence = ALONE) -> bool:
    """Whether a line's value shows a gain (pawns), beyond the balance of men before it and beyond ``otherwise``."""
    references, doubt = [], evidence.doubt
    if evidence.counts_men or otherwise is None:
        references.append(CENTIPAWNS * before)
    if otherwise is not None:
        references.append(centipawns(otherwise))
        doubt = evidence.doubt if centipawns(otherwise) else evidence.doubt_beside_draw
    return centipawns(line.score) >= max(references) + evidence.agreement * gain + doubt


def centipawns(score: Score) -> int:
    """A score as a number to compare: a mate is more than any evaluation."""
    if score.mate is None:
        return score.centipawns or 0
    return MATE_CENTIPAWNS if score.mate > 0 else -MATE_CENTIPAWNS


def _before_capture(board: chess.Board, side: chess.Color) -> int:
    """A side's balance before the last move, if it is known."""
    if not board.move_stack:
        return balance(board, side)
    before = board.copy(stack=1)
    before.pop()
    return balance(before, side)


def _traded(before: chess.Board, after: chess.Board, side: chess.Color) -> tuple[list[int], list[int]]:
    """What the other side lost and what this one lost, without what was traded for its like."""
    won, paid = (_lost(before, after, colour) for colour in (not side, side))
    for piece in list(won):
        like = next((other for other in (piece, *paid) if other in paid and PAWNS[other] == PAWNS[piece]), None)
        if like is not None:
            won.remove(piece)
            paid.remove(like)
    return won, paid


def _lost(before: chess.Board, after: chess.Board, colour: chess.Color) -> list[int]:
    """The pieces that a side has no longer."""
    lost = Counter({piece: len(before.pieces(piece, colour)) - len(after.pieces(piece, colour)) for piece in PAWNS})
    return list(lost.elements())


def _letters(pieces: list[int]) -> tuple[str, ...]:
    return tuple(
        chess.piece_symbol(piece).upper() for piece in sorted(pieces, key=lambda piece: (-PAWNS[piece], -piece))
    )
