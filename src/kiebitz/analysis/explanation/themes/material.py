"""Material won at the quiet end of a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import is_quiet
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import PAWNS, balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine.score import Score

CENTIPAWNS = 100
PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
BOTH = (chess.WHITE, chess.BLACK)
MATE_CENTIPAWNS = 10_000
"""The value of a mate where values are compared."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence a line must show before it is said to win something."""

    max_plies: int
    """The most plies it may take."""
    pawn_plies: int
    """And if it wins no more than a pawn, beside pieces: what falls at a long line's end, a longer search sees stay."""
    plies_beyond: int
    """The plies the search must have looked deeper than the line is long."""
    agreement: int
    """The centipawns of each pawn won that the searched value must show."""
    doubt: int
    """And how many more, in all: a value that is just high enough may be so for other reasons."""
    doubt_beside_draw: int
    """So many where it would otherwise be a draw: what draws there may draw here as well, out of the search's sight."""
    lasting_plies: int | None
    """Where no position is quiet: how long a gain must last, to the line's end; None: it must be quiet."""


ALONE = Evidence(8, 8, 2, 75, 50, 150, lasting_plies=None)
"""For a line that is looked at for itself."""
BESIDE_FAULT = Evidence(16, 8, 0, 50, 0, 0, lasting_plies=6)
"""For one of the two lines of a fault: that they differ is known already, and the men say in what."""
FOLLOWED = replace(BESIDE_FAULT, max_plies=32)
"""For such a line that was followed beyond its search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialWon(Fact):
    """The side that moves first in the line comes out of it with more."""

    theme: ClassVar[str] = "material"
    proof: ClassVar[Proof] = Proof.SEARCH

    won: tuple[str, ...]
    """The men won, as White's letters, the heaviest first; what was traded for its like left out."""
    paid: tuple[str, ...]
    """The men given for them."""
    pawns: int
    """The gain, less what was paid, in pawns."""

    @property
    def is_late(self) -> bool:
        """True if it comes later than a search of the two moves of a fault shows."""
        return len(self.line) > BESIDE_FAULT.max_plies


def find_material(
    line: ShownLine, otherwise: Score | None = None, evidence: Evidence = ALONE, *, beside: int | None = None
) -> MaterialWon | None:
    """Material won by a line for the side that moves first, more than the balance ``beside``, if it is given.

    The line shown ends at the first quiet position (``is_quiet``) from which on material stays won at every quiet
    position of the line, as far as the search's depth reaches; it must reach a few plies further. Beside a fault it may
    be the first one from which on no position to the line's end, quiet or not, has less. A promotion ends the counting,
    unless the new piece is taken at once. The search's value must show what is won (``shows``) beyond the men on the
    board and beyond ``otherwise``: what the side would have had if the other one, or it itself, had moved otherwise, in
    its view. What the other side has just taken counts as paid: whoever retakes wins nothing.
    """
    side = line.side
    origin = _origin(line)
    before = balance(origin, side)
    at_least = 1 if beside is None else max(1, beside - before + 1)
    if not shows(line, 1, before, otherwise, evidence):
        return None
    gains = [balance(board, side) - before for board in line.boards[: _reach(line) + 1]]
    if max(gains) < at_least:
        return None
    end = _quiet_end(line, gains, at_least)
    if end is None and evidence.lasting_plies is not None:
        end = _lasting_end(gains, at_least, evidence.lasting_plies)
    if end is None or line.depth < end + evidence.plies_beyond:
        return None
    is_small = gains[end] <= 1 and any(line.boards[end].pieces_mask(kind, colour) for kind in PIECES for colour in BOTH)
    if end > (evidence.pawn_plies if is_small else evidence.max_plies):
        return None
    if not shows(line, gains[end] - at_least + 1, before, otherwise, evidence):
        return None
    won, paid = _traded(origin, line.boards[end], side)
    return MaterialWon(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci[:end],
        won=_letters(won),
        paid=_letters(paid),
        pawns=gains[end],
    )


def _reach(line: ShownLine) -> int:
    """Up to which ply men are counted: as far as the search's depth reaches, and to a promotion that lasts."""
    moves = line.moves[: line.depth]
    for ply, move in enumerate(moves):
        if move.promotion and not (ply + 1 < len(moves) and moves[ply + 1].to_square == move.to_square):
            return ply
    return len(moves)


def _quiet_end(line: ShownLine, gains: Sequence[int], at_least: int) -> int | None:
    """The first quiet position from which on at least so much stays won at every quiet one."""
    end, lasting = None, max(gains)
    # From the end: to find out whether a position is quiet takes long, and a loss ends what can have been won before.
    for ply in range(len(gains) - 1, 0, -1):
        if gains[ply] <= lasting and is_quiet(line.boards[ply]):
            if gains[ply] < at_least:
                break
            end, lasting = ply, gains[ply]
    return end


def _lasting_end(gains: Sequence[int], at_least: int, plies: int) -> int | None:
    """Index of the first position of the greatest gain that lasts to the end, which must be ``plies`` plies or more."""
    if len(gains) <= plies:
        return None
    lasting = min(gains[-plies - 1 :])
    if lasting < at_least:
        return None
    first = next(ply for ply in range(len(gains)) if min(gains[ply:]) >= lasting)
    return next(ply for ply in range(max(first, 1), len(gains)) if gains[ply] == lasting)


def settled_balance(line: ShownLine, side: chess.Color) -> int:
    """By how many pawns a side's men outweigh the other's at the last quiet position of a line.

    As far as the search's depth reaches; at its start if no position there is quiet.
    """
    for ply in range(min(len(line.moves), line.depth), 0, -1):
        if is_quiet(line.boards[ply]):
            return balance(line.boards[ply], side)
    return balance(line.start, side)


def shows(line: ShownLine, gain: int, before: int, otherwise: Score | None, evidence: Evidence = ALONE) -> bool:
    """True if a line's value shows a gain (pawns), beyond the balance of men before it and beyond ``otherwise``."""
    references, doubt = [CENTIPAWNS * before], evidence.doubt
    if otherwise is not None:
        references.append(centipawns(otherwise))
        doubt = evidence.doubt if centipawns(otherwise) else evidence.doubt_beside_draw
    return centipawns(line.score) >= max(references) + evidence.agreement * gain + doubt


def centipawns(score: Score) -> int:
    """A score as a number to compare: a mate is more than any evaluation."""
    if score.mate is None:
        return score.centipawns or 0
    return MATE_CENTIPAWNS if score.mate > 0 else -MATE_CENTIPAWNS


def _origin(line: ShownLine) -> chess.Board:
    """The position that men are counted from: before the last move, if the other side has taken something by it."""
    board = line.start
    if not board.move_stack:
        return board
    before = board.copy(stack=1)
    before.pop()
    return before if balance(before, line.side) > balance(board, line.side) else board


def _traded(before: chess.Board, after: chess.Board, side: chess.Color) -> tuple[list[int], list[int]]:
    """The losses of the other side and of this one, without what was traded for its like."""
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
